-- endless.lua -- dice that explode without end: added up, compared, on a chart and in a check.
-- ask: --turns 3 --plan "roll; look; try" --measure "n=party.n" --before big,row
ruleset "Endless" { turn = "10 minutes", check = "1d6!" }
procedure "turn" { "act", "time" }
track "n" { min = 0, max = 40 }
event "big" {}
event "row" {}
member "A" { wit = 2 }
kind.member:has { wit = 0 }
chart "omens" { die = "1d4!",
  { "1-4", "nothing" },
  { "5-8", "row", "A row.", function() emit "row" {} end },
  { "9+",  "far" },
}
action "roll" {}
action "look" {}
action "try" {}
function act.roll()
  gain("n", dice "1d6!")
  if dice "1d6!" >= 9 then emit "big" {} end
end
function act.look() roll "omens" end
function act.try() if check(party.members[1], "wit", 9) then emit "big" {} end end
