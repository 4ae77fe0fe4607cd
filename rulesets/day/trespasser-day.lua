-- trespasser-day.lua -- a day of rounds for `sconce sim --all`; see delving-day.lua.  The book measures no ground: rooms.
extends "trespasser"
member "Ada" { hp = 8, holds = "torch" }
member "Bo"  { hp = 8 }
member "Cy"  { hp = 8 }
member "Di"  { hp = 8 }
track.torches.start = 1000
event "peril" {}
function on.encounter() emit "peril" {} end
local usual = on.light_out
function on.light_out(lamp, why)
  usual(lamp, why)
  if #burning() == 0 then kindle("torch", lamp.holder) end
end
track "feet" { tally = true }
local began = on.turn_start
function on.turn_start()
  began()
  skip "act"                                   -- they go on at once
end
