-- loop_while.lua -- an endless loop
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() while true do end end
