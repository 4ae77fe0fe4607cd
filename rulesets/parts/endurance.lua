-- endurance.lua -- hours without food and rest, the checks past endurance, and nights.
--
-- A part.  Gives: sleep; the steps settle, before the deeds of an hour, toll and warning, after it; rule.slept, rule.at_ease.
-- Wants: members' con and hp; checks; a procedure of hours with these steps, as the part ways has.
-- A house file changes: rule.endures, rule.slept, rule.endure, rule.wear_out.

kind.member:has { level = 1 }
track "waking"    { of = "member", min = 0, quiet = true, help = "hours of adventuring without food and rest" }
track "exhausted" { of = "member", start = false, help = "cannot walk or fight; disadvantage on everything" }
track "hindered"  { of = "member", start = false, help = "disadvantage on everything until rest" }
track "safe"      { start = false, quiet = true, help = "the place of this rest" }
track "fed"       { start = false, quiet = true, sheet = false }
modifier "exhaustion" { when = function(c) return c.who and c.who.exhausted end, dis = 1 }
modifier "injured"    { when = function(c) return c.who and c.who.hindered end, dis = 1 }
event "exhaustion" { text = "Rest now, or be exhausted: {who}.", stops = true, public = true }

-- An hour more without food and rest; past endurance that takes a check, but not of the exhausted.
function step.toll(who)
  if rule.at_ease(who) then return end
  gain(who, "waking")
  local over = who.waking - rule.endures(who)
  if over > 0 and who.exhausted then rule.wear_out(who) elseif over > 0 then rule.endure(who, over) end
end
-- Hours without food and rest that cost nothing.
function rule.endures(who) return who.con end
function rule.at_ease(who) return doing(who, "sleep") ~= nil end
function rule.endure(who, over)
  if not check(who, "con", 10 + over, {}) then set(who, "exhausted", true) end
end
-- What it costs the exhausted to go on: nothing.
function rule.wear_out() end

-- Warns those whose next hour takes a check.
function step.warning()
  local tired = those(party, function(who) return who.waking == rule.endures(who) and not rule.at_ease(who) end)
  if #tired > 0 and not rule.rests_next() then emit "exhaustion" { who = names(tired) } end
end
function rule.rests_next() return false end

-- --- a night ---

question "safe" { text = "Is it safe here? (Dungeons and enemy country never are.)", choices = { "unsafe", "safe" },
                  again = true }
question "fed"  { text = "Is there food for all?", choices = { "fed", "hungry" }, again = true }
question "recovers" { text = "Is {name} no longer exhausted, by care in an unsafe place?", default = false }
action "sleep" { takes = { "place: safe|unsafe?", "meal: fed|hungry?", "care: tended|alone?" }, turns = 8, keeps = true,
                 dark = true, help = "a night's rest, eight hours: sleep safe fed" }

function step.settle()
  local rest = deed "sleep"
  if not rest or rest.turns > 1 then return end
  local night = ask({ "safe", "fed" }, nil, { text = "The night", known = { safe = rest.place, fed = rest.meal } })
  set("safe", night.safe == "safe")
  set("fed", night.fed == "fed")
end
function act.sleep(_, _, _, care)
  for who in each(party) do rule.slept(who, party.safe, party.fed, care == "tended") end
end
-- Safe, a hit point a level; unsafe, one.  Rest with food starts the count of hours anew.
function rule.slept(who, safe, fed, tended)
  gain(who, "hp", safe and who.level or 1)
  set(who, "hindered", false)
  if fed then set(who, "waking", 0) end
  if who.exhausted and fed and (safe or tended and ask("recovers", who)) then set(who, "exhausted", false) end
end
