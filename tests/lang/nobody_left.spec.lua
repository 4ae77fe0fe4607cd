tests "nobody_left" { party = { { "A" }, { "B" } } }
test "one fled and one dead" {
  { "A flee", never = "all_gone" }, { "gain dead A", never = "all_gone" }, { "B bleed", never = "all_gone" },
  { "B bleed", sees = "B was the last", turn = { procedure = "all_gone" } } }
test "somebody of another group is left" {
  { "split B" }, { "A flee", never = "all_gone" }, { "B flee", sees = "all_gone" } }
test "who is back counts" { { "A flee" }, { "lose fled A" }, { "B flee", never = "all_gone" }, { "A flee", sees = "all_gone" } }
