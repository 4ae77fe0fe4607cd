-- A ruleset needs a procedure.
ruleset "Candlelight" { turn = "10 minutes" }
light "candle" { lasts = "6 turns" }
-- expect: no_procedure.lua:2: a ruleset needs a procedure, the steps of a turn; the shortest is procedure "turn" { "act", "time" }
