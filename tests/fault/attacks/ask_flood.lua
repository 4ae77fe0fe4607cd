-- ask_flood.lua -- asks a question without end
-- ends by: count
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
question "more" { text = "More?", default = true }
function act.bomb() while ask "more" do end end
