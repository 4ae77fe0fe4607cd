-- nan_state.lua -- puts NaN into the state
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "n" {}
function act.bomb() party.n = 0 / 0 end
