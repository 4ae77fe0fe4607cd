extends "lamplight"

action "throw" { at = "fight", help = "throw something" }
-- expect: action_step_missing.lua:3: action "throw", at: no procedure has a step 'fight'; there are act, hazard and time
