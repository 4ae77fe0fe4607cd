-- groups.lua -- groups part and meet at random; each has tracks of its own, and the campaign has one.
-- ask: --turns 6 --plan "go; split_up; go; join" --measure doom=campaign.doom --measure 'n=#groups()' --measure rations=party.rations
ruleset "Groups" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "doom" { of = "campaign", max = 4 }
track "rations" { start = 4, min = 0 }
track "fear" { max = 2 }
member "A" {}
member "B" {}
member "C" {}
event "parted" {}
event "met" {}
action "go" {}
action "split_up" { turns = 1 }
action "join" {}
function act.go() if dice "1d3" == 1 then lose "rations" end if dice "1d6" == 1 then gain "doom" end end
function act.split_up()
  if #groups() == 1 and dice "1d2" == 1 and count(party) > 1 then
    split { pick({ party.members[2], party.members[3] }, "who") }
    emit "parted" {}
  end
end
function act.join()
  for g in each(groups()) do
    if g ~= party and dice "1d2" == 1 then meet(g) emit "met" {} return end
  end
end
function on.split(from, to) if from.rations > 1 then lose(from, "rations") set(to, "rations", 1) end end
