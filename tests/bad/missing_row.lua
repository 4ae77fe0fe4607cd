-- A rule names rows that do not exist.
extends "lamplight"

chart.hazard.quite.text = "Nothing."
chart.hazard.encounters = nil
-- expect: missing_row.lua:4: chart "hazard" has no row 'quite'; did you mean 'quiet'? | write: chart.hazard.quiet.text = "Nothing."
-- expect: missing_row.lua:5: chart "hazard" has no row 'encounters'; did you mean 'encounter'? | write: chart.hazard.encounter = nil
