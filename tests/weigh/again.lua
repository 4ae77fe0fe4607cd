-- again.lua -- rows and rolls that say "roll again", with a price each time: each way is followed until it is
-- less likely than 1 in 10^15.
-- ask: --turns 3 --plan "look; drink" --measure n=party.n --before ogre,drunk
ruleset "Again" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "n" { min = 0, max = 9 }
event "ogre" {}
event "drunk" {}
chart "omens" { die = "1d8",
  { "1-5", "nothing" },
  { "6",   "ogre", "An ogre.", function() emit "ogre" {} end },
  { "7-8", "again", "Roll again.", function() gain "n" roll "omens" end },
}
action "look" {}
action "drink" {}
function act.look() roll "omens" end
function act.drink()
  local cups = 0
  while dice "1d4=4" == 0 do cups = cups + 1 end
  if cups > party.n then emit "drunk" {} end
end
