-- The rows end before the die does.
extends "lamplight"

chart "omen" { die = "2d6",
  { "2-3", "cold" },
  { "4-9", "echo" },
}
-- expect: gap_at_the_end.lua:4: chart "omen": nothing is written for 10 to 12 of 2d6
