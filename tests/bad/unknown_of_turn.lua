-- A track of the turn is misspelt, where it is assigned.
extends "lamplight"
action "pray" { help = "say a word" }
function act.pray() turn.nois = 3 end
-- expect: unknown_of_turn.lua:4: the turn has no track 'nois'; did you mean 'noise'? | write: function act.pray() turn.noise = 3 end
