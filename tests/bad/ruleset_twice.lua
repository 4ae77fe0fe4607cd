ruleset "Candlelight" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
ruleset "Torchlight" { turn = "5 minutes" }
-- expect: ruleset_twice.lua:3: a chain has one ruleset, and "Candlelight" was made at ruleset_twice.lua:1; a house file extends it and has none of its own
