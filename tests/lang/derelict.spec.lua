tests "derelict" { party = { { "Ann" }, { "Bo", shots = 1 } } }
test "air goes" { { "rest", dice = "d6:5", Ann = { air = 11, stress = 2 }, minutes = 10 } }
test "noise brings it" { { "Ann search + Bo rest", dice = "d100:90 d6:5", campaign = {}, party = { near = 3 } } }
test "contact, fear and panic" { given = { near = 1 },
  { "rest", dice = "d6:1 d100:20 d100:80 d20:7", sees = "It is here, Bo shakes", turn = { procedure = "round" } } }
test "two actions each, then it acts" { given = { near = 1 },
  { "rest", dice = "d6:1 d100:20 d100:20" },
  { "Bo shoot", dice = "d100:90", Bo = { shots = 0, actions = 1 } }, { "Bo shoot", refused = "Bo has no shots left" },
  { "Bo reload", Bo = { shots = 6, actions = 0 } }, { "Bo shoot", refused = "Bo has no actions left" },
  { "brace", dice = "d100:50 d10:4", Ann = { hits = 6 }, Bo = { actions = 2 } } }
test "three wounds" { given = { near = 1, wounds_it = 2 }, { "rest", dice = "d6:1 d100:20 d100:20" }, { "Ann shoot", dice = "d100:10", sees = "goes still", turn = { procedure = "turn" } } }
test "out of air" { party = { { "Ann", air = 1 } }, { "rest", dice = "d5:2 d6:6", sees = "choking", Ann = { hits = 8 } } }
test "the reactor" { party = { { "Ann", air = 18 } }, { "arm" }, { "rest x12", dice = ("d6:6 "):rep(12), sees = "The reactor goes", Ann = { down = true } } }
