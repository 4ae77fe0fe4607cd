-- A number stands where a text is needed, and a text where a number is.
extends "lamplight"

chart "weather" {
  die = "1d2",
  help = 7,
  { "1", "rain" },
  { "2", "sun" },
}
track "dread" { min = "none" }
-- expect: wrong_type.lua:6: chart "weather", help: a text in quotes is needed, and this is 7
-- expect: wrong_type.lua:10: track "dread", min: a number or a function is needed, and this is "none"
