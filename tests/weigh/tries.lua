-- tries.lua -- deeds that are a check, with what they do on a natural 1 or 20, and when they fail.
-- ask: --plan "A pump + B dig; dig; search" --turns 5 --measure "water=party.water" --measure "rock=here.rock"
ruleset "Tries" { turn = "10 minutes", check = "1d20" }
procedure "turn" { "act", "time" }
kind.member:has { might = 0, wits = 0 }
track "hp"    { of = "member", start = 6, min = 0, empty = "down" }
track "down"  { of = "member", start = false, idle = true }
track "water" { start = 5, min = 0 }
track "pumps" { start = 2, min = 0, empty = "dry" }
track "rock"  { of = "room", start = 6, min = 0, empty = "through" }
event "dry" {}
event "through" {}
event "noise" {}
member "A" { might = 2 }
member "B" { wits = 4 }
action "pump"   { by = "each", check = "might 12", loses = "water", natural = { [1] = { loses = "pumps" } } }
action "dig"    { by = "each", check = "might|wits 12", loses = "rock", natural = { [20] = { loses = "rock" }, [1] = rule.slip } }
action "search" { by = "each", check = "wits 10", fails = "noise" }
function rule.slip(who) lose(who, "hp", 3) end
