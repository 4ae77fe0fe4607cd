-- coroutines.lua -- loops without end in a coroutine
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() coroutine.wrap(function() while true do end end)() end
