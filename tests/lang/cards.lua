-- cards.lua -- a deck; tests say beforehand which cards are left in it.
ruleset "Cards" { turn = "10 minutes" }
deck "omens" { cards = { "the Fool", "the Tower", "the Moon", "the Moon" } }
procedure "turn" { "act", "time" }
action "turn_card" { turns = 0 }
function act.turn_card() say("%s; %d left.", draw "omens" or "nothing", #cards "omens") end
-- A deck that never runs out, and cards that are out of it for good.
track "burned" { start = {}, quiet = true }
deck "river" { cards = { "rapids", "village", "village" }, reshuffles = true, without = "burned" }
action "pole" { turns = 0 }
function act.pole() say("%s; %d left.", draw "river" or "nothing", #cards "river") end
action "mend" { turns = 0 }
function act.mend() shuffle "river" end
