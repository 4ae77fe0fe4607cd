-- A function is written twice; the second would silently replace the first.
extends "lamplight"

action "rest" { help = "sit down" }

function act.rest() say "Nothing." end
function act.rest() say "Something." end
-- expect: function_twice.lua:7: act.rest is written a second time in this file; the first stands in line 6
