-- A distance and a time cannot be added.
extends "lamplight"

action "measure" { help = "how far now?" }
action "compare" { help = "which is farther?" }
function act.measure() say("%s", pace.careful.distance + "10 minutes") end
function act.compare() say("%s", pace.careful.distance > "30 ft") end
-- play: measure
-- play: compare
-- expect: mixed_measures.lua:6: 36 m and 10 minutes are not the same measure
-- expect: mixed_measures.lua:7: 30 ft and 36 m are not the same measure
