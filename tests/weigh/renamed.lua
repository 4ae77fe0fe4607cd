-- renamed.lua -- "x3", and the member whom the line names has another name after the first turn: the line is
-- refused, in the first run as in all others.
-- ask: --turns 2 --plan "A hack x3; look" --otherwise look --measure "late=turn.number>2"
ruleset "Renamed" { turn = "10 minutes", procedure = "turn" }
procedure "turn" { "act", "time" }
procedure "fight" { lasts = "10 seconds", "blow", "act" }
member "A" {}
action "hack" { by = "each", turns = 3 }
action "look" {}
function step.blow() dice "1d2" end
function act.hack(who)
  who.name = "Zed"
  enter "fight"
end
function act.look() dice "1d6" end
