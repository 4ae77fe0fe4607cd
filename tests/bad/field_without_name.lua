-- A value stands without a field.
extends "lamplight"

light "lamp" { "4 turns" }
-- expect: field_without_name.lua:4: light "lamp": every field has a name, as help = …
