-- A field of the room is misspelt.
extends "lamplight"
action "pray" { help = "say a word" }
function act.pray() for x in each(here.hiden) do say(x) end end
-- expect: unknown_of_here.lua:4: a room has no track or field 'hiden'; did you mean 'hidden'? | write: function act.pray() for x in each(here.hidden) do say(x) end end
