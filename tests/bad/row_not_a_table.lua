-- Rows are texts and no tables; a field of a row is misspelt.
extends "lamplight"
chart "omen" { die = "1d3",
  { "1", "cold" },
  "2", "echo",
  { "3", "drip", txet = "grey" },
}
-- expect: row_not_a_table.lua:5: chart "omen": every row says its numbers, { "1-2", "name" }, or none does; this is "2"
-- expect: row_not_a_table.lua:5: chart "omen": every row says its numbers, { "1-2", "name" }, or none does; this is "echo"
-- expect: row_not_a_table.lua:6: chart "omen": a row has no field 'txet'; did you mean 'text'? | write: { "3", "drip", text = "grey" },
