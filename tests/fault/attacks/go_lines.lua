-- go_lines.lua -- enters a room with an escape, a line break and a path in its name
extends "delving"
action "bomb" { turns = 0 }
function act.bomb() go("\27[31mhall\n../../x") end
