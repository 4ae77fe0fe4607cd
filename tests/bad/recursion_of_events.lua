-- An event brings itself without end.
extends "lamplight"
action "shout" { help = "and hear it again" }
event "echo" {}
function on.echo() emit "echo" {} end
function act.shout() emit "echo" {} end
-- play: shout
-- expect: recursion_of_events.lua:5: rules call each other without end
