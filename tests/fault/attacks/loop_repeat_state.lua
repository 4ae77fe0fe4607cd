-- loop_repeat_state.lua -- changes the state in a loop without end
-- ends by: count
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() repeat gain "torches" until false end
