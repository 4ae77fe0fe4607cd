-- load_mem.lua -- one of many
extends "delving"
local t={} while true do t[#t+1]=("x"):rep(1000)..#t end
