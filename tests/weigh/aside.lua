-- aside.lua -- the last member is moved to a list with all their fields, and comes back; hit points change
-- before and after.
-- ask: --turns 5 --plan "go; rest" --measure 'hp=sum(party, "hp")' --measure here=#party.members --before fell,again
ruleset "Aside" { turn = "10 minutes" }
procedure "turn" { "act", "chill", "time" }
track "hp"   { of = "member", min = 0, max = 4, start = 3 }
track "gone" { of = "campaign", start = {} }
event "fell" {}
event "again" {}
member "A" {}
member "B" {}
action "go" {}
action "rest" {}
function act.go()
  if #party.members > 1 and dice "1d2" == 1 then campaign.gone = table.remove(party.members) end
end
function act.rest()
  if campaign.gone.name and dice "1d2" == 1 then
    table.insert(party.members, campaign.gone)
    campaign.gone = {}
    emit "again" {}
  end
end
function step.chill(who)
  if dice "1d3" == 1 then lose(who, "hp") end
  if who.hp == 1 then emit "fell" {} end
end
