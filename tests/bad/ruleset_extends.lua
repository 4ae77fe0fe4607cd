-- A ruleset cannot extend anything.
ruleset "Candlelight" { turn = "10 minutes" }
extends "lamplight"
procedure "turn" { "act", "time" }
-- expect: ruleset_extends.lua:3: a ruleset stands at the foot of a chain, and extends nothing
