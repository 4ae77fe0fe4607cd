-- A method is called without its colon.
extends "lamplight"

kind.member.has { str = 0 }
chart.hazard.add { "7", "silence" }
procedure.turn.after("hazard", "omen")
procedure.turn:after("hazard")
procedure.turn:replace("hazard", nil)
-- expect: colon_missing.lua:4: has is called with a colon: kind.member:has { … }
-- expect: colon_missing.lua:5: add is called with a colon: chart.hazard:add { … }
-- expect: colon_missing.lua:6: after is called with a colon: procedure.turn:after("STEP", "NEW")
-- expect: colon_missing.lua:7: procedure.turn:after("STEP", "NEW") is how it is written
-- expect: colon_missing.lua:8: procedure.turn:replace("STEP", "NEW") is how it is written
