-- small.lua -- rows with fields, tracks in the prompt, quiet tracks, bounds with a unit, numbered rooms.
ruleset "Small" { turn = "4 hours", procedure = "journey" }
procedure "journey" { "act", "time" }
kind.member:has { str = 0 }
kind.light:has { people = 0 }
light "lantern" { people = 3, lasts = "2 hours" }
track "alarm" { max = 9, prompt = true }
track "hp" { of = "member", start = 4, max = "own", prompt = true }
track "steps" { quiet = true }
track "far" { unit = "miles", min = 0, max = 10 }
chart "prowlers" { die = "d6", { "1-5", "rats", "Rats!", number = "2d4", size = 1 }, { "6", "wyrm", number = "1" } }
chart.prowlers.wyrm.size = 3
action "travel" { takes = { "room" } }  action "look" { takes = { "room?" } }
action "meet_some" { turns = 0 }  action "tally" { turns = 0 }  action "stray" { turns = 0 }  action "peek" { turns = 0 }
action "dim" { turns = 0 }
function act.travel(_, where) go(where) end
function act.meet_some()
  local row = roll "prowlers"
  say("%d %s of size %d", dice(row.number, "how many"), row.name, row.size)
end
function act.tally()
  say("hp %d, str %d, light for %d, nothing %d", sum(party, "hp"), sum(party, function(who) return who.str end), sum(burning(), "people"), sum {})
  say("%s and %s", named "Pike".name, tostring(named "Nobody"))
end
function act.stray() gain "steps" gain("far", "7 miles") say("left over: %s", lose("far", "9 miles")) end
function on.steps(_, was, now) say("from %d to %d", was, now) end
function act.peek() say("found %d", dice("d6", "trap", { secret = true })) end
function act.dim() for lamp in each(burning()) do lamp.left = -1 end end
