-- absent.lua -- as a turn begins, the member whom the line names may go away: then the line is refused, though in
-- earlier runs, where they stayed, it was played.
-- ask: --turns 3 --plan "A go; look" --measure "away=party.members[1].away"
ruleset "Absent" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
event "went" {}
event "looked" {}
member "A" {}
member "B" {}
action "go" {}
action "look" {}
function on.turn_start() party.members[1].away = dice "1d2" == 1 end
function act.go() emit "went" {} end
function act.look() emit "looked" {} end
