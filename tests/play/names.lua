-- names.lua -- names of two words, lights of one kind in several hands, a deck, and checks of all at once.
ruleset "Names" { turn = "10 minutes", check = "1d20", procedure = "turn" }
procedure "turn" { "act", "time" }
kind.member:has { int = 0 }
member "Ann" { int = 1 } member "Old Tom" { int = 2 } member "Pike" {}
light "torch" { lasts = "6 turns" }
light "dark lantern" { lasts = "24 turns" }
track "fuel" { of = "light", steps = { "out", "d4", "d6" }, start = "d6" }
track "hp" { of = "member", start = 6 }
deck "omens" { cards = { "the Tower", "the Moon", "the Sun" } }
question "out" { text = "Which flames go out?", choices = function() return burning() end, upto = 100 }
action "gust" {}
function act.gust() for lamp in each(ask "out") do put_out(lamp) end end
action "try" { by = "each", takes = { "stat", "number" } }
function act.try(who, what, dc) check(who, what, dc) end
action "refuel" { takes = { "lamp" } }
function act.refuel(_, what) say("%s %s", what.kind, what.holder) end
action "card" { turns = 0 }
function act.card() say("%s.", draw "omens") end
action "dodge" {}
function act.dodge() checks(party, "int", 12) end
