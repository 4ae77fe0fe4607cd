-- question_default.lua -- a default that is none of the choices
extends "delving"
action "bomb" { turns = 0 }
question "q" { text = "?", choices = { "a", "b" }, default = function() return "c" end }
function act.bomb() ask "q" end
