tests "restock" { party = { { "Ann" }, { "Bo" } } }
test "in, fight, loot" {
  { "enter hall", dice = "d6:4 d6:4 2d6:3,4 d6:2", here = { state = "occupied", lair = "goblins", hoard = 70 }, sees = "encounter" },
  { "loot", refused = "Not while the goblins" }, { "fight", dice = "d6:6", here = { state = "cleared", lair = "" } },
  { "loot", dice = "d6:1", party = { silver = 70 }, sees = "thieves", here = { state = "empty" } }, { "fight", refused = "Nobody is here." } }
test "a week restocks" {
  { "enter hall", dice = "d6:1 d6:6", here = { state = "empty" } }, { "enter crypt", dice = "d6:5 d6:1 d6:6" },
  { "home", dice = "d6:4 d6:6 4d6:1,1,1,1", campaign = { trips = 1, faction = "growing" }, here = "the gate", minutes = 10100 },
  { "enter hall", dice = "d6:6", sees = "goblins", here = { hoard = 40 } } }
test "turns go on" { { "enter hall", dice = "d6:2 d6:1", sees = "a wanderer", minutes = 10 } }
test "far" { { "enter a", dice = "d6:1 d6:6" }, { "enter b", dice = "d6:1 d6:6" }, { "enter c", dice = "d6:1 d6:6" }, { "home", refused = "Too far" } }
