-- move_huge.lua -- table.move over a thousand million places
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() table.move({}, 1, 1000000000, 2) end
