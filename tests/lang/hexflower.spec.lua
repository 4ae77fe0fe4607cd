tests "hexflower" { party = { { "Ann", guide = 2 }, { "Bo" } } }

test "dawn moves the sky" {
  { "rest", dice = "2d6:6,6 d8:2", sees = "The sky: snow, drift.n", party = { petal = 9 } } }
test "not at other watches" { given = { minutes = 480 },
  { "rest", dice = "d8:2", never = "drift", party = { petal = 10 } } }
test "off an edge it wraps" { given = { petal = 12 },
  { "rest", dice = "2d6:3,3 d8:2", sees = "The sky: storm", party = { petal = 8 } } }
test "off a corner, wrapping slantwise" { given = { petal = 3 },
  { "rest", dice = "2d6:4,4 d8:2", party = { petal = 17 } } }
test "the storm stays" { given = { petal = 8 },
  { "rest", dice = "2d6:6,6 d8:2", party = { petal = 8, slept = 0 } } }
test "the storm goes" { given = { petal = 8 },
  { "rest", dice = "2d6:3,3 d8:2", party = { petal = 9 } } }
test "travel" { given = { minutes = 480 },
  { "travel", dice = "2d6:1,1 d8:2", party = { way = 3, walked = 1 } },
  { "travel", dice = "2d6:1,1 d8:2", party = { way = 0, leg = 2 }, sees = "On into the forest" },
  { "travel", dice = "2d6:2,3 d8:2", party = { way = 2, lost = false } } }
test "rain halves, fog slows" { given = { minutes = 480, petal = 14 },
  { "travel", dice = "2d6:2,2 d8:2", party = { way = 1 } } }
test "fog" { given = { minutes = 480, petal = 15 },
  { "travel", dice = "2d6:2,2 d8:2", party = { way = 2 } } }
test "nobody in a storm" { given = { minutes = 480, petal = 8 }, { "travel", refused = "this weather" } }
test "lost" { given = { minutes = 480, petal = 15, way = 2 },
  { "travel", dice = "2d6:1,2 d6:3 d8:2", party = { way = 1, lost = true }, sees = "went_astray" },
  { "travel", dice = "2d6:1,2 d6:1 d8:2", party = { way = 1, lost = true } },
  { "scout; travel", dice = "d8:2 2d6:1,1 d6:2", party = { way = 3, lost = false } } }
test "forage" { given = { minutes = 480 },
  { "forage", dice = "d6:3 d8:2", party = { rations = 12 } },
  { "forage", dice = "d6:4 d6:6 d8:2", party = { rations = 18 } } }
test "forced march" { given = { minutes = 480, walked = 3 },
  { "travel", dice = "2d6:3,3 d6:2 d6:3 d8:2", Ann = { exhaustion = 1 }, Bo = { exhaustion = 0 } } }
test "the day's end: food" { given = { minutes = 1440, slept = 1, rations = 1 },
  { "rest", dice = "d6:2", Ann = { exhaustion = 0 }, Bo = { exhaustion = 1 }, party = { rations = 0 } } }
test "the day's end: sleep" { party = { { "Ann", exhaustion = 1 }, { "Bo", exhaustion = 5 } }, given = { minutes = 1440, slept = 0 },
  { "rest", dice = "d6:2", Ann = { exhaustion = 2 }, Bo = { dead = true } } }
test "rest heals" { party = { { "Ann", exhaustion = 2 } }, given = { minutes = 1440, slept = 2 },
  { "rest", dice = "d6:2", Ann = { exhaustion = 1 } } }
test "perished" { party = { { "Ann", exhaustion = 5 } }, given = { minutes = 1440, slept = 0 },
  { "rest", dice = "d6:2", sees = "perished", turn = { procedure = "perished" } } }
test "weary, slow" { party = { { "Ann", exhaustion = 2 } }, given = { minutes = 480 },
  { "travel", dice = "2d6:3,3 d8:2", party = { way = 2 } } }
test "arrived" { given = { minutes = 480, leg = 6, way = 5 },
  { "travel", dice = "2d6:3,3", sees = "arrived", turn = { procedure = "arrived" } } }
test "company" { given = { minutes = 480 },
  { "rest", dice = "d8:1 2d6:1,1", sees = "riders" } }
test "company by night" { given = { minutes = 1200, leg = 5 },
  { "rest", dice = "d6:1 2d6:3,3", sees = "leeches" } }
