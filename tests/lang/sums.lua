-- sums.lua -- checks by the sum of two dice, whose natural roll is that sum.
ruleset "Sums" { turn = "10 minutes", check = "2d6" }
procedure "turn" { "act", "time" }
kind.member:has { eye = 0 }
track "luck"  { of = "member", start = 1 }
action "aim"  { by = "each", check = "eye 8", natural = { [2] = { loses = "luck" }, [12] = { gains = "luck" } } }
action "wait" { by = "each", default = true }
