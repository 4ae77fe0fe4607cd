tests "later" { party = { { "A" }, { "B" } }, given = { dice = "d6:1" } }
test "a turn that waited is over: they part, and a fight begins; and the next time they meet" {
  { "nap", dice = "d6:5", waiting = "act", never = "split, enter" },
  { "go", sees = "Luck 5., split, enter.fight", dice = "d6:1" }, { "go", dice = "d6:2", sees = "leave.fight" },
  { "nap", dice = "d6:3", waiting = "act", never = "rejoined" }, { "go", dice = "d6:1", sees = "rejoined, enter.fight" },
}
test "dice of the turn fall as it begins, however many are said at once" {
  house = [[ function step.regroup() end ]],
  { "nap; go", dice = "d6:3", sees = "Luck 3." }, { "nap; go; nap; go", dice = "d6:4 d6:6", sees = "Luck 4., Luck 6." },
}
