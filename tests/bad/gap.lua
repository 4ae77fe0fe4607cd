-- A chart must cover its die.
extends "lamplight"

chart "omen" { die = "1d6",
  { "1-3", "cold" },
  { "5-6", "echo" } }
-- expect: gap.lua:4: chart "omen": nothing is written for 4 of 1d6
