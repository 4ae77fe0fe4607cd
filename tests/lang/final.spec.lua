tests "final" { given = { gold = 3 } }
test "in a rule" { given = { hull = 1 }, { "sail", dice = "d6:1", sees = "Down she goes, with all hands.", turn = { procedure = "down_she_goes" }, minutes = 1440 },
  { "sail", refused = "it is over: Down she goes" } }
test "with what varies" { { "home", sees = { "home", "Home, with 15 pounds!" }, never = "Never" } }
test "an event of the rules" { { "yield", sees = "surrender" } }
test "odds know it" { given = { hull = 1 }, { plan = "sail", turns = 2, odds = { down_she_goes = "11/36" } } }
test "a hook, and a house file" { house = [[ function on.down_she_goes() say "Bubbles." end ]], given = { hull = 1 }, { "sail", dice = "d6:1", sees = "Bubbles" } }
