tests "most" { party = { { "A" }, { "B" }, { "C" } } }

test "more than may do it are refused before any die is rolled" {
  { "A steer + B steer", refused = "only one can steer at a time, and A does" },
  { "A B steer", refused = "only one can steer at a time" },
  { "A B C dig", refused = "at most 2 can dig at a time" },
  { "A dig + B C dig", refused = "at most 2 can dig at a time, and A does" },
}
test "without names it is the first who are free" {
  { "steer", dice = "d20:12", sees = "A steers." },
  { "A wait + steer", dice = "d20:12", sees = "B steers." },
  { "dig + C steer", dice = "d20:12", sees = "C steers" },
}
test "odds" { { plan = "A steer", turns = 1, odds = { ["check.success"] = "11/20" } } }
