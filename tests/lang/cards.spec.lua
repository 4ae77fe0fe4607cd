tests "cards" { given = { decks = { omens = { "the Moon", "the Fool" } } } }
test "what is left of a deck" {
  { '= table.concat(cards "omens", ", ")', data = "the Fool, the Moon" },
  { "turn_card", cards = "the Moon", sees = "the Moon; 1 left." }, { "turn_card", cards = "the Fool", sees = "the Fool; 0 left." },
  { "turn_card", sees = "nothing; 0 left." } }
test "an empty deck" { given = { decks = { omens = {} } }, { "turn_card", sees = "nothing" } }
test "a card that a house file adds" { house = [[ table.insert(deck.omens.cards, "the Star") ]], given = { decks = { omens = { "the Star" } } },
  { "turn_card", cards = "the Star", sees = "the Star; 0 left." } }
test "given = false takes none of what all tests are given" { given = false, { '= #cards "omens"', data = 4 } }
test "a deck that reshuffles never runs out" {
  { "pole", cards = "rapids" }, { "pole", cards = "village" }, { "pole", cards = "village", sees = "village; 0 left." },
  { "pole", cards = "rapids", sees = "rapids; 2 left." } }
test "cards that are out for good, also when they are shuffled" {
  { "pole", cards = "village", sees = "village; 2 left." },
  { "gain burned village" }, { '= table.concat(cards "river", ", ")', data = "rapids, village" },
  { "mend" }, { '= table.concat(cards "river", ", ")', data = "rapids, village" },
  { "gain burned village" }, { "pole", cards = "rapids", sees = "rapids; 0 left." }, { "pole", cards = "rapids", sees = "rapids; 0 left." },
  { "lose burned village" }, { "mend" }, { '= table.concat(cards "river", ", ")', data = "rapids, village" } }
test "all of them are out" { given = { burned = { "rapids", "village", "village" } }, { "pole", sees = "nothing; 0 left." } }
test "exact odds" {
  { plan = "pole; pole", turns = 2, odds = { ["river.rapids"] = "2/3" } } }
test "the last card that was drawn may go back" {
  given = { decks = { river = { "rapids" } } },
  { "pole", cards = "rapids", sees = "rapids; 0 left." }, { "lua put_back('river', 'rapids')" }, { "pole", cards = "rapids", sees = "rapids; 0 left." } }
