-- stand_in.lua -- a stair that ends: descend comes first, and wait is what they do by default.
ruleset "Stair" { turn = "10 minutes" }
procedure "turn" { "act", "risk", "time" }
track "level" { start = 1, max = 3 }
chart "risk" { die = "1d6", { "1", "gas" }, { "2-6", "quiet" } }
action "descend" {}
action "wait" { default = true }
function act.descend() gain "level" end
function cannot.descend() if party.level == 3 then return "This is the bottom." end end
