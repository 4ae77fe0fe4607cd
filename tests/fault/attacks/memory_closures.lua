-- memory_closures.lua -- closures without end
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local f = function() end while true do local g = f f = function() return g end end end
