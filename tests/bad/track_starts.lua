-- The start of a track must be one of its values.
extends "lamplight"

track "dread"  { min = 1, max = 6, start = 9 }
track "tension" { min = 4, max = 2 }
track "rumour" { steps = { "none", "some" }, start = "many" }
track "gone"   { unit = "m", start = "2 hours" }
track "oil"    { of = "light", min = 0, max = 6, start = "1d" }
track "lid"    { of = "light", start = false }
light "lamp"   { oil = "lots", lid = "open", lasts = "24 turns" }
member "Pike"  { hp = "many" }
-- expect: track_starts.lua:4: track "dread", start: a number from 1 to 6 is needed, and this is 9
-- expect: track_starts.lua:5: track "tension": its max, 2, is less than its min, 4
-- expect: track_starts.lua:6: track "rumour", start: "none" or "some" is needed, and this is "many"
-- expect: track_starts.lua:7: track "gone", start: a quantity in m is needed, and this is "2 hours"
-- expect: track_starts.lua:8: track "oil", start: a number or dice is needed, and this is "1d"
-- expect: track_starts.lua:10: light "lamp", lid: true or false is needed, and this is "open"
-- expect: track_starts.lua:10: light "lamp", oil: a number or dice is needed, and this is "lots"
-- expect: track_starts.lua:11: member "Pike", hp: a number or dice is needed, and this is "many"
