extends "suits"
table.insert(deck.pack.cards, "joker")
table.insert(deck.pack.cards, "joker")
