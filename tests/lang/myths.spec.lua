-- Tracks of a kind that the rules make.
tests "myths" {}

test "each thing has its own, with its own start" {
  { "= myth.dragon.omens", data = 1 }, { "= myth.sphinx.omens", data = 0 },
  { "= myth.dragon.mood", data = "asleep" }, { "= myth.sphinx.mood", data = "awake" },
  { "look dragon", sees = "dragon: seen, dragon: omens 3, dragon 3 asleep, 1 seen", party = { told = "dragon 9 false true" } },
  { "look sphinx", sees = "sphinx 2 awake, 2 seen", campaign = { seen_dragon = true, omens_sphinx = 2 } },
  { "wake", campaign = { mood_dragon = "awake" }, sees = "dragon: mood awake" },
  { "= gain(myth.dragon, 'omens', 5)", data = 5 },
}
test "corrections by hand say whose" {
  { "seen dragon yes", campaign = { seen_dragon = true } }, { "omens sphinx +2", campaign = { omens_sphinx = 2 } },
  { "omens drako 1", refused = "there is no myth 'drako'" },
}
test "given, and exact odds" {
  given = { omens_sphinx = 3 }, { "look sphinx", sees = "sphinx 3 awake" },
}
test "odds tell the states apart" {
  { plan = "peek; look sphinx", turns = 2, odds = { ["myth.sphinx.omens == 3"] = "1/2", seen = "1" } },
  { plan = "peek; peek; look sphinx", turns = 3, odds = { ["myth.sphinx.omens == 3"] = "3/4" } },
}
test "a house file adds a thing and a track" {
  house = [[ myth "roc" { omens = 2 }  track "fame" { of = "myth", start = 5 } ]],
  { "look roc", sees = "roc 3 asleep" }, { "= myth.roc.fame + myth.dragon.fame", data = 10 },
}
test "a mistake says so" {
  { "lua gain('omens')", refused = "belongs to a myth" }, { "lua gain(party, 'omens')", refused = "" },
  { "lua myth.dragon.seen = true", refused = "write set(myth.dragon, \"seen\", true)" },
}
