-- Right: several procedures, and the ruleset names the first.
ruleset "Watches" { turn = "4 hours", procedure = "watch", check = 10 }
procedure "watch" { lasts = "4 hours", deeds = 2, "weather", "act", "time" }
procedure "fight" { lasts = "10 seconds", deeds = "each", "blow", "time" }
chart "weather" { die = "1d2", { "1", "fair" }, { "2", "foul" } }
action "strike" { by = "each", at = "blow", aka = { "hit", "break" }, default = true }
action "camp"   { turns = 0 }
function act.camp() enter "fight" end
-- play: camp
