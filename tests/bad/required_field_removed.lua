-- An optional field may be removed, a required one may not.
extends "lamplight"

kind "monster" { hd = "integer", lair = "string?" }
monster "ogre" { hd = 4, lair = "the well" }
monster.ogre.lair = nil
monster.ogre.hd = nil
monster.ogre.hpp = nil
-- expect: required_field_removed.lua:7: monster "ogre" needs the field 'hd', a whole number
-- expect: required_field_removed.lua:8: monster "ogre" has no field 'hpp'; there are hd and lair
