-- A room is given to an action by its name; a field of that would silently be nothing.
extends "lamplight"

action "aim" { takes = { "room" }, help = "look over there" }
function act.aim(_, where)
  if where.seen then say "Known." end
end
-- play: aim hall
-- expect: text_field.lua:6: a text has no field 'seen'; is this the name of a thing, or of a room (place(name) is the room)?
