-- unseen.lua -- tracks that mostly go up, and lists that grow, of members, the party and the campaign.  Some are read late,
-- some lowered, some told to hooks (with the owner or the old value); one goes down without end.
-- ask: --turns 4 --plan "go; go; rest" --before tired,fallen --measure purse=campaign.purse
ruleset "Unseen" { turn = "10 minutes" }
procedure "turn" { "act", "count", "time" }
track "scars"   { of = "member" }
track "xp"      { of = "member", min = 0 }
track "stress"  { of = "member", min = 0 }
track "debt"    { of = "member", start = 3 }
track "noise"   { min = 0 }
track "purse"   { of = "campaign" }
track "renown"  { of = "campaign", min = 0 }
track "diary"   { start = {} }
track "traces"  { of = "member", start = { "mud" } }
track "tracked" { of = "campaign", start = "1d4", min = 0 }
member "A" {}
member "B" { xp = 2 }
event "tired" {}
event "fallen" {}
event "loud" {}
event "known" {}
action "go" {}
action "rest" {}
function act.go()
  for who in each(party) do
    gain(who, "xp", 2)
    if dice("1d4=1") == 1 then gain(who, "stress") end
    lose(who, "debt")
    gain(who, "traces", "mark")
  end
  gain("noise", 2)
  gain("purse", dice "1d3")
  gain "renown"
  gain("tracked", 0)
  gain("diary", dice "1d3" == 1 and "rain" or "sun")
end
function act.rest()
  lose(party.members[1], "traces", "mud")
  if dice "1d4" == 1 and has(party.members[1].traces, "mud") then emit "fallen" {} end
  if dice("1d3=1") == 1 then lose("noise") end
  for who in each(party) do if dice("1d4=4") == 1 then lose(who, "stress") end end
end
function step.count(who)
  if dice("1d6=1") == 1 then gain(who, "scars") end
  if dice("1d20=20") == 1 and who.scars > 1 then emit "fallen" {} end
end
function on.stress(who) if who.stress > 2 then emit "tired" {} end end
function on.noise(_, was, now) if was < 4 and now >= 4 then emit "loud" {} end end
function on.renown() emit "known" {} end
