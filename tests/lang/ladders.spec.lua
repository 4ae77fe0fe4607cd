tests "ladders" { party = { { "A" }, { "B" } } }
test "down to the first step" {
  { "wait", sees = "They mutter: d4", never = "mutiny" }, { "wait", sees = "Mutiny!", turn = { procedure = "mutiny" } } }
test "up to the last, and past a step on the way" {
  { "A scare", never = "screams" }, { "A scare", sees = "A screams" }, { "A scare", never = "screams", sees = "A: gone" },
  { "= has({ \"shaken\", \"mad\" }, party.members[1].fear)", data = true },
  { "B scare 3", sees = "B screams", B = { fear = "mad", gone = true } },
  { "lose fear B", B = { fear = "shaken", gone = false } } }
test "a correction turns the switch, and makes nothing happen" {
  { "fear A mad", A = { gone = true }, never = "screams" }, { "fear A calm", A = { gone = false } },
  { "temper mutinous", never = "mutiny" } }
test "odds" { { odds = { mutiny = 1 }, often = { screams = 0 }, turns = 2, plan = "wait" } }
