-- meant.lua -- the same words of a line mean another lamp or room each time.
-- ask: --turns 3 --plan "strike; trim torch; walk ha" --before a_trims,b_trims
ruleset "Meant" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
light "torch" {}
member "A" {}
member "B" {}
event "a_trims" {}
event "b_trims" {}
event "nothing" {}
event "hall" {}
event "elsewhere" {}
action "strike" {}
action "trim" { takes = { "lamp?" } }
action "walk" { takes = { "room" } }
function act.strike()
  for lamp in each(burning()) do put_out(lamp) end
  local n = dice "1d3"
  if n < 3 then kindle("torch", party.members[n], { free = true }) end
  go(dice "1d2" == 1 and "hall of kings" or "hut")
end
function act.trim(_, lamp)
  if not lamp then emit "nothing" {} elseif lamp.holder == "A" then emit "a_trims" {} else emit "b_trims" {} end
end
function act.walk(_, room)
  if room == "hall of kings" then emit "hall" {} else emit "elsewhere" {} end
end
