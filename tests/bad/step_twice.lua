-- A step can be in a procedure only once.
extends "lamplight"

procedure.turn:after("hazard", "act")
-- expect: step_twice.lua:4: procedure "turn" has the step 'act' twice
