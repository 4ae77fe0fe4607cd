-- ending.lua -- events that end play: what is left of the turn, and what can be done after it.
ruleset "Ending" { turn = "1 hour", procedure = "watch" }
track "hull" { start = 3, min = 0 }
track "told" { start = {} }
track "crew" { of = "member", start = 9, min = 0 }
procedure "watch" { "dawn", "act", "sea", "each_man", "look", "time" }
procedure "storm" { "act", "time" }
event "sunk"    { text = "{ship} goes down.", ends = true }
event "starved" { text = "Nobody is left to bury them.", ends = true }
event "ashore"  { ends = true }
action "sail" {}
action "scuttle" { by = "each" }
action "land" { turns = 3 }
action "sing" { turns = 0 }
action "burn" { turns = 0 }
action "brave" { enters = "storm" }
action "yield" { during = "storm" }
action "leap" { during = "storm", turns = 0, leaves = "storm" }
action "gamble" { turns = 0, enters = "storm" }
action "sally" {}
action "again" { turns = 0, during = { "sunk", "starved" } }
chart "look" { die = "1d6", { "1-6", "nothing" } }
function act.scuttle(who)
  gain("told", who.name)
  if who.name == "Bo" then emit "sunk" { ship = "The Dolphin" } end
end
function act.sail() gain("told", "sailed") end
function act.land() emit "ashore" {} end
function act.burn() emit "sunk" { ship = "The Dolphin" } end
function act.yield() emit "sunk" { ship = "It" } leave() end
function act.sally() emit "sunk" { ship = "It" } enter "storm" end
act.leap, act.gamble = act.burn, act.burn
function act.again() switch "watch" end
function step.dawn() if turn.number % 4 == 0 then skip() end end
function step.sea() lose "hull" gain("told", "sea") end
function step.each_man(who) lose(who, "crew") end
function on.hull(_, was, now) if was > now and now == 0 then emit "sunk" { ship = "It" } end end
function on.crew(who, was, now)
  if was > now and now == 0 then emit "starved" {} gain("told", "rites") end
end
function on.starved() gain("told", "starved") end
function on.sunk() gain("told", "sunk") end
function on.turn_end() gain("told", "evening") end
function on.new_hour() gain("told", "bell") end
function on.new_day() gain("told", "day") end
