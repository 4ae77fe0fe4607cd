-- memory_unpack.lua -- unpacks a hundred million values
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() return table.unpack({}, 1, 100000000) end
