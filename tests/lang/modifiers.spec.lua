-- Modifiers of checks and of charts.
tests "modifiers" {}

test "a modifier holds when it says so" {
  { "jump", dice = "d20:15", sees = "DEX 15+1 = 16 vs 12, success" },
  { "lua set('dark', true)" },
  { "jump", dice = "d20:15", sees = "DEX 15-9 = 6 vs 12, failure" },
  { "think", dice = "d20:12", sees = "success" },
}
test "rolling under, it makes the number smaller" {
  given = { dark = true }, { "hide", dice = "d20:3", sees = "3 under 2, failure" },
}
test "an advantage" {
  party = { { "Pike", dex = 3 } },
  { "jump", dice = "2d20:2,9", sees = "DEX 9+3 = 12 vs 12, success" },
}
test "a chart's roll, and not a place" {
  given = { stench = 2 },
  { "wander", dice = "d6:2", sees = "hazard.b" }, { "place", sees = "hazard.a" },
}
test "both sides of a contest" {
  given = { dark = true }, { "wrestle", dice = "d20:5 d20:8", sees = "DEX 8-9 = -1 vs -3, success" },
}
test "a house file changes one, and takes one away" {
  house = [[ modifier.darkness.add = -5  modifier.luck = nil ]], given = { dark = true },
  party = { { "Pike", dex = 3 } },
  { "jump", dice = "d20:15", sees = "DEX 15-2 = 13 vs 12, success" },
}
test "on.check finds what they did" {
  house = [[ function on.check(c) if c.modifiers then c.add = c.add - c.modifiers[1].add end end ]],
  given = { dark = true }, { "jump", dice = "d20:11", sees = "DEX 11+1 = 12 vs 12, success" },
}
test "exact odds" {
  given = { dark = true, stench = 1 },
  { plan = "jump", turns = 1, odds = { ["check.success"] = "0" } },
  { plan = "think", turns = 1, odds = { ["check.success"] = "9/20" } },
  { plan = "wander", turns = 1, odds = { ["hazard.b"] = "2/3" } },
}
