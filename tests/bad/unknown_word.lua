-- A word of the language is misspelt.
extends "lamplight"
action "wait" { help = "wait" }
function act.wait() rol "hazard" end
-- expect: unknown_word.lua:4: there is no word 'rol'; did you mean 'roll'? | write: function act.wait() roll "hazard" end
