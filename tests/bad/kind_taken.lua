-- A new kind has the name of a kind, and of a word of the language.
extends "lamplight"
kind "light" { hd = "integer" }
kind "roll" { hd = "integer" }
-- expect: kind_taken.lua:3: the kind "light" is there already; kind.light:has { … } adds fields to it
-- expect: kind_taken.lua:4: kind "roll": 'roll' is a word of the language already; choose another
