-- Mistakes in this file and in the house file that it extends are reported, each at its line.
extends "house_below"

light.lantern.lasts = "12 trns"
light.lanten.bright = "6 m"
-- expect: house_below.lua:4: light "lantern" has no field 'brigth'; did you mean 'bright'? | write: light "lantern" { lasts = "24 turns", bright = "9 m" }
-- expect: house_on_house.lua:4: light "lantern", lasts: a time is needed, and this is "12 trns"; did you mean 'turns'? | write: light.lantern.lasts = "12 turns"
-- expect: house_on_house.lua:5: there is no light 'lanten'; did you mean 'lantern'? | write: light.lantern.bright = "6 m"
