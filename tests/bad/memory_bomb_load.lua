-- The file fills all memory while it is read.
extends "lamplight"

local list = {}
while true do list[#list + 1] = string.rep("x", 100000) .. #list end
-- expect: memory_bomb_load.lua:5: the rules used up their memory (96 MB); --memory 192 allows more
