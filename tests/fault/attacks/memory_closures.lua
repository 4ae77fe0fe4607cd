-- memory_closures.lua -- fills memory with closures, each of which keeps the one before it
-- ends by: memory
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local f = function() end while true do local g = f f = function() return g end end end
