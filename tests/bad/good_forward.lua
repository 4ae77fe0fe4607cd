-- Right: a thing may be named before it is made.
extends "lamplight"

procedure.turn:after("hazard", "omen")
action "signal" { turns = rule.long, help = "wave the light" }
chart "omen" { die = "1d2", { "1", "cold", rule.shiver }, { "2", "echo", rule.shiver } }
light "beacon" { lasts = "3 turns", spends = "oil" }
function act.signal() rule.wave(light.beacon) emit "signal" { } end
function rule.long() return 1 end
function rule.wave(what) say("%s", what.name) roll("weather") end
function rule.shiver() rule.wave(light.torch) end
chart "weather" { die = "1d4", { "1-3", "dry" }, { "4", "wet" } }
track "oil" { min = 0, start = 2 }
event "signal" { text = "A signal." }
-- play: signal
