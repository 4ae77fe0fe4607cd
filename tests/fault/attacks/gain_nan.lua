-- gain_nan.lua -- what is no number
extends "delving"
track "z" { start = 0 }
action "bomb" { turns = 0 }
function act.bomb() gain(party, "z", 0/0) end
