-- A part has mistakes: one shows while it is read, the others when all files are read.
extends "lamplight"
include "names"
-- expect: parts/names.lua:2: there is no light 'toch'; did you mean 'torch'? | write: light.torch.lasts = "1 hour"
-- expect: parts/names.lua:4: there is no rule.nobody; to write it, add function rule.nobody() … end
-- expect: parts/names.lua:6: there is no chart 'hazzard'; did you mean 'hazard'? | write: function step.hazard() usual() roll "hazard" end
