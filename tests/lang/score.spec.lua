tests "score" { party = { { "Ann", prowl = 2, resolve = 2 }, { "Bo", tinker = 1 }, { "Cy", sway = 0, skirmish = 3 } },
  given = { procedure = "beat" } }

test "engagement sets the position" { given = { procedure = "planning" },
  { "engage 2", dice = "2d6:6,1", party = { position = "controlled" }, turn = { procedure = "beat" } } }
test "engagement may go badly" { given = { procedure = "planning" },
  { "Ann try prowl", refused = true },
  { "engage 0", dice = "2d6:3,6", party = { position = "desperate" } } }
test "a miss: worse position, no ticks" {
  { "Ann try prowl", dice = "2d6:3,1", sees = "miss", party = { score = 0, suspicion = 2, position = "desperate" } },
  { "Ann try prowl", dice = "2d6:3,1", party = { suspicion = 5 }, Ann = { xp = 1 } } }
test "partial, success, critical" {
  { "Ann try prowl great", dice = "2d6:4,1", sees = "partial", party = { score = 3, suspicion = 2 } },
  { "Ann try prowl limited", dice = "2d6:6,1", sees = "success", party = { score = 4, suspicion = 2 } },
  { "Ann try prowl", dice = "2d6:6,6", sees = "critical", party = { score = 7, position = "controlled" } } }
test "no dice" {
  { "Cy try sway", dice = "2d6:6,6", sees = "success", never = "critical", party = { score = 2 } },
  { "Cy try sway", dice = "2d6:6,2", sees = "miss" } }
test "push and bargain" {
  { "Bo try tinker push", dice = "2d6:1,6", Bo = { stress = 2 }, party = { score = 2 } },
  { "Bo try tinker both", dice = "3d6:1,6,1", Bo = { stress = 4 }, party = { score = 4, suspicion = 1 } } }
test "another clock" {
  { "clock vault 4" },
  { "Ann try prowl great vault", dice = "2d6:6,1", sees = "vault: 3 of 4", party = { score = 0 } },
  { "Ann try prowl vault", dice = "2d6:6,1", sees = "filled" },
  { "Ann try prowl vault", refused = "no clock" } }
test "resist" {
  { "Ann try prowl", dice = "2d6:3,1 2d6:4,2", answers = { resist = true }, party = { suspicion = 0 }, Ann = { stress = 2 } },
  { "Ann try prowl", dice = "2d6:3,1 2d6:6,6", answers = { resist = true }, party = { suspicion = 0 }, Ann = { stress = 1 } } }
test "broken" { party = { { "Ann", prowl = 2, stress = 7 }, { "Bo" } },
  { "Ann try prowl push", cards = "cold", sees = "Ann is broken: cold", Ann = { stress = 0, out = true } },
  { "Bo flashback 2", Bo = { stress = 2, ready = true } },
  { "Bo try sway", dice = "1d6:6", party = { score = 2 }, Bo = { ready = false } } }
test "nobody left" { party = { { "Ann", prowl = 2, stress = 7 } },
  { "Ann flashback 2", refused = "too much" },
  { "Ann try prowl push", cards = "soft", sees = "crew_lost", turn = { procedure = "crew_lost" } } }
test "flashback bettering" {
  { "Ann flashback 1", Ann = { stress = 1 }, party = { position = "controlled" } },
  { "Ann try prowl", dice = "3d6:1,2,3", party = { suspicion = 1, position = "risky" } } }
test "patrol" { given = { procedure = "beat", turn = 3 },
  { "Ann try prowl", dice = "2d6:6,1 d6:3", party = { suspicion = 1 } } }
test "no patrol" { given = { procedure = "beat", turn = 7 },
  { "Ann try prowl", dice = "2d6:6,1 d6:4", party = { suspicion = 0 } },
  { "Ann try prowl", dice = "2d6:6,1", party = { suspicion = 0 } } }
test "the end: done" { given = { procedure = "beat", score = 6, suspicion = 3 },
  { "Ann try prowl", dice = "2d6:6,1 2d6:4,4", sees = "done", party = { coin = 8, heat = 3 } },
  { "Ann try prowl", refused = "over" } }
test "the end: alarm" { given = { procedure = "beat", suspicion = 5 },
  { "Ann try prowl", dice = "2d6:1,1", sees = "alarm", party = { heat = 8, coin = 0 } } }
test "the bargain itself may raise the alarm" { given = { procedure = "beat", suspicion = 5 },
  { "Ann try prowl bargain", sees = "alarm", party = { score = 0 } } }
test "a partial may end it" { given = { procedure = "beat", score = 7 },
  { "Ann try prowl", dice = "2d6:4,1 2d6:1,1", sees = "done", party = { suspicion = 0 } } }
