-- The house file removes a row, which leaves a gap in the chart.
extends "lamplight"

chart.hazard.gutter = nil
-- expect: gap_after_change.lua:4: chart "hazard": nothing is written for 2 to 3 of 1d6
