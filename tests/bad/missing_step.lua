-- A procedure names a step that has no function.
extends "lamplight"

procedure "watch" { lasts = "4 hours",
  "act",
  "hazrd",
  "time" }
-- expect: missing_step.lua:6: procedure "watch": nothing says what the step 'hazrd' does; did you mean 'hazard'? | write: "hazard",
