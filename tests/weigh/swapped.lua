-- swapped.lua -- members swap places and names, so that the first is always called A and is not always the
-- same one.
-- ask: --turns 5 --plan "swap; hurt" --measure first=party.members[1].hp --measure second=party.members[2].hp --before fell,rose
ruleset "Swapped" { turn = "10 minutes" }
procedure "turn" { "act", "rest", "time" }
track "hp" { of = "member", min = 0, max = 4, start = 2 }
event "fell" {}
event "rose" {}
member "A" { hp = 3 }
member "B" { hp = 1 }
action "swap" {}
action "hurt" {}
function act.swap()
  local a, b = party.members[1], party.members[2]
  if b and dice "1d2" == 1 then
    a.name, b.name = b.name, a.name
    party.members[1], party.members[2] = b, a
  end
  if dice "1d3" == 1 then gain(a, "hp") emit "rose" {} end
end
function act.hurt()
  if dice "1d2" == 1 then lose(party.members[1], "hp", 2) end
end
function step.rest(who)
  if dice "1d4" == 1 then gain(who, "hp") end
  if who.hp == 0 and who.name == "A" then emit "fell" {} end
end
