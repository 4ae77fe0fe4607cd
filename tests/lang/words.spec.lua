tests "words" { party = { { "A" }, { "B" } } }
test "a d66 has rows for what it can come to" {
  { "roam", dice = "d6:3 d6:6", sees = "d66.low" }, { "roam", dice = "d6:4 d6:1", sees = "d66.high" },
}
test "play begins at six, in the cellar" { { "look", time = "06:10", here = "cellar" } }
test "a deed belongs to its procedure, and so may its default" {
  { "strike", refused = "'strike' is only for fight" },
  { "stop_it", refused = "'stop_it' is only for fight" },
  { "start", sees = "Now: fight" },
  { "start", refused = "'start' is only for crawl" },
  { "A strike", sees = "Struck, B guards", never = "A guards" },
  { "stop_it", sees = "Fight is over" },
  { "roam", dice = "d6:1 d6:1", sees = "d66.low" },
}
test "rooms by name" {
  { "litter vault", sees = "vault: 1 at depth 3" }, { "litter vault", sees = "vault: 2 at depth 3" }, { "litter cellar", sees = "cellar: 1 at depth 0" },
}
test "rules warn" { { "fray", sees = "warning, The rope frays: 2 strands." } }
test "what a function answers by default says what kind of question it is" {
  { "query", sees = "on 3" }, { "query", answers = { go_on = false, how_many = 5 }, sees = "back 5" }, { "query", asks = "go_on" },
}
test "a word that nearly fits is a slip; another is refused" {
  { "creep fast rope", sees = "creeps fast with rope" }, { "creep rope", sees = "creeps somehow with rope" },
  { "creep fats", refused = "did you mean 'fast'?" }, { "creep ropes", refused = "did you mean 'rope'?" },
  { "creep up the stair", refused = "so what is 'up the stair'?" },
}
