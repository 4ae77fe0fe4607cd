-- cards.lua -- a deck; tests say beforehand which cards are left in it.
ruleset "Cards" { turn = "10 minutes" }
deck "omens" { cards = { "the Fool", "the Tower", "the Moon", "the Moon" } }
procedure "turn" { "act", "time" }
action "turn_card" { turns = 0 }
function act.turn_card() say("%s; %d left.", draw "omens" or "nothing", #cards "omens") end
