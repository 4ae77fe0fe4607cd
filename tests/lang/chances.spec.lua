tests "chances" { party = { { "A" } } }

test "a deck gives each card once" {
  { "pull", dice = "d3:1", sees = "omens.fool, fool left 2" },
  { "pull", dice = "d2:1", sees = "omens.tower, tower left 1" },
  { "u_is_no_verb", refused = "no verb" },
}
test "a hook may put the cards back" {
  { "pull", dice = "d3:3", sees = "omens.moon, moon left 3" },
  { "pull", dice = "d3:2", sees = "tower left 2" },
}
test "a usage die goes down, and then is gone" {
  { "eat", dice = "d6:3", sees = "3 false d6", A = { rations = "d6" } },
  { "eat", dice = "d6:2", sees = "2 true d4", A = { rations = "d4" } },
  { "eat", dice = "d4:1", sees = "1 true gone", A = { rations = "gone" } },
  { "eat", sees = "nil false gone", A = { rations = "gone" } },
}
test "a pool grows by a die a turn" {
  { "tense", dice = "d6:6", sees = "1 dice" }, { "tense", dice = "2d6:1,2", sees = "2 dice" },
}
test "degrees: every full five over, and under" {
  { "try", dice = "d20:20", sees = "degrees 2" }, { "try", dice = "d20:14", sees = "degrees 0" },
  { "try", dice = "d20:5", sees = "degrees -1" }, { "try", dice = "d20:9", sees = "degrees 0" },
}
test "odds of dice, as fractions" { { "reckon", sees = "25/108 and 15869/1296" } }
test "weights count, and dice step up to the end of the ladder" {
  { "who", dice = "d4:3", sees = "rat, d8 nil" }, { "who", dice = "d4:4", sees = "dragon" },
}
test "a spec draws cards by their names" {
  { "pull", cards = "moon", sees = "moon" }, { "pull", cards = { "fool" }, sees = "fool" }, { "pull", dice = "d2:1", sees = "tower" },
}
