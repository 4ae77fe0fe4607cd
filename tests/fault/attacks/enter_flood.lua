-- enter_flood.lua -- enters a procedure without end
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() while true do enter "turn" end end
