-- Two rows have the same number.
extends "lamplight"

chart "omen" { die = "1d6",
  { "1-3", "cold" },
  { "3-6", "echo" },
}
-- expect: overlap.lua:6: chart "omen": 3 is both "cold" and "echo"
