-- mutiny.lua -- members who are alike; whoever loses heart first ends play, in the middle of a step for each member.
-- ask: --turns 5 --plan "sail"
ruleset "Mutiny" { turn = "1 day" }
procedure "day" { "act", "grumble", "fall_ill", "time" }
track "heart" { of = "member", start = 3, min = 0, max = 3 }
track "ill" { of = "member", max = 2 }
event "mutiny" { ends = true }
action "sail" {}
member "A" {}
member "B" {}
member "C" {}
function step.grumble(who) if dice "1d6" <= 2 then lose(who, "heart") end end
function step.fall_ill(who) if dice "1d6" == 1 then gain(who, "ill") end end
function on.heart(_, _, now) if now == 0 then emit "mutiny" {} end end
