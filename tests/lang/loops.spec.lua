tests "loops" {}

test "roll until it is a six" {
  { odds = { hit = 1 }, often = { hit = 2 }, takes = { hit = 1 }, plan = "roll_six", turns = 2 },
  { odds = { late = "9094947017729282379150390625/13367494538843734067838845976576" }, plan = "roll_six", turns = 1 },
  { odds = { late = "0.14%" }, plan = "roll_six", turns = 2 },
}

test "roll again when it is a one" {
  { odds = { hit = "1/5" }, often = { hit = "1/5" }, plan = "reroll", turns = 1 },
  { odds = { hit = "9/25" }, plan = "reroll", turns = 2 },
}

test "a row that says: roll again" {
  { odds = { ["finds.gem"] = "1/5", ["finds.coin"] = "4/5" }, often = { ["finds.again"] = "1/5" }, plan = "find", turns = 1 },
}

test "the last face of a loop is kept" {
  { odds = { ["party.n == 5"] = "1/2", ["party.n < 5"] = 0, late = "2/9" }, plan = "keep", turns = 1 },
}

test "faces that are added up are told apart" {
  { odds = { ["party.n == 0"] = "1/4", ["party.n == 1"] = "1/16", ["party.n == 2"] = "5/64", ["party.n == 3"] = "25/64", ["party.n == 4"] = "9/64", ["party.n == 5"] = "5/64" },
    plan = "gather", turns = 1 },
}
