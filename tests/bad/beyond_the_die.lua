-- A row that the die never rolls.
extends "lamplight"

chart "omen" { die = "1d6",
  { "1-3", "cold" },
  { "4-8", "echo" },
}
-- expect: beyond_the_die.lua:6: chart "omen", row "echo": 1d6 rolls 1 to 6, never 8; a last row "4+" is for what is added to the die
