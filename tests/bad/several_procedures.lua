-- With several procedures the ruleset must name the first.
ruleset "Candlelight" { turn = "10 minutes" }
procedure "turn"  { "act", "time" }
procedure "watch" { lasts = "4 hours", "act", "time" }
-- expect: several_procedures.lua:2: there are several procedures; say which one begins: ruleset "Candlelight" { procedure = "turn" }
