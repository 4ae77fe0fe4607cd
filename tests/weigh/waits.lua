-- waits.lua -- a turn stops in the middle for a line; a fight, a split and a meeting may come later in the same
-- turn.
-- ask: --turns 5 --plan "plan; B go; plan; go" --otherwise go --measure 'n=#groups()' --measure 'fight=turn.procedure=="fight"' --before split,won
ruleset "Waits" { turn = "10 minutes", procedure = "turn" }
procedure "turn"  { "plan", "look", "act", "time" }
procedure "fight" { lasts = "10 seconds", "act", "time" }
track "luck" { of = "turn", min = 0, max = 3, start = "1d3" }
member "A" {}
member "B" {}
event "won" {}
event "lucky" {}
action "plan" { at = "plan" }
action "go" {}
function step.look()
  if #groups() == 1 and dice "1d3" == 1 then split { party.members[2] } end
  if #groups() == 2 and dice "1d4" == 1 then for g in each(groups()) do if g ~= party then meet(g) end end end
  if dice "1d4" == 1 then enter "fight" end
end
function act.go()
  if turn.luck == 3 then emit "lucky" {} end
  if turn.procedure == "fight" and dice "1d2" == 1 then emit "won" {} leave() end
end
