-- load_memory.lua -- a memory bomb while the file is read
extends "delving"
local t = {}
for i = 1, math.huge do t[i] = ("x"):rep(1000) .. i end
