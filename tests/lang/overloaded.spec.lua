tests "overloaded" { party = { { "Ann", con = 4 }, { "Bo" } }, given = { lights = { "torch Ann" } } }
test "the die" { { "explore hall", dice = "d6:2", party = { danger = "stirred" }, here = "hall", minutes = 10 },
  { "explore", dice = "d6:1 d6:5", sees = "encounter, the warden" }, { "explore", dice = "d6:3 d3:2", sees = "water rises" } }
test "lights" { { "explore x2", dice = "d6:5 d6:5", lights = "", sees = "burns out" } }
test "slots" { { "Ann take plate", Ann = { pack = { { name = "plate", uses = 9 } } } }, { "Ann take rope", refused = "no slots left" }, { "Bo take rope" } }
test "fatigue fills slots" { { "Ann take plate" }, { "explore", dice = "d6:4", Ann = { fatigue = 1 }, Bo = { fatigue = 1 } },
  { "explore", dice = "d6:4", sees = "Ann must drop something", Ann = { fatigue = 1 }, Bo = { fatigue = 2 } }, { "rest", dice = "d6:6", Bo = { fatigue = 1 } } }
test "food" { party = { { "Ann" }, { "Bo", fatigue = 2 } }, { "Bo take ration" }, { "Bo use ration", Bo = { hungry = false } }, { "Bo use rope", refused = "no rope" } }
test "camp" { { "camp" }, { "sleep", dice = "d6:3", Ann = { hungry = true, fatigue = 0 }, minutes = 480 }, { "sleep", dice = "d6:1 d6:1", Ann = { fatigue = 1 }, sees = "scavengers" },
  { "strike", turn = { procedure = "crawl" } } }
