-- taken.lua -- who is down can do nothing, and is then taken away: the line that names them is refused for another
-- reason, and play looks at the same members in the same order whether or not it knows the line by then.
-- ask: --plan "Cid open" --otherwise hold --turns 5
ruleset "Taken" {}
track "hits"  { of = "member", start = 2, min = 0, empty = "down" }
track "down"  { of = "member", start = false, idle = true }
track "taken" { of = "member", start = false, away = true }
procedure "turn" { "act", "place", "foe", "time" }
member "Ada" {}
member "Cid" {}
action "open" { by = "one" }
action "hold" { by = "each", default = true }
function step.place() for who in each(party) do if dice "1d2" == 1 then lose(who, "hits") end end end
function step.foe() for who in each(party) do if who.down then gain(who, "taken") end end end
