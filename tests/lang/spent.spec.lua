tests "spent" {}

test "the sentence says what is left; what the supply's hook does is told as ever" {
  { "kindle", sees = "fear 1", party = { torches = 1 } },
  { "kindle", sees = "1, and that was the last", party = { torches = 0, fear = 2 } },
}
