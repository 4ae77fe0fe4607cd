-- A thing is made under a name that another one of its kind has already.
extends "lamplight"

light "torch" { lasts = "4 turns" }
light "lamp"  { lasts = "4 turns" }
light "lamp"  { lasts = "6 turns" }
-- expect: made_twice.lua:4: light "torch" was made already, at lamplight.lua:9 | write: light.torch { lasts = "4 turns" }
-- expect: made_twice.lua:6: light "lamp" was made already, at made_twice.lua:5 | write: light.lamp  { lasts = "6 turns" }
