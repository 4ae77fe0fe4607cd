-- go_lines.lua -- a room whose name has lines and escapes
extends "delving"
action "bomb" { turns = 0 }
function act.bomb() go("\27[31mhall\n../../x") end
