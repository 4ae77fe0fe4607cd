tests "dusk" { party = { { "A" } } }
test "asked once, a deed goes on" {
  { "camp", dice = "d6:2 d6:2 d6:2", sees = "Morning", minutes = 1800 }, { "camp", refused = "There is no wood" },
  { "fuel 1" }, { "camp", refused = "at dusk" } }
test "and after what broke it off" {
  { "camp", dice = "d6:1", sees = "howl", never = "Morning", minutes = 1320 },
  { "camp", dice = "d6:2 d6:2", sees = "Morning", minutes = 1800 } }
test "but nobody who is faint goes on" { given = { fuel = 9 },
  { "camp", dice = "d6:1", sees = "howl" }, { "gain faint A" }, { "camp", refused = "A is faint" } }
test "others are asked before each turn" {
  { "watch", dice = "d6:2", sees = "The fire is out", minutes = 1320 } }
