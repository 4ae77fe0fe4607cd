-- later.lua -- groups and procedures change while a turn waits for a line, and take effect when it ends.
ruleset "Later" { turn = "10 minutes", procedure = "turn" }
procedure "turn"  { "plan", "regroup", "act", "time" }
procedure "fight" { lasts = "10 seconds", "act", "time" }
track "luck" { of = "turn", min = 0, max = 6, start = "1d6" }
action "nap" { at = "plan" }
action "go" {}
function step.regroup()
  if #groups() == 1 then split { party.members[2] } else meet(groups()[2]) end
  enter "fight"
end
function act.go() say("Luck %d.", turn.luck) if turn.procedure == "fight" then leave() end end
