-- heat.lua -- mechs in rounds: weapons and boosts build heat; too much of it, and a check against the reactor.
ruleset "Heat" { turn = "10 seconds", procedure = "round" }

kind.member:has { sinks = 2, cap = 6, skill = 5 }
kind "arm" { heat = 1, damage = "dice = 1d6", shots = "integer?" }
arm "laser"   { heat = 2, damage = "1d6+1" }
arm "cannon"  { heat = 1, damage = "2d6", shots = 4 }
arm "missiles" { heat = 3, damage = "3d6", shots = 2 }
track "heat"   { of = "member", min = 0, prompt = true, help = "heat" }
track "armour" { of = "member", min = 0, max = "own", start = 12, empty = "wreck" }
track "wreck"  { of = "member", start = false, away = true }
track "shut"   { of = "member", start = false, idle = "vent", help = "shut down until cool" }
track "rounds" { of = "member", start = {}, quiet = true, help = "shots fired" }
track "foe"    { start = 30, min = 0, help = "armour of the enemy" }

procedure "round" { deeds = "each", "act", "cooling", "reply", "time" }
modifier "hot" { when = function(c) return c.who.heat > c.who.cap // 2 end, add = -1 }
event "overheat" { text = "{name} overheats!", stops = true }
chart "reactor" { die = "2d6", help = "heat over the cap is added",
  { "2-6", "holds" }, { "7-9", "shuts down", sets = { shut = true } }, { "10-12", "burns", loses = "1d6 armour" }, { "13+", "blows", loses = "99 armour" } }

action "fire"  { by = "each", takes = { "arm" }, help = "fire a weapon: fire laser" }
action "boost" { by = "each", help = "move fast: 2 heat, and the enemy misses you" }
action "vent"  { by = "each", default = true, help = "do nothing, and cool twice as fast" }

function cannot.fire(who, what)
  if what.shots and count(who.rounds, what.name) >= what.shots then return "No shots are left for the " .. what.name .. "." end
end
function act.fire(who, what)
  gain(who, "heat", what.heat)
  if what.shots then gain(who, "rounds", what.name) end
  if dice("2d6", "to hit") >= 7 - who.skill // 3 + (who.heat > who.cap and 2 or 0) then lose("foe", dice(what.damage, what.name)) end
end
function act.boost(who) gain(who, "heat", 2) end
function step.cooling(who)
  if who.heat > who.cap then
    emit "overheat" { name = who.name }
    roll("reactor", who, { add = who.heat - who.cap })
  end
  lose(who, "heat", doing(who, "vent") and 2 * who.sinks or who.sinks)
  if who.shut and who.heat == 0 then set(who, "shut", false) end
end
function step.reply()
  if party.foe == 0 then return say "The enemy is down." end
  local whom = pick(party, "whom")
  if not doing(whom, "boost") and dice("2d6", "the enemy fires") >= 8 then lose(whom, "armour", dice("2d6", "damage")) end
end
