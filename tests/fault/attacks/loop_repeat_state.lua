-- loop_repeat_state.lua -- a loop that changes the state all the while
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() repeat gain "torches" until false end
