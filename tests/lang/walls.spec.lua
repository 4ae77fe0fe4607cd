tests "walls" {}
test "a maximum by a rule is the thing's own, and max has it" {
  { "mend", sees = { "gate 4 of 4, stone 7", "old tower: hits 7" } }, { "mend", sees = "old tower: hits 9" } }
test "given means a track of that name, also where it is a word of given" { given = { minutes = 5, rooms = 7 },
  { "mend", party = { minutes = 5, rooms = 7 }, minutes = 10 } }
