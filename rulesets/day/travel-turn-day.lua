-- travel-turn-day.lua -- a day of travel turns for `sconce sim --all`; see delving-day.lua.  By torchlight: miles, as feet.
extends "travel-turn"
member "Ada" { hp = 8, con = 30, holds = "torch" }            -- they last the day
member "Bo"  { hp = 8, con = 30 }
member "Cy"  { hp = 8, con = 30 }
member "Di"  { hp = 8, con = 30 }
track.torches.start = 1000
question.what.always = "trouble"                -- what it is, is no matter here
event "peril" {}
function on.encounter() emit "peril" {} end
local usual = on.light_out
function on.light_out(lamp, why)
  usual(lamp, why)
  if #burning() == 0 then kindle("torch", lamp.holder) end
end
track "feet" {}
local ended = on.turn_end
function on.turn_end()
  ended()
  party.feet = party.feet + amount(rule.party_miles(), "mile") * 5280 / setting.day_hours
end
