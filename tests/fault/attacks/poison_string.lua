-- poison_string.lua -- poisons the library for everybody
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() string.format = function() return "poisoned" end end
