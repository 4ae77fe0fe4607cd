-- tallies.lua -- tracks that count up (tally), which odds would leave out of the state if nobody read them: here a hook,
-- a weight, a measure and another group do.
-- ask: --turns 5 --plan "go; look; go" --measure far=party.steps --before even,odd
ruleset "Tallies" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "steps" { tally = true }
track "coins" { tally = true }
track "seen" { tally = true }
event "even" {}
event "odd" {}
event "rich" {}
action "go" {}
action "look" {}
function act.go()
  gain("steps", dice "1d3")
  gain("coins", dice "1d2")
  if dice "1d2" == 1 then gain "seen" end
end
function act.look()
  if party.steps % 2 == 0 then emit "even" {} else emit "odd" {} end
  if pick({ "a", "b" }, "which", function(c) return c == "a" and party.coins or 2 end) == "a" then emit "rich" {} end
end
