tests "voyage" { party = { { "Ann", seamanship = 3, con = 1 }, { "Bo", con = 0 } } }
test "a watch" { { "sail", dice = "d20:10 d20:20", party = { leagues = 6 }, minutes = 480 } }
test "dawn rolls the wind" { given = { minutes = 0 }, { "sail", dice = "2d6:5,4 d20:10 d20:20", party = { leagues = 9, fresh = 13, wind = "fresh" } } }
test "a storm breaks her" { given = { minutes = 0, hull = 3 }, { "sail", dice = "2d6:6,6 d6:4 d20:10 d20:9", sees = "The ship goes down", party = { hull = 0, sinking = true } } }
test "no fresh food for a week" { given = { minutes = 0, fresh = 0, stale = 6 },
  { "sail", dice = "2d6:4,4 d20:11 d20:11 d20:10 d20:9", Ann = { teeth = "sound" }, Bo = { teeth = "sore" }, party = { biscuit = 39 } } }
test "scurvy hinders" { party = { { "Ann", seamanship = 3, teeth = "sore" } }, { "sail", dice = "d20:10 d20:3 d20:20", party = { lost = true, leagues = 0 } } }
test "rum" { given = { rum = 1 }, { "splice", party = { rum = 0, heart = 9 } }, { "splice", refused = "No rum is left." } }
test "the pumps tire them, and they rise" { given = { heart = 2, hull = 5 }, { "repair", dice = "d20:20", refused = "heart" } }
test "mutiny" { given = { heart = 1 }, { "sail", dice = "d20:10 d20:2", sees = "The crew rises" } }
test "pirates" { { "sail", dice = "d20:10 d20:1", sees = "a ship under none colours", answers = { flag = "none" } } }
