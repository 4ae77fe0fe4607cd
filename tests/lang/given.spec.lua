tests "given" { party = { { "A" }, { "Old Nell" } },
  given = { relief = 8, goal = "home", open = true, minutes = 40, lights = { "safety lamp Old Nell", "lamp A" } } }

test "lights of two words, and holders" { { "wait", lights = "safety lamp Old Nell, lamp A" } }
test "false takes one thing of the base away; of a switch it is the value" {
  given = { relief = false, goal = false, open = false, minutes = false, lights = false, dice = "d6:2" },
  { "wait", party = { relief = 6, goal = "the bell", open = false }, lights = "", minutes = 10 } }
test "the others stay" { given = { relief = false, dice = "d6:2" },
  { "wait", party = { relief = 6, goal = "home" }, lights = { "safety lamp Old Nell", "lamp A" }, minutes = 50 } }
test "a text may name no thing of a kind" {
  { "push wall", sees = "gives way" }, { "push loot", sees = "There is none" } }
test "a text cut from a card is no misspelt card" { { "turn_up", cards = "joker 2", sees = "A fool" } }
