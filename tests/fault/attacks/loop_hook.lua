-- loop_hook.lua -- emits an event from the hook of that event, without end
-- ends by: depth
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
event "echo" { text = "echo" }
function on.echo() emit "echo" { again = true } end
function act.bomb() emit "echo" { again = false } end
