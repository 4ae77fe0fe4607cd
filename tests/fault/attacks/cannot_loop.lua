-- cannot_loop.lua -- a rule of what cannot be done that does not end
extends "delving"
action "bomb" { turns = 0 }
function cannot.bomb() for i = 1, math.huge do end end
