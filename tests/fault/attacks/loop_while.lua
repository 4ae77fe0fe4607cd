-- loop_while.lua -- loops without end
-- ends by: work
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() while true do end end
