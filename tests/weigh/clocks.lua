-- clocks.lua -- the clock and the turn number, read as a turn ends (by a hook), in a night within it, and by a measure.
-- ask: --turns 7 --plan "go; rest" --measure "late=clock.hour>=9" --measure third=turn.number%3 --before bell,gone
ruleset "Clocks" { turn = "10 minutes", starts = "8 hours", procedure = "turn" }
procedure "turn" { "act", "time" }
procedure "night" { lasts = "1 hour", "sleep", "time" }
event "bell" {}
event "gone" {}
event "owl" {}
track "steps" { tally = true }
action "go" {}
action "rest" {}
function act.go()
  gain("steps", dice "1d4")
  if dice "1d6" >= 5 then run "night" end
end
function act.rest() if dice "1d3" == 1 then pass "25 minutes" end end
function step.sleep() if turn.number == 1 and dice "1d2" == 1 then emit "owl" {} end end
function on.turn_end()
  if turn.number % 3 == 0 and dice "1d4" == 4 then emit "bell" {} end
  if clock.hour >= 9 and dice "1d4" == 4 then emit "gone" {} end
end
