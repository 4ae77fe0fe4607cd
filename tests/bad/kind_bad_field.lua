-- A new kind has a field of a misspelt type; a thing of it lacks a field.
extends "lamplight"
kind "monster" { hd = "intger", number = "dice" }
monster "rat" { hd = 1 }
-- expect: kind_bad_field.lua:3: monster, field hd: 'intger' is not a type of field; did you mean 'integer'? | write: kind "monster" { hd = "integer", number = "dice" }
-- expect: kind_bad_field.lua:4: monster "rat" needs the field 'number', dice or a whole number
