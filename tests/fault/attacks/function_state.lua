-- function_state.lua -- puts a function into the state
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "trick" { start = {} }
function act.bomb() party.trick[1] = function() end end
