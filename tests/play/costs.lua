-- costs.lua -- deeds that cost something.
ruleset "Costs" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "silver" { start = 12, min = 0 }
track "hp"     { of = "member", min = 0, max = "own" }
member "Bram" { hp = "2/6" }
action "wait"  { default = true }
action "train" { by = "each", costs = { "6 silver", "hp" }, help = "a week with a master" }
action "inn"   { turns = 0, costs = "10 silver", gains = "2 hp" }
