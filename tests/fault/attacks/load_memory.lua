-- load_memory.lua -- fills memory with texts of 1 KB in a for loop, as the file is read
-- ends by: memory
extends "delving"
local t = {}
for i = 1, math.huge do t[i] = ("x"):rep(1000) .. i end
