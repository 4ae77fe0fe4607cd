-- ended.lua -- events that end play, beside things on which these do not depend: odds weigh both apart.
-- ask: --turns 9 --plan "sail" --measure "storms=party.storms" --before "rescue,sunk"
ruleset "Ended" { turn = "1 day" }
procedure "day" { "act", "weather", "sea", "rats", "time" }
track "storms" { max = 9 }
track "rats" { start = 3, min = 0, max = 12 }
track "hull" { start = 6, min = 0 }
track "grain" { start = 12, min = 0 }
chart "weather" { die = "1d6", { "1-2", "storm", gains = "storms" }, { "3-6", "fair" } }
event "sunk" { ends = true }
event "rescue" { ends = true }
event "eaten" {}
action "sail" {}
function step.sea()
  if dice "1d6" == 1 then lose("hull", dice "1d3") end
  if dice "1d12" == 12 then emit "rescue" {} end
end
function step.rats()
  if dice "1d4" == 1 then gain "rats" end
  if dice "1d4" == 1 then lose("grain", party.rats) end
end
function on.hull(_, _, now) if now == 0 then emit "sunk" {} end end
function on.grain(_, _, now) if now == 0 then emit "eaten" {} end end
