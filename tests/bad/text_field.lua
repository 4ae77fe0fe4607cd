-- An action gets a room as its name; the field of a text would silently be nil.
extends "lamplight"

action "aim" { takes = { "room" }, help = "look over there" }
function act.aim(_, where)
  if where.seen then say "Known." end
end
-- play: aim hall
-- expect: text_field.lua:6: a text has no field 'seen'; is this the name of a thing, or of a room (place(name) is the room)?
