-- idle.lua -- members who are there and do nothing.
ruleset "Idle" { procedure = "turn", turn = "10 minutes", check = "1d20" }
procedure "turn" { "act", "time" }
procedure "round" { lasts = "1 minute", deeds = "each", "act", "time" }
track "faint" { of = "member", start = false, idle = true }
track "shut"  { of = "member", start = false, idle = { "vent" } }
track "n" { of = "member" }
action "dig" { by = "each" }
action "haul" { by = "each", turns = 3 }
action "rest" { by = "each", default = true }
action "go" { by = "party" }
action "one" { by = "one", turns = 0 }
action "vent" { by = "each" }
action "round" { enters = "round", during = "turn" }
function act.dig(who) gain(who, "n") end
function act.haul(who) gain(who, "n", 10) end
function act.rest(who) gain(who, "n", 100) end
function act.go(them) say("%s go.", names(them)) end
function act.one(who) say("%s does.", who.name) end
function act.vent(who) set(who, "shut", false) end
