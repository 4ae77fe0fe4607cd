-- supply.lua -- lights that spend a track of the member who lights them (wicks), or one of the party (torches).
ruleset "Supply" { turn = "10 minutes" }
track "wicks"   { of = "member", min = 0, start = 1 }
track "torches" { min = 0, start = 1 }
light "taper" { lasts = "2 turns", spends = "wicks" }
light "torch" { lasts = "2 turns", spends = "torches" }
procedure "turn" { "act", "time" }
action "go" {}
action "beg" { turns = 0 }
function act.beg() say(kindle "taper" and "It burns." or "There is none.") end
