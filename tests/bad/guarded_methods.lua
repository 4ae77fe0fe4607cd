-- Texts have only the methods that rules may use: no bytecode, and no text longer than a million bytes.
extends "lamplight"

action "dump" { turns = 0, help = "as bytecode" }
function act.dump() say(tostring(("x").dump)) end
-- play: dump
-- expect: guarded_methods.lua:5: a text has no field 'dump'; is this the name of a thing, or of a room (place(name) is the room)?
