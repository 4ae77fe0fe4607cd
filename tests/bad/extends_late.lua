-- extends must come before all other words.
light "lamp" { lasts = "4 turns" }
extends "lamplight"
-- expect: extends_late.lua:3: extends comes first in a file, before anything is made or changed
