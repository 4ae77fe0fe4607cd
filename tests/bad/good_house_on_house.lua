-- Right: a second house file on the first.
extends "good_house"
extends "lamplight"

light.lantern.lasts = "12 turns"
track.oil.start = 4
local gleam, usual = rule.gleam, on.kindled
function rule.gleam() return gleam() * 2 end
function on.kindled(lamp) usual(lamp) gain "oil" end
chart.hazard.quiet.text = "The house is quiet."
-- play: light lantern
