-- most.lua -- deeds that only some may do in a turn.
ruleset "Most" { check = "1d20" }
kind.member:has { wit = 0 }
procedure "turn" { "act", "time" }
action "steer" { by = "each", most = 1, check = "wit 10" }
action "dig"   { most = 2 }
action "wait"  { by = "each", default = true }
function act.steer(who) say("%s steers.", who.name) end
function act.dig(them) say("%s dig.", names(them)) end
