tests "needs" { party = { { "A", pack = { "lamp" } }, { "B" }, { "C", pack = { "lamp" } } } }
test "numbers, lists, switches of members, and the rule after them" { given = { oil = 1 },
  { "B fill", refused = "B has no lamp." }, { "C fill", refused = "C never does." } }
test "in order" { given = { oil = 1 }, { "tired A on" }, { "A fill", refused = "A is tired." }, { "tired A off" },
  { "A fill", party = { oil = 0 } }, { "A fill", refused = "The cans are empty." } }
test "ladders and texts" {
  { "sing", refused = "Nobody listens." }, { "alarm wary" }, { "sing", refused = "Nobody knows a song." },
  { "word lully" }, { "sing", sees = "La." } }
test "quantities, rooms and turns" {
  { "leave", refused = "There is no way." }, { "way 1" }, { "shut on" }, { "leave", refused = "The door is shut." },
  { "shut off" }, { "leave", sees = "Gone." } }
test "of several, the first who cannot" { { "tired B on" }, { "lift", refused = "B is tired." }, { "tired B off" }, { "lift", sees = "3 lift." } }
test "who cannot do the default does nothing" { { "tired B on" }, { "A nap", sees = "A naps., C naps.", never = "B naps." } }
test "a deed is forced on whom its needs allow" { { "A nap", never = "pines" }, { "word wine" }, { "A nap", sees = "A pines., C pines." } }
test "a house file takes it away" { house = [[ action.fill.needs = nil ]], { "tired B off" }, { "B fill" } }
