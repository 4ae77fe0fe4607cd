-- The name of a deed's argument is misspelt.
extends "lamplight"
action "e" { takes = { "hours: integer" } }
procedure.turn:after("act", "tell")
function step.tell() if deed "e" then say(tostring(deed("e").huors)) end end
-- expect: deed_field.lua:5: deed "e" has no 'huors'; did you mean 'hours'? | write: function step.tell() if deed "e" then say(tostring(deed("e").hours)) end end
