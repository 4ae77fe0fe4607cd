-- Metres and feet cannot be added without a conversion.
extends "lamplight"

action "measure" { help = "how far now?" }
function act.measure()
  local far = pace.careful.distance
  say("%s", far + amount("10 minutes", "minute"))
  say("%s", far + light.torch.lasts)
end
-- play: measure
-- expect: mixed_units.lua:7: a quantity and a plain number cannot be added; write the number with its unit
