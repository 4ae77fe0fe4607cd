-- choices_loop.lua -- choices that do not end
extends "delving"
question "q" { text = "Q?", choices = function() while true do end end }
action "bomb" { turns = 0 }
function act.bomb() ask "q" end
