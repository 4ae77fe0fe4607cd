-- A step is added after one that does not exist.
extends "lamplight"

procedure.turn:after("hazrd", "omen")
chart "omen" { die = "1d2", { "1", "cold" }, { "2", "echo" } }
-- expect: step_not_there.lua:4: procedure "turn" has no step 'hazrd'; did you mean 'hazard'? | write: procedure.turn:after("hazard", "omen")
