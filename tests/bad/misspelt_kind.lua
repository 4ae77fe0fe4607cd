-- A word is not a kind.
extends "lamplight"

lihgt "lantern" { lasts = "24 turns" }
-- expect: misspelt_kind.lua:4: there is no word 'lihgt'; did you mean 'light'? | write: light "lantern" { lasts = "24 turns" }
