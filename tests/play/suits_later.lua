-- suits_later.lua -- a card less in the deck of suits_house.lua; draws are secret.
extends "suits_house"
table.remove(deck.pack.cards, 1)
deck.pack.secret = true
