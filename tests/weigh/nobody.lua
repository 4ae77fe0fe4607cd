-- nobody.lua -- when nobody is left, a measure keeps the value of the turn that was the last.
-- ask: --turns 6 --plan risk --measure "deep=turn.depth > 1" --measure "depth=turn.depth"
ruleset "Nobody" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "depth" { of = "turn", start = 1 }
member "A" {}
member "B" {}
action "risk" {}
function act.risk()
  turn.depth = dice "1d3"
  for who in each(party) do who.away = dice "1d2" == 1 end
end
