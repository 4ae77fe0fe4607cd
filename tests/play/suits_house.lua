-- suits_house.lua -- two jokers more in the deck of suits.lua.
extends "suits"
table.insert(deck.pack.cards, "joker")
table.insert(deck.pack.cards, "joker")
