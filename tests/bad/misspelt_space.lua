-- The word before the dot is misspelt.
extends "lamplight"

function steps.hazard() roll "hazard" end
-- expect: misspelt_space.lua:4: there is no word 'steps'; did you mean 'step'? | write: function step.hazard() roll "hazard" end
