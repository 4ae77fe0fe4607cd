-- question_default.lua -- asks a question whose default is none of its choices
extends "delving"
action "bomb" { turns = 0 }
question "q" { text = "?", choices = { "a", "b" }, default = function() return "c" end }
function act.bomb() ask "q" end
