tests "heist" { party = { { "Ann", prowl = 2 }, { "Bo", talk = 0, stress = 7 } } }
test "a clock fills" {
  { "clock suspicion 4", party = { clocks = { { name = "suspicion", size = 4, full = 0 } } } },
  { "clock suspicion 6", refused = "already" }, { "tick vault", refused = "no clock vault" },
  { "tick suspicion 2", sees = "2 of 4" },
  { "Ann try prowl", dice = "2d6:2,3", sees = "goes wrong, full", turn = 1 } }
test "desperate, and pushed" { { "clock suspicion 8" },
  { "Ann try prowl desperate push", dice = "3d6:4,1,2", Ann = { stress = 2 }, sees = "at a price, 3 of 8" } }
test "no dots: two dice, the lower" { { "Bo try talk", dice = "2d6:6,6", sees = "It works." } }
test "resisting" { { "Ann try prowl", dice = "2d6:1,1 d6:4", answers = { resist = true, consequence = "harm" }, Ann = { stress = 2, harm = 0 } } }
test "harm" { { "Ann try prowl desperate", dice = "2d6:1,1", answers = { consequence = "harm" }, Ann = { harm = 3 } } }
test "a flashback too many" { { "Bo flashback 2 bribed the cook", dice = "d5:2", Bo = { stress = 0, trauma = { "haunted" }, out = true }, sees = "Before: bribed the cook." },
  { "finish 8", Bo = { out = false }, party = { coin = 8, clocks = {} } } }
test "gear is load" { { "Ann gear a rope", Ann = { load = 4 } }, { "load Ann 0" }, { "Ann gear a lamp", refused = "load" } }
