tests "tries" { party = { { "A", might = 2 }, { "B", wits = 2 } } }
test "success and failure" {
  { "pump", dice = "d20:10 d20:11", party = { water = 4 } }, { "A pump", dice = "d20:1", party = { water = 4, pumps = 1 } },
  { "B search altar", dice = "d20:8", sees = { "B: altar" }, B = { finds = 1 } }, { "B search altar", dice = "d20:7", sees = "B is heard", B = { finds = 1 } } }
test "natural, besides" {
  { "A dig", dice = "d20:20", here = { rock = 1 } }, { "A dig", dice = "d20:1", sees = "A slips at 3" }, { "B dig", dice = "d20:10", here = { rock = 0 } } }
test "by a rule" { { "A climb", dice = "d20:8", sees = "A is up" }, { "rope off" }, { "A climb", dice = "d20:12 d6:4", A = { hp = 2 }, never = "up" } }
test "costs first" { { "sneak", refused = "finds" } }
test "odds" { { odds = { noise = "7/20", ["party.water == 4"] = 0 }, turns = 1, plan = "B search" }, { often = { ["party.water"] = "89/20" }, turns = 1, plan = "A pump" } }
