-- The part light_levels stands alone.
tests "lanterns" {}

test "light helps and hinders by tags" {
  { "sneak", dice = "d20:2 d20:9", sees = "9+2 = 11 vs 11, success" }, { "level brilliant" },
  { "sneak", dice = "d20:12 d20:2", sees = "2+2" }, { "level lit" }, { "sneak", dice = "d20:9" },
}
test "what was said of the light holds until night falls" {
  given = { minutes = 1020 }, { "outdoors on" }, { "level dim" }, { "wait" }, { "= rule.level()", data = "dim" },
  { "wait" }, { "= rule.level()", data = "dark" },
}
