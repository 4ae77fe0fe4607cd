-- Lua reads 1d6 without quotes as a malformed number.
extends "lamplight"

chart "omen" { die = 1d6, { "1-6", "cold" } }
-- expect: number_without_quotes.lua:4: 1d6 is not a number | write: chart "omen" { die = "1d6", { "1-6", "cold" } }
