-- load_light_ages.lua -- declares and lights a light that burns longer than the clock can count
extends "delving"
light "sun" { lasts = "9223372036854775807 hours" }
action "bomb" { turns = 0 }
function act.bomb() kindle("sun") end
