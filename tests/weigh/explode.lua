-- explode.lua -- dice that explode, count successes, are kept and rerolled; usage dice and pools.
-- ask: --turns 4 --plan "roll; wear; pool; hit" --measure "out=party.rope=='gone'" --measure sum=party.sum --before big,gone
ruleset "Explode" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "rope" { steps = { "gone", "d4", "d6", "d8" }, start = "d6" }
track "sum" { max = 12 }
track "tension" { min = 0, max = 4, start = 1 }
event "big" {}
event "gone" {}
event "sixes" {}
action "roll" {}
action "wear" {}
action "pool" {}
action "hit" {}
function act.roll() if dice "4d6ro<3kh2" >= 12 then emit "big" {} end set("sum", math.min(12, dice "2d4min2")) end
function act.wear()
  local n, down = use("rope", 2)
  if n and down and party.rope == "gone" then emit "gone" {} end
end
function act.pool()
  gain "tension"
  local list, sum = pool(party.tension, "d6", "tension")
  local n = 0
  for face in each(list) do if face == 6 then n = n + 1 end end
  if n >= 2 then emit "sixes" {} end
  if sum > 12 then set("tension", 0) end
end
function act.hit() if dice "4d6kh3" >= 14 or dice "5d10>=8" == 0 then emit "big" {} end end
