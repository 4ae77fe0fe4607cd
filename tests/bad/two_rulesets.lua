-- A chain of files can have only one ruleset.
extends "lamplight"

ruleset "Candlelight" { turn = "10 minutes" }
-- expect: two_rulesets.lua:4: a chain has one ruleset, and "Lamplight" was made at lamplight.lua:2; a house file extends it and has none of its own
