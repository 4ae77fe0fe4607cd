-- loops.lua -- loops that a die ends, and loops that could run long, but hardly ever do.
-- ask: --turns 4 --plan "loop; climb" --measure n=party.n --before high,stuck
ruleset "Loops" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "n" { min = 0, max = 9 }
event "high" {}
event "stuck" {}
action "loop" {}
action "climb" {}
function act.loop()
  local left, sum = 5, 0
  while left > 0 and dice "1d6" > 2 do left, sum = left - 1, sum + 1 end
  set("n", sum)
  if sum >= 4 then emit "high" {} end
end
function act.climb()
  local tries = 0
  repeat tries = tries + 1 until dice "1d3" == 1 or tries == party.n + 1
  if tries > party.n then emit "stuck" {} end
end
