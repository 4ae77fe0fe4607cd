-- A new step has no function.
extends "lamplight"

procedure.turn:after("hazard", "omen")
-- expect: step_new_and_missing.lua:4: procedure "turn": nothing says what the step 'omen' does; write function step.omen() … end, or a chart of that name
