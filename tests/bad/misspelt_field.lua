-- A thing has a field that its kind does not have.
extends "lamplight"

light "lantern" {
  lasts = "24 turns",
  brite = "9 m",
}
-- expect: misspelt_field.lua:6: light "lantern" has no field 'brite'; there are help, lasts, spends and bright
