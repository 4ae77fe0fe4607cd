-- memory_text.lua -- doubles a text without end
-- ends by: memory
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local s = "x" while true do s = s .. s end end
