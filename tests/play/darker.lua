-- darker.lua -- torches do not last, and the cold bites
extends "lamplight"
light.torch.lasts = "2 turns"
chart.hazard.quiet.text = "Nothing stirs. Far below, water drips into water, and the drip has an echo that comes a little late, every time."
local chill = rule.chill
function rule.chill()
  say "The cold bites."

  chill()
end
