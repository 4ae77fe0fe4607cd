-- negative.lua -- lose by a number below 0 adds, also to what no rule has read in the line.
-- ask: --turns 5 --plan go --measure "high=party.high" --measure "far=amount(party.far)"
ruleset "Negative" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "high" { min = 0, start = 1 }
track "far" { unit = "miles", start = "1 miles" }
track "low" { max = 5, start = 2 }
action "go" {}
function act.go()
  if dice "1d2" == 1 then lose("low", 2) end
  if party.low < 0 then lose("high", party.low) lose("far", "-1 miles") end
end
