-- dungeon-turn-day.lua -- a day of dungeon turns for `sconce sim --all`; see delving-day.lua.
extends "dungeon-turn"
member "Ada" { hp = 8, holds = "torch" }
member "Bo"  { hp = 8 }
member "Cy"  { hp = 8 }
member "Di"  { hp = 8 }
track.torches.start = 1000
track.inside.start = true
question.combat.always = "no fight"
event "peril" {}
question.creature.always = "somebody"
rule.sign = nil
function rule.sign() say "a trace" end
chart.hazard.effect.rolls = nil
question.disposition.always = "polite"
function on.encounter() emit "peril" {} end
local usual = on.light_out
function on.light_out(lamp, why)
  usual(lamp, why)
  if #burning() == 0 then kindle("torch", lamp.holder) end
end
track "zones_walked" { tally = true }
local move = act.move
function act.move(them, ...)
  move(them, ...)
  gain("zones_walked", amount(pace.careful.distance, "zone"))
end
track "feet" {}
local ended = on.turn_end
function on.turn_end()
  ended()
  party.feet = party.zones_walked * 40        -- a zone is about 40 ft
end
