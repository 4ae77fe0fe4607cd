-- move_endless.lua -- moves places up to the last integer with table.move
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() table.move({}, 1, math.maxinteger - 1, 2) end
