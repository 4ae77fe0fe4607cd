tests "spent" {}

test "the sentence says what is left; what the supply's hook does is told as ever" {
  { "kindle", sees = "fear 1", party = { torches = 1 } },
  { "kindle", sees = "1, and that was the last", party = { torches = 0, fear = 2 } },
}

test "what could not be done is told of negative numbers, too" {
  house = [[ function act.search() say("%d, %d, %d", gain("fear", -1), lose("fear", -3), gain("torches", -5)) end ]],
  { "search", sees = "0, 0, -3", party = { torches = 0, fear = 3 } },
}
