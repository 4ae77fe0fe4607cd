-- enter_flood.lua -- enters procedures without end
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() while true do enter "turn" end end
