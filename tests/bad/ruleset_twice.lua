-- A file makes two rulesets.
ruleset "Candlelight" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
ruleset "Torchlight" { turn = "5 minutes" }
-- expect: ruleset_twice.lua:4: a chain has one ruleset, and "Candlelight" was made at ruleset_twice.lua:2; a house file extends it and has none of its own
