-- The file changes a field to a value of the wrong type.
extends "lamplight"

light.torch.lasts = 6
pace.careful.maps = "yes"
track.torches.min = "2 m"
-- expect: change_wrong_type.lua:4: light "torch", lasts: a time is needed, as "6 turns" or "1 hour", and this is 6 | write: light.torch.lasts = "6 turns"
-- expect: change_wrong_type.lua:5: pace "careful", maps: true or false is needed, and this is "yes" | write: pace.careful.maps = true
-- expect: change_wrong_type.lua:6: track "torches", min: a number or a function is needed, and this is "2 m"
