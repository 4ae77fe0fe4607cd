-- emit_nameless.lua -- emits an event without a name
extends "delving"
event "e" { text = "x" }
function on.e() emit { "e" } end
action "bomb" { turns = 0 }
function act.bomb() emit { "e" } end
