-- A rule names rows that do not exist.
extends "lamplight"

chart.hazard.quite.text = "Nothing."
chart.hazard.encounters = nil
-- expect: missing_row.lua:4: chart "hazard" has no row 'quite'; did you mean 'quiet'?
-- expect: missing_row.lua:5: chart "hazard" has no row 'encounters'; did you mean 'encounter'?
