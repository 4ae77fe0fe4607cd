tests "undercards" { house = [[ setting.hand = 0 ]] }
local H = { "9S", "3H", "5C" }

test "a hand at the start" { house = [[ setting.hand = 2 ]], given = { dice = "d54:1 d53:1" },
  { "on", cards = "4D", party = { hand = { "3S" }, flame = 0, bag = 4 } } }
test "the lowest card burns; red lasts two rooms" { given = { hand = H },
  { "on", cards = "4D", party = { hand = { "9S", "5C" }, flame = 1, bag = 4 }, sees = "treasure, strength 4" },
  { "on", cards = "KD", party = { hand = { "9S", "5C" }, flame = 0, bag = 17 } },
  { "on", cards = "2D", party = { hand = { "9S" }, flame = 0, bag = 19 } } }
test "dark" { given = { hand = {} },
  { "on", cards = "4D", sees = "too dark to find, strength 7", party = { bag = 0 } },
  { "on", cards = "9S", dice = "2d6:3,3", party = { wounds = 1 } },
  { "push", refused = "too dark" } }
test "fights" { given = { hand = H },
  { "on", cards = "8S", dice = "2d6:3,3", party = { wounds = 0 } },
  { "on", cards = "9S", dice = "2d6:3,3", party = { wounds = 1 } },
  { "on", cards = "KS", dice = "2d6:3,3", party = { wounds = 3 }, sees = "the king below" } }
test "an ace is a card of light" { given = { hand = H }, { "on", cards = "AS 10D", dice = "2d6:6,6", party = { wounds = 0, hand = { "9S", "5C", "10D" } } } }
test "depth" { given = { hand = H, passed = 4 },
  { "on", cards = "8S", dice = "2d6:3,3", party = { wounds = 1 } }, { "on", cards = "8D", party = { bag = 16 } } }
test "traps" { given = { hand = H },
  { "on", cards = "8C", dice = "2d6:3,4", party = { hand = { "9S", "5C" } } },
  { "on", cards = "9C", dice = "2d6:3,4", party = { hand = { "9S" } } } }
test "a trap in the dark wounds" { given = { hand = {} }, { "on", cards = "6C", dice = "2d6:3,4", party = { wounds = 1 } } }
test "havens" { given = { hand = H, wounds = 2, bag = 10 },
  { "bank", refused = "no haven" },
  { "on", cards = "10H", party = { wounds = 1 } },
  { "bank", party = { bag = 0, hoard = 10 } },
  { "on", cards = "9H KC", party = { wounds = 1, hand = { "9S", "5C", "KC" } } } }
test "push" { given = { hand = H },
  { "push", refused = "nothing to push" },
  { "on", cards = "4D" },
  { "push", cards = "6C", party = { bag = 10, seen = { "D", "C" } } },
  { "push", cards = "7C", sees = "bust", party = { bag = 5, wounds = 1, seen = {} } } }
test "a joker shifts" { given = { hand = H, decks = { pack = { "4D", "joker" } } },
  { "on", cards = "4D", campaign = { played = { "3H", "4D" } } },
  { "on", cards = "joker 4D", sees = "shift", campaign = { played = { "4D" } } } }
test "the end of the deck" { given = { decks = { pack = { "2D" } }, hand = { "9H" } },
  { "on", cards = "2D", party = { bag = 2 } }, { "on", sees = "closed", turn = { procedure = "closed" }, party = { bag = 0 } } }
test "death" { given = { wounds = 4, hand = { "9H" }, bag = 5 },
  { "on", cards = "AS 2H", dice = "2d6:1,1", sees = "death", party = { hoard = 0 } } }
test "out" { given = { bag = 7, hoard = 3 }, { "up", sees = "Out, with 10 coins", party = { hoard = 10 } } }
test "odds of a bust" { given = { hand = { "9H" }, decks = { pack = { "2D", "3D", "4C", "5S", "6H", "7D" } } },
  { "on", cards = "2D" },
  { odds = { bust = "2/5" }, turns = 1, plan = "push" } }
