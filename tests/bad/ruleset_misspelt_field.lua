-- A field of the ruleset is misspelt, and its die has no sides.
ruleset "Candlelight" {
  trun = "10 minutes",
  check = "1d",
}
procedure "turn" { "act", "time" }
-- expect: ruleset_misspelt_field.lua:3: ruleset "Candlelight" has no field 'trun'; did you mean 'turn'? | write: turn = "10 minutes",
-- expect: ruleset_misspelt_field.lua:4: ruleset "Candlelight", check: a number of sides should follow the d, and this is "1d"
