-- besieged.lua -- a town besieged, a day at a time: stores, walls, hope, and what the enemy does next.
ruleset "Siege" { turn = "1 day", check = "2d6", procedure = "day" }

kind.member:has { lead = 0, craft = 0, cunning = 0 }
track "mouths"  { start = 20, min = 0, help = "people, in hundreds" }
track "stores"  { start = 100, min = 0, help = "grain, in hundreds of rations", empty = "starving" }
track "starving" { start = false }
track "walls"   { start = 12, min = 0, max = 12, empty = "breached" }
track "breached" { start = false }
track "hope"    { start = 7, min = 0, max = 10, empty = "lost" }
track "lost"    { start = false, help = "the town opens its gates" }
track "rations" { steps = { "full", "half", "none" } }
track "relief"  { of = "campaign", start = 30, min = 0, secret = true, help = "days until relief" }
track "sick"    { min = 0, help = "sick, in hundreds" }
track "mines"   { of = "campaign", min = 0, max = 6, secret = true, help = "how far their mine has come" }
event "over" { text = "{why}", stops = true }

procedure "day" { deeds = "each", "act", "enemy", "stores", "hope", "time" }
chart "enemy" { die = "2d6", help = "what the besiegers do",
  { "2",    "parley", "A herald.", rule.parley },
  { "3-4",  "plague", "Dead horses over the wall.", gains = "1d3 sick" },
  { "5-6",  "mine",   "They dig.", gains = "mines" },
  { "7-8",  "wait",   "They wait." },
  { "9-10", "stones", "Stones all day.", loses = "1d3 walls" },
  { "11-12", "storm", "Ladders!", rule.storm } }
question "yield" { text = "Do you open the gates on terms?", default = false }

action "repair" { by = "each", help = "masons and beams" }
action "rouse"  { by = "each", help = "speeches, bells, a procession" }
action "sally"  { by = "one", help = "burn their engines" }
action "smuggle" { by = "each", help = "by night, over the river" }
action "nurse"  { by = "each", loses = "sick" }
action "listen" { by = "each", help = "for miners, with bowls of water" }
action "plan"   { by = "each", default = true, help = "nothing but worry" }
action "ration" { turns = 0, takes = { "full|half|none" } }

function act.repair(who) if check(who, "craft", 8) then gain("walls", dice("1d3", "repairs")) end end
function act.rouse(who) if check(who, "lead", 9) then gain "hope" end end
function act.sally(who)
  if check(who, "lead", 10) then gain("hope", 2) skip "enemy" else lose "hope" lose("mouths", 1) end
end
function act.smuggle(who) if check(who, "cunning", 9) then gain("stores", dice("2d6", "sacks")) end end
function act.listen(who) if check(who, "cunning", 8) then say("The mine is %d parts done.", campaign.mines) lose("mines", 2) end end
function act.ration(_, how) set("rations", how) end
function rule.parley() if ask "yield" then set("hope", 0) end end
function rule.storm()
  local defence = dice("2d6", "the walls") + party.walls // 3 + (party.hope >= 5 and 1 or 0)
  if defence >= 10 then gain "hope" else lose("walls", 10 - defence) lose("mouths", 1) end
end
function on.mines(_, _, now) if now == 6 then say "The mine is sprung." set("mines", 0) lose("walls", dice("2d6", "the mine")) end end
function step.stores()
  local each_day = ({ full = 1, half = 0.5, none = 0 })[party.rations] * party.mouths / 5
  lose("stores", math.ceil(each_day))
  if party.sick > 0 and dice("1d6", "sickness") <= party.sick then lose "mouths" end
end
function step.hope()
  if party.rations ~= "full" or party.starving then lose "hope" end
  lose "relief"
  if campaign.relief == 0 then emit "over" { why = "Banners in the east." } end
end
function on.lost() emit "over" { why = "The gates are opened." } end
function on.breached() emit "over" { why = "The walls are down." } end
