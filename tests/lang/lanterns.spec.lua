-- The parts light_levels, time_dice and purse stand alone.
tests "lanterns" {}

test "light helps and hinders by tags" {
  { "sneak", dice = "d20:2 d20:9", sees = "9+2 = 11 vs 11, success" }, { "level brilliant" },
  { "sneak", dice = "d20:12 d20:2", sees = "2+2" }, { "level lit" }, { "sneak", dice = "d20:9" },
}
test "what was said of the light holds until night falls" {
  given = { minutes = 1020 }, { "outdoors on" }, { "level dim" }, { "wait" }, { "= rule.level()", data = "dim" },
  { "wait" }, { "= rule.level()", data = "dark" },
}
test "the hour in dice" { { "clock 2 5", dice = "d6:3 d6:4", sees = { "12:00 (6,6) morning" } } }
test "a purse" { { "treasure 500", A = { gp = 500 }, party = { xp = 500 } }, { "= rule.load(party.members[1])", data = 1 } }
