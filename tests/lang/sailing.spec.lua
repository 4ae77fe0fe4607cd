tests "sailing" { party = { { "Ann", sea = 2, role = "master" }, { "Bo" } } }
test "a watch" { { "sail all", dice = "2d6:5,6 2d6:4,4", campaign = { wind = "fresh" }, party = { way = 20, set_now = "all" }, minutes = 240 },
  { "sail", dice = "2d6:5,6 2d6:2,1 d6:4 2d6:3,3", campaign = { wind = "gale" }, party = { way = 50, hull = 6 } } }
test "a day's rations" { { "sing x6", dice = "2d6:3,3 2d6:3,3 2d6:3,3 2d6:3,3 2d6:3,3 2d6:3,3 2d6:3,3 2d6:3,3 2d6:3,3 2d6:3,3 2d6:3,3 2d6:3,3", party = { water = 38, biscuit = 58, limes = 5, mood = 12 }, campaign = { stale = 0 } } }
test "scurvy" { given = { limes = 0, stale = 20 }, { "pass 1 day", dice = "2d6:3,3 2d6:4,5", Ann = { scurvy = "aching" }, Bo = { scurvy = "well" }, campaign = { stale = 21 } } }
test "dead" { given = { limes = 0, stale = 20 }, { "scurvy Bo dying" }, { "pass 1 day", dice = "2d6:6,6 2d6:1,1", Bo = { scurvy = "dead", away = true }, party = { mood = 6 } } }
test "thirst" { given = { water = 1 }, { "pass 1 day", Ann = { thirst = 0 }, Bo = { thirst = 1 } } }
test "half rations" { { "ration half" }, { "pass 1 day", party = { water = 39 } } }
test "fish" { { "fish", dice = "2d6:4,3 2d6:4,4 2d6:3,4 2d6:6,6", sees = "landfall", party = { biscuit = 62 } }, { "wind gale" }, { "fish", refused = "way on her" } }
