-- A method is called without its colon.
extends "lamplight"

kind.member.has { str = 0 }
chart.hazard.add { "7", "silence" }
procedure.turn.after("hazard", "omen")
procedure.turn:after("hazard")
procedure.turn:replace("hazard", nil)
-- expect: colon_missing.lua:4: has is called with a colon: kind.member:has { … } | write: kind.member:has { str = 0 }
-- expect: colon_missing.lua:5: add is called with a colon: chart.hazard:add { … } | write: chart.hazard:add { "7", "silence" }
-- expect: colon_missing.lua:6: after is called with a colon: procedure.turn:after("STEP", "NEW") | write: procedure.turn:after("hazard", "omen")
-- expect: colon_missing.lua:7: a step is named by its place and its name | write: procedure.turn:after("STEP", "NEW")
-- expect: colon_missing.lua:8: a step is named by its place and its name | write: procedure.turn:replace("STEP", "NEW")
