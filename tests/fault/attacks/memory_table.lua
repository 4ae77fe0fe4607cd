-- memory_table.lua -- fills memory with a table
-- ends by: memory
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local t = {} for i = 1, math.huge do t[i] = { i } end end
