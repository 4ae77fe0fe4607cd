-- An added row has the number of another.
extends "lamplight"

chart.hazard:add { "6", "silence" }
-- expect: overlap_added.lua:4: chart "hazard": 6 is both "quiet" and "silence"
