-- poison_string.lua -- replaces a function of the string library
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() string.format = function() return "poisoned" end end
