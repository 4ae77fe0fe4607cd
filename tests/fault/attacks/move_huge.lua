-- move_huge.lua -- moves a thousand million places with table.move
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() table.move({}, 1, 1000000000, 2) end
