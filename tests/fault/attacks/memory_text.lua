-- memory_text.lua -- a text that doubles
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local s = "x" while true do s = s .. s end end
