-- pcall_loop.lua -- catches every error in a loop without end, to outlive the time limit
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() while true do pcall(error) end end
