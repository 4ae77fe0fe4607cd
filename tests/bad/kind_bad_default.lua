-- The default of a field must have the field's type.
extends "lamplight"

kind.member:has {
  class = "fighter",
  armour = "integer = leather",
  lamp = "light = torsh",
  size = "small|large = huge",
  stride = "distance = 1 hour",
}
-- expect: kind_bad_default.lua:5: member, field class: 'fighter' is not a type of field; a text that begins so is "string = fighter"
-- expect: kind_bad_default.lua:6: member, field armour: a whole number is needed, and this is "leather"
-- expect: kind_bad_default.lua:7: member, field lamp: there is no light 'torsh'; did you mean 'torch'? | write: lamp = "light = torch",
-- expect: kind_bad_default.lua:8: member, field size: "small" or "large" is needed, and this is "huge"
-- expect: kind_bad_default.lua:9: member, field stride: a distance is needed, as "36 m", and this is "1 hour"
