-- cannot_loop.lua -- loops without end in cannot.bomb, which says whether the verb can be done
-- ends by: work
extends "delving"
action "bomb" { turns = 0 }
function cannot.bomb() for i = 1, math.huge do end end
