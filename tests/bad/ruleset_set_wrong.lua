-- A house file sets fields of the ruleset wrongly: misspelt, of a wrong type, a procedure that is not there.
extends "lamplight"
ruleset.trun = "5 minutes"
ruleset.starts = "5 miles"
ruleset.procedure = "fight"
-- expect: ruleset_set_wrong.lua:3: ruleset "Lamplight" has no field 'trun'; did you mean 'turn'? | write: ruleset.turn = "5 minutes"
-- expect: ruleset_set_wrong.lua:4: ruleset "Lamplight", starts: a time is needed, as "6 turns" or "1 hour", and this is "5 miles"
-- expect: ruleset_set_wrong.lua:5: there is no procedure 'fight'; there is only turn
