-- Rows have a range in words, and one that runs backwards.
extends "lamplight"
chart "omen" { die = "1d6",
  { "1 to 3", "cold" },
  { "6-4", "echo" },
}
-- expect: row_bad_range.lua:4: chart "omen", row "cold": "1 to 3" is not a place on a die | write: { "1-3", "cold" },
-- expect: row_bad_range.lua:5: chart "omen", row "echo": "6-4" runs backwards | write: { "4-6", "echo" },
