-- A house file, which house_on_house.lua extends, has a misspelt field.
extends "lamplight"

light "lantern" { lasts = "24 turns", brigth = "9 m" }
-- expect: house_below.lua:4: light "lantern" has no field 'brigth'; did you mean 'bright'? | write: light "lantern" { lasts = "24 turns", bright = "9 m" }
