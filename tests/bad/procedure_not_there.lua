-- The ruleset names a first procedure that does not exist.
ruleset "Candlelight" { turn = "10 minutes", procedure = "trun" }
procedure "turn" { "act", "time" }
-- expect: procedure_not_there.lua:2: there is no procedure 'trun'; did you mean 'turn'? | write: ruleset "Candlelight" { turn = "10 minutes", procedure = "turn" }
