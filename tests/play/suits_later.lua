extends "suits_house"
table.remove(deck.pack.cards, 1)
deck.pack.secret = true
