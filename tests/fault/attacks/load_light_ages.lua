-- load_light_ages.lua -- a light that burns for ages
extends "delving"
light "sun" { lasts = "9223372036854775807 hours" }
action "bomb" { turns = 0 }
function act.bomb() kindle("sun") end
