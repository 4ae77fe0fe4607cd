-- loop_hook.lua -- an event that causes itself
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
event "echo" { text = "echo" }
function on.echo() emit "echo" { again = true } end
function act.bomb() emit "echo" { again = false } end
