-- The house took a row away, and the chart has a gap.
extends "lamplight"

chart.hazard.gutter = nil
-- expect: gap_after_change.lua:4: chart "hazard": nothing is written for 2 to 3 of 1d6
