-- The file loops without end while it is read.
extends "lamplight"

local n = 0
while n >= 0 do n = n + 0 end
-- expect: endless_load.lua:5: the rules did not come to an end in time; is there a loop that never ends?
