-- A new kind is checked like any other.
extends "lamplight"

kind "monster" { hd = "integer", size = "small|large = small", lair = "room?" }
monster "rat" { hd = 1 }
monster "ogre" { hd = "four", size = "huge" }
monster "ghost" { size = "large" }
monster.rat.hp = 4
-- expect: kind_checked.lua:6: monster "ogre", hd: a whole number is needed, and this is "four"
-- expect: kind_checked.lua:6: monster "ogre", size: "small" or "large" is needed, and this is "huge"
-- expect: kind_checked.lua:7: monster "ghost" needs the field 'hd', a whole number
-- expect: kind_checked.lua:8: monster "rat" has no field 'hp'; did you mean 'hd'? | write: monster.rat.hd = 4
