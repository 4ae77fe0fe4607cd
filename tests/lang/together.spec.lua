tests "together" { party = { { "Ann" }, { "Bo" }, { "Cy" } } }
test "one line does it for all who are here" {
  { "deeper", party = { depth = 3 } }, { "Ann, Bo and Cy deeper", party = { depth = 6 } },
  { "away Cy" }, { "deeper", party = { depth = 8 } }, { "vote", sees = "2 votes" } }
test "nobody does it alone, and nobody does another thing meanwhile" {
  { "Ann deeper + Bo retreat", refused = "all do that together. Type 'deeper'" },
  { "Ann vote", refused = "all do that together. Type 'vote'" },
  { "deeper + retreat", refused = "Ann already does something else this turn: deeper" },
  { "Bo search + deeper", refused = "Bo already does something else this turn: search" } }
test "as a default it is for all or for nobody" {
  { "Bo search", never = "They camp", Bo = { gold = 1 } } }
test "one member alone is the party" { party = { { "Ann" } }, { "Ann deeper", party = { depth = 1 } } }
