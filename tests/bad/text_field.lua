-- An action is given the name of a room and not the room: a field of that text would silently be nil.
extends "lamplight"

action "aim" { takes = { "room" }, help = "look over there" }
function act.aim(_, where)
  if where.seen then say "Known." end
end
-- play: aim hall
-- expect: text_field.lua:6: a text has no field 'seen'; is this the name of a thing, or of a room (place(name) is the room)?
