-- A field has a name that resembles no other.
extends "lamplight"

pace "crawl" { distance = "12 m", colour = "grey" }
-- expect: misspelt_field_elsewhere.lua:4: pace "crawl" has no field 'colour'; there are distance, help and maps
