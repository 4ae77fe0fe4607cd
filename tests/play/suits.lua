-- suits.lua -- a deck of thirteen cards, which the two files below it change; for deck_changes.play.
ruleset "Suits" { turn = "10 minutes" }
deck "pack" { cards = { "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A" } }
procedure "turn" { "act", "time" }
action "turn_card" { turns = 0 }
function act.turn_card() say("%s.", draw "pack" or "nothing") end
