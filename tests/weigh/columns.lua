-- columns.lua -- a chart with columns, chosen by a ladder that turns, and by a rule that reads a number.
-- ask: --plan "go" --turns 6 --measure "depth=party.depth"
ruleset "Columns" { turn = "10 minutes" }
procedure "turn" { "act", "weather", "beasts", "time" }
track "season" { steps = { "summer", "winter" }, wraps = true }
track "depth"  { start = 1, max = 5 }
chart "weather" { die = "2d6", columns = "summer|winter", by = "season",
  { "2-3 | 2-6", "rain" }, { "- | 7-9", "snow", gains = "season" }, { "4-12 | 10-12", "sun", gains = "season" } }
chart "beasts" { columns = "1|2-3|4+", by = rule.level, { "rats|ghouls|wights", gains = "depth" }, "bats|slimes|wights", "rats|bats|rats", "nothing|ghouls|rats" }
function rule.level() return party.depth end
action "go" {}
