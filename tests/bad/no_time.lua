-- A turn without a length brings only a warning.
ruleset "Candlelight" { turn = "10 minutes" }
procedure "turn" { "act" }
-- expect: no_time.lua:3: warning: procedure "turn" has no step 'time', so its turns pass no time
