tests "nobody_left" { party = { { "A" }, { "B" } } }
test "one fled and one dead" {
  { "A flee", never = "all_gone" }, { "gain dead A", never = "all_gone" }, { "B bleed", never = "all_gone" },
  { "B bleed", sees = "B was the last", turn = { procedure = "all_gone" } } }
test "somebody of another group is left" {
  { "split B" }, { "A flee", never = "all_gone" }, { "B flee", sees = "all_gone" } }
test "who is back counts" { { "A flee" }, { "lose fled A" }, { "B flee", never = "all_gone" }, { "A flee", sees = "all_gone" } }
test "who begins at 0 is dead, without an event" { party = { { "A", hp = 0 }, { "B" } },
  { "wait", A = { dead = true }, never = "dead" }, { "B flee", sees = "B was the last" } }
test "unless the test says otherwise" { party = { { "A", hp = 0, dead = false }, { "B" } }, { "A wait", A = { dead = false } } }
test "what a test begins with turns the party's switches" { given = { tunnel = 60 }, { "wait", party = { through = true } } }
