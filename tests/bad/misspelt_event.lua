-- A rule names an event that does not exist.
extends "lamplight"

function on.light_owt(lamp) say("%s sighs.", lamp.holder) end
-- expect: misspelt_event.lua:4: on.light_owt: there is no event of that name; did you mean 'light_out'? | write: function on.light_out(lamp) say("%s sighs.", lamp.holder) end
