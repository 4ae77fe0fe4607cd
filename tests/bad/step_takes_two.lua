-- The function of a step has two parameters.
extends "lamplight"
procedure.turn:after("act", "chill")
function step.chill(who, what) say("%s %s", who.name, what) end
-- expect: step_takes_two.lua:4: step.chill takes who it is done for, if it is done for each of the party, and nothing else
