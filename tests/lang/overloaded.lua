-- overloaded.lua -- one die says it all; what is carried fills slots, and every slot may be the one that is used up.
ruleset "Overloaded" { turn = "10 minutes", check = "1d20", procedure = "crawl" }

kind.member:has { str = 10, con = 10 }
kind "gear" { slots = 1, uses = 1 }
gear "torch"   { uses = 1 }
gear "ration"  { uses = 3 }
gear "rope"    { slots = 2, uses = 9 }
gear "plate"   { slots = 3, uses = 9 }
light "torch" { spends = "torch_stock" }
track "torch_stock" { of = "member", min = 0, max = 9, quiet = true, help = "torches" }
track "pack"   { of = "member", start = {}, help = "pack" }
track "fatigue" { of = "member", min = 0, help = "slots filled by fatigue" }
track "burnt"  { of = "light", steps = { "bright", "guttering" } }
track "danger" { steps = { "safe", "stirred", "alert" } }
track "hungry" { of = "member", start = false }

procedure "crawl" { "act", "overloaded", "time" }
procedure "camp"  { lasts = "8 hours", "act", "night", "time" }
chart "overloaded" { die = "1d6", public = true, help = "rolled as every turn ends",
  { "1", "encounter", "Somebody is here.", rule.meet },
  { "2", "percept",   "A sign of somebody.", gains = "danger" },
  { "3", "locality",  "The place changes.", rolls = "changes" },
  { "4", "exhaustion", "Everyone tires.", rule.tire },
  { "5", "lantern",   "The lights burn down.", rule.burn },
  { "6", "advantage", "A chance." } }
chart "night" { die = "1d6", { "1-2", "visit", "Somebody comes in the night.", rule.meet }, { "3-6", "calm" } }
chart "changes" { "a door falls shut", "water rises", "a wall comes down" }
chart "who" { die = "1d6", { "1-3", "scavengers" }, { "4-5", "a patrol" }, { "6", "the warden" } }

action "explore" { takes = { "room?" }, help = "on, perhaps to a room" }
action "rest"    { by = "each", default = true, during = "crawl", help = "lose a point of fatigue" }
action "take"    { turns = 0, by = "one", takes = { "gear" }, help = "into the pack: Bo take rope" }
action "use_up"  { aka = "use", turns = 0, by = "one", takes = { "gear" }, help = "Bo use ration" }
action "camp"    { turns = 0, enters = "camp", during = "crawl" }
action "sleep"   { during = "camp", by = "each", default = true }
action "strike"  { turns = 0, leaves = "camp" }

function rule.filled(who) return sum(who.pack, function(thing) return gear[thing.name].slots end) + who.fatigue end
function cannot.take(who, what) if rule.filled(who) + what.slots > who.con then return who.name .. " has no slots left." end end
function act.take(who, what) gain(who, "pack", { name = what.name, uses = what.uses }) end
function cannot.use_up(who, what) if not named(what.name, who.pack) then return who.name .. " has no " .. what.name .. "." end end
function act.use_up(who, what)
  local thing = named(what.name, who.pack)
  thing.uses = thing.uses - 1
  if thing.uses == 0 then lose(who, "pack", thing) say("The last %s is gone.", what.name) end
  if what.name == "ration" then set(who, "hungry", false) lose(who, "fatigue") end
end
function act.explore(_, room) if room then go(room) end end
function act.rest(who) lose(who, "fatigue") end
function act.sleep(who)
  if who.hungry then gain(who, "fatigue") else set(who, "fatigue", 0) end
  set(who, "hungry", true)
end
function rule.tire()
  for who in each(party) do
    if rule.filled(who) < who.con then gain(who, "fatigue") else say("%s must drop something.", who.name) end
  end
end
function rule.burn()
  for lamp in each(burning()) do
    if lamp.burnt == "guttering" then put_out(lamp, "burns out") else gain(lamp, "burnt") end
  end
end
function rule.meet()
  local bonus = ({ safe = 0, stirred = 1, alert = 2 })[party.danger]
  emit "encounter" { what = roll("who", nil, { at = math.min(6, dice "1d6" + bonus) }).name }
end
