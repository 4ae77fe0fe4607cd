-- A row has a fifth part, and a row has a number in place of its text.
extends "lamplight"
chart "omen" { die = "1d2",
  { "1", "cold", "The air is cold.", rule.meet, "and damp" },
  { "2", "echo", 7 },
}
-- expect: row_too_long.lua:4: chart "omen": a row holds numbers, a name, a text and a rule, { "1", "name", "text", rule.NAME }, and this one holds more
-- expect: row_too_long.lua:5: chart "omen", row "echo": write its text in quotes; this is 7
