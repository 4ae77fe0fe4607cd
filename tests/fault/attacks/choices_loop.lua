-- choices_loop.lua -- loops without end in the function that lists a question's choices
-- ends by: work
extends "delving"
question "q" { text = "Q?", choices = function() while true do end end }
action "bomb" { turns = 0 }
function act.bomb() ask "q" end
