-- dead.lua -- members who fall are kept in a list with all their fields, and some come back.
-- ask: --turns 4 --plan "go; rest" --before rich,again
ruleset "Dead" { turn = "10 minutes" }
procedure "turn" { "act", "sway", "time" }
track "hp" { of = "member", min = 0, max = 6, start = 3 }
track "gold" { of = "member", min = 0, max = 3 }
track "dead" { start = {} }
member "A" {}
member "B" {}
member "C" {}
event "fell" {}
event "rich" {}
event "again" {}
action "go" {}
action "rest" {}
function act.go()
  for who in each(party) do if dice "1d2" == 1 then gain(who, "gold") end end
end
function act.rest()
  if #party.dead > 0 then
    if party.dead[1].gold == 2 then emit "rich" {} end
    if dice "1d2" == 1 then table.insert(party.members, table.remove(party.dead)) emit "again" {} end
  end
end
function step.sway()
  if #party.members > 1 and dice "1d3" == 1 then
    table.insert(party.dead, table.remove(party.members))
    emit "fell" {}
  end
end
