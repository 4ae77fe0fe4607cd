-- go_flood.lua -- makes rooms without end
-- ends by: count
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local i = 0 while true do i = i + 1 go("room " .. i) end end
