-- A row has a total that the die never rolls.
extends "lamplight"

chart "omen" { die = "1d6",
  { "1-3", "cold" },
  { "4-8", "echo" },
}
-- expect: beyond_the_die.lua:6: chart "omen", row "echo": 1d6 rolls 1 to 6, never 8; write "4-6", or "4+" when something is added to the die
