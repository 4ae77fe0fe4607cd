tests "hexlost" { party = { { "Ann", survival = 3, eyes = 1 }, { "Bo", food = 0 } } }
test "on the way" { { "travel ne", dice = "d20:5 d6:4", here = "0604", sees = "a barrow", party = { lost = false }, time = "12:00" },
  { "travel s", dice = "d20:9 d6:3", sees = "Still in this hex", here = "0604" }, { "travel s", dice = "d6:6", here = "0605", never = "Still" } }
test "lost" { { "travel ne", dice = "d20:4 d6:4 d6:6", party = { lost = true }, here = "0506" }, { "bearings", dice = "d20:9 d6:6", sees = "You are lost.", party = { lost = false } } }
test "fast" { { "travel n fast", dice = "d20:19 d20:2 d6:1 d6:6", here = "0504" } }
test "a day" { { "camp x3", dice = "d6:6 d6:6 d6:6", Ann = { food = 5, tired = false }, Bo = { hungry = 1 }, time = "00:00" } }
test "no sleep" { { "explore x3", dice = "d20:12 d6:6 d20:2 d6:6 d20:10 d6:6", Ann = { tired = true }, here = { mapped = true } }, { "forage", dice = "d20:6 d20:7 d20:12 d20:10 d3:2 d6:1 d6:5", sees = "bandits", Bo = { food = 2 } } }
