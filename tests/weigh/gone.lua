-- gone.lua -- members leave for good in the middle of a turn with several steps, and whole checks are kept
-- in a track.
-- sim: --turns 8 --plan "climb; climb x2" --measure 'hp=sum(party, "hp")' --before fell,check.success
ruleset "Gone" { turn = "10 minutes", check = "1d20" }
procedure "turn" { "act", "sway", "time", "after" }
track "hp" { of = "member", min = 0, max = 9, start = 4 }
track "last" { start = {} }
member "A" {}
member "B" {}
member "C" {}
member "D" {}
event "fell" {}
action "climb" {}
function act.climb()
  local _, c = check(nil, nil, 11)
  if dice "1d3" == 1 then party.last = c end
  if dice "1d4" == 1 and #party.members > 1 then table.remove(party.members, dice(#party.members == 4 and "1d4" or "1")) emit "fell" {} end
end
function step.sway()
  local who = party.members[dice("1d" .. #party.members)]
  if dice "1d2" == 1 then lose(who, "hp", dice "1d2") else gain(who, "hp") end
end
function step.after() if dice "1d2" == 1 then lose(party.members[1], "hp") end end
