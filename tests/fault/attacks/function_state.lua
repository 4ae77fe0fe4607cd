-- function_state.lua -- a function in the state
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "trick" { start = {} }
function act.bomb() party.trick[1] = function() end end
