-- suits_later.lua -- a card less in the deck of suits_house.lua, and what is drawn is secret.
extends "suits_house"
table.remove(deck.pack.cards, 1)
deck.pack.secret = true
