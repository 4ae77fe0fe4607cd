-- question_asks.lua -- asks a question whose choices ask it again
-- ends by: depth
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
question "again" { text = "Again?", choices = function() return { ask "again" } end }
function act.bomb() ask "again" end
