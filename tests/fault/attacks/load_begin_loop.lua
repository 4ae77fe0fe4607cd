-- load_begin_loop.lua -- the beginning does not end
extends "delving"
function on.begin() while true do end end
action "bomb" { turns = 0 }
