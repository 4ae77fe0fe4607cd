-- delving-day.lua -- a day of delving for `sconce sim --all`: four people, and torches enough.
-- A day file says what is dangerous (the event peril), and how far they have come (the track feet).
extends "delving"
member "Ada" { hp = 8, holds = "torch" }
member "Bo"  { hp = 8 }
member "Cy"  { hp = 8 }
member "Di"  { hp = 8 }
track.torches.start = 1000
setting.fatigue_damage = 0                     -- they last the day
event "peril" {}
function on.encounter() emit "peril" {} end
track "feet" {}
local ended = on.turn_end
function on.turn_end()
  ended()
  party.feet = amount(party.walked, "m") * 10 / 3  -- 36 m are 120 ft
end
