-- rare.lua -- an event that comes once in a million plays, and what follows from it.
-- ask: --turns 2 --plan "go" --measure struck=party.struck
ruleset "Rare" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "struck" {}
event "struck_twice" {}
action "go" {}
function act.go()
  if dice "1d100" == 1 and dice "1d100" == 1 and dice "1d100" == 1 then gain "struck" end
  if dice "1d6" == 1 then gain("struck", 2) end
  if party.struck > 2 then emit "struck_twice" {} end
end
