-- track_wraps.lua -- a number that turns round at its end
extends "delving"
track "z" { start = 9223372036854775807 }
action "bomb" { turns = 0 }
function act.bomb() gain(party, "z", 1) end
