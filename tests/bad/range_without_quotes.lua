-- Lua reads 2-4 without quotes as a subtraction.
extends "lamplight"

chart "omen" { die = "1d6",
  { 1, "cold" },
  { 2-4, "echo" },
  { "5-6", "drip" },
}
-- expect: range_without_quotes.lua:6: chart "omen": a row begins with its numbers in quotes, { "2-4", "name" }; without quotes, 2-4 is a sum, and this one makes -2
