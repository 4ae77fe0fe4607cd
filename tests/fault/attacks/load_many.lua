-- load_many.lua -- declares 100,000 lights
-- ends by: memory
extends "delving"
for i=1,100000 do light("l"..i) { lasts = "1 turns" } end
