-- A thing has fields and no name.
extends "lamplight"

light { lasts = "4 turns" }
-- expect: no_name.lua:4: light takes a name in quotes and then its fields: light "name" { … }
