-- pcall_loop.lua -- tries to swallow the end
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() while true do pcall(error) end end
