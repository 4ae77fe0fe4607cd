-- Every row needs its own name.
extends "lamplight"

chart "omen" { die = "1d6",
  { "1", "cold" },
  { "2", "cold" },
  { "3", "die" },
  { "4" },
  { "5", 5 },
  { "6", "add" },
}
-- expect: row_names.lua:6: chart "omen" has two rows named "cold"; give one of them another name
-- expect: row_names.lua:7: chart "omen": a row cannot be named "die", which means something else after chart.omen; give it another name
-- expect: row_names.lua:8: chart "omen": a row needs a name in quotes after its numbers, { "4", "name" }
-- expect: row_names.lua:9: chart "omen": a row needs a name in quotes after its numbers, { "5", "name" }
-- expect: row_names.lua:10: chart "omen": a row cannot be named "add", which means something else after chart.omen; give it another name
