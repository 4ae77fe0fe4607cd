-- load_mem.lua -- fills memory with texts of 1 KB in a while loop, as the file is read
-- ends by: memory
extends "delving"
local t={} while true do t[#t+1]=("x"):rep(1000)..#t end
