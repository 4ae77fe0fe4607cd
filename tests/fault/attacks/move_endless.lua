-- move_endless.lua -- table.move to the end of the integers
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() table.move({}, 1, math.maxinteger - 1, 2) end
