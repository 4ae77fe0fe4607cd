-- No procedure uses this step function.
extends "lamplight"

function step.hazrad() roll "hazard" end
-- expect: misspelt_step.lua:4: step.hazrad: no procedure has a step of that name; did you mean 'hazard'? | write: function step.hazard() roll "hazard" end
