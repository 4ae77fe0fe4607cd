-- enter_flood.lua -- enters a procedure without end
-- ends by: count
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() while true do enter "turn" end end
