-- A word is missing before a name; a second pair of braces follows.
extends "lamplight"

light "lamp" { lasts = "4 turns" }
"lantern" { lasts = "6 turns" }
light.torch { lasts = "4 turns" }
{ bright = "9 m" }
-- expect: word_missing.lua:4: "lantern" follows light "lamp" { … } and has no word of its own, as light or chart; is one missing before it?
-- expect: word_missing.lua:6: all fields of light.torch { … } stand in one pair of braces
