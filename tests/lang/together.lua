-- together.lua -- verbs of the whole party.
ruleset "Together" { turn = "1 hour" }
track "depth" { min = 0 }
track "gold" { of = "member" }
procedure "turn" { "act", "time" }
action "deeper"  { by = "party" }
action "retreat" { by = "party" }
action "vote"    { by = "party", turns = 0 }
action "search"  { by = "each" }
action "camp"    { by = "party", default = true }
function act.deeper(them) gain("depth", #them) end
function act.retreat() lose "depth" end
function act.vote(them) say("%d votes.", #them) end
function act.search(who) gain(who, "gold") end
function act.camp() say "They camp." end
