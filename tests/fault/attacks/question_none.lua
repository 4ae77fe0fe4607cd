-- question_none.lua -- harmless: asks a question without any choice
extends "delving"
action "bomb" { turns = 0 }
question "q" { text = "?", choices = function() return {} end }
function act.bomb() ask "q" end
