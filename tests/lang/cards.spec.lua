tests "cards" { given = { decks = { omens = { "the Moon", "the Fool" } } } }
test "what is left of a deck" {
  { '= table.concat(cards "omens", ", ")', data = "the Fool, the Moon" },
  { "turn_card", cards = "the Moon", sees = "the Moon; 1 left." }, { "turn_card", cards = "the Fool", sees = "the Fool; 0 left." },
  { "turn_card", sees = "nothing; 0 left." } }
test "an empty deck" { given = { decks = { omens = {} } }, { "turn_card", sees = "nothing" } }
test "a card that a house file adds" { house = [[ table.insert(deck.omens.cards, "the Star") ]], given = { decks = { omens = { "the Star" } } },
  { "turn_card", cards = "the Star", sees = "the Star; 0 left." } }
test "given = false takes none of what all tests are given" { given = false, { '= #cards "omens"', data = 4 } }
