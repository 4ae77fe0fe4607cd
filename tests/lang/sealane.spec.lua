tests "sealane" { party = { { "Ann", office = "captain", skill = 1 }, { "Bo", office = "navigator", skill = 2 }, { "Cy", office = "bosun", skill = 1 }, { "Di", office = "surgeon", skill = 1 } } }

test "reckoning" {
  { "sail", dice = "2d6:4,5 2d6:6,1", party = { progress = 3, supplies = 11, stale = 1 } },
  { "sail", dice = "2d6:2,3 2d6:6,1", party = { progress = 5 } },
  { "sail", dice = "2d6:1,1 2d6:6,1", party = { progress = 6 } } }
test "off course in a storm, and the sky clears" { given = { storm = 2 },
  { "sail", dice = "2d6:1,1 d4:3 2d6:6,1", sees = "off course", party = { progress = 0, hull = 17, storm = 1 } },
  { "sail", dice = "2d6:1,1 d4:1 2d6:6,1", sees = "clears", party = { hull = 16, storm = 0, morale = 10 } } }
test "a storm comes, and another" {
  { "patch", dice = "d3:2 2d6:1,5 d4:2", sees = "storm_breaks", party = { storm = 3 } },
  { "patch", dice = "d3:2 d4:1 2d6:1,6", party = { storm = 3, hull = 19 } } }
test "a lost officer" { party = { { "Ann", office = "captain", skill = 1 }, { "Bo", office = "navigator", skill = 2 } },
  { "away Bo" },
  { "sail", dice = "2d6:2,3 2d6:6,1", party = { progress = 1 } } }
test "sub tables" {
  { "patch", dice = "d3:1 2d6:3,1 d6:5 d6:4 d6:2 d6:3", sees = "events.sail, sails.pirates", party = { hull = 18, crew = 37, coin = 24 } },
  { "patch", dice = "d3:1 2d6:3,4 d6:1", sees = "islands.water", party = { supplies = 12 } },
  { "patch", dice = "d3:1 2d6:4,1 d6:6 2d6:1,1", sees = "fevers.plague", party = { crew = 35 } } }
test "fruit" { given = { stale = 9 }, { "patch", dice = "d3:1 2d6:3,4 d6:3", party = { stale = 1 }, never = "scurvy" } }
test "scurvy" { given = { stale = 6 },
  { "sail", dice = "2d6:1,1 2d6:6,1 d6:3", never = "scurvy" },
  { "sail", dice = "2d6:1,1 2d6:6,1 d6:2 d6:5", sees = "scurvy", party = { crew = 35, morale = 8 } } }
test "half rations, hunger" { given = { supplies = 1, morale = 12 },
  { "rations half; patch", dice = "d3:1 2d6:6,1", party = { supplies = 1, morale = 11 } },
  { "patch", dice = "d3:1 2d6:6,1", party = { supplies = 0, morale = 10 } },
  { "rations full; patch", dice = "d3:1 2d6:6,1 d6:4", sees = "starving", party = { crew = 36, morale = 8 } } }
test "ports" { given = { progress = 7, stale = 5, hull = 10 },
  { "trade", refused = "at sea" },
  { "sail", dice = "2d6:4,5 2d6:6,1", sees = "in_port", party = { port = true, progress = 10 } },
  { "trade", dice = "d6:4", party = { coin = 10, supplies = 17, hull = 14, morale = 11, stale = 0 } },
  { "sail", dice = "2d6:4,5 2d6:6,1", party = { port = false, progress = 13 } } }
test "grog" { given = { morale = 8 }, { "grog", party = { morale = 9, supplies = 11 } }, { "grog", refused = "this week" }, { "patch", dice = "d3:1 2d6:6,1" }, { "grog" } }
test "mutiny holds" { given = { morale = 7 }, { "patch", dice = "d3:1 2d6:1,1 2d6:3,4", sees = "mutiny", party = { morale = 6, grumbles = 0 } } }
test "mutiny grows" { given = { morale = 7 }, { "patch", dice = "d3:1 2d6:1,1 2d6:4,4", party = { morale = 5, grumbles = 1 } } }
test "mutiny, an officer" { given = { morale = 5, grumbles = 1 },
  { "patch", dice = "d3:1 2d6:1,1 2d6:6,6 d3:1", party = { grumbles = 2 }, Bo = { away = true }, sees = "Bo the navigator is lost" } }
test "mutiny, the ship" { given = { morale = 3, grumbles = 2 },
  { "patch", dice = "d3:1 2d6:1,1 2d6:6,6", sees = "taken", turn = { procedure = "taken" } } }
test "ends" { given = { hull = 1, storm = 3 }, { "sail", dice = "2d6:1,1 d4:1", sees = "sunk" } }
test "landfall" { given = { progress = 23 }, { "sail", dice = "2d6:4,4", sees = "landfall", turn = { procedure = "landfall" } } }
test "adrift" { given = { crew = 10 }, { "patch", dice = "d3:1 2d6:5,6", sees = "adrift" } }
test "odds of a storm, first week" { { odds = { storm_breaks = "1/12", mutiny = 0 }, turns = 1, plan = "sail" } }
