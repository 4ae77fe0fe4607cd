-- The house file gives a chart a larger die and no new rows.
extends "lamplight"

chart.hazard.die = "1d8"
-- expect: gap_after_new_die.lua:4: chart "hazard": nothing is written for 7 to 8 of 1d8
