-- The word before the dot.
extends "lamplight"

function steps.hazard() roll "hazard" end
-- expect: misspelt_space.lua:4: there is no word 'steps'; did you mean 'step'?
