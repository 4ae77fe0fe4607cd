-- gain_nan.lua -- adds NaN to a track
extends "delving"
track "z" { start = 0 }
action "bomb" { turns = 0 }
function act.bomb() gain(party, "z", 0/0) end
