-- passed.lua -- a line that is left within its rule after another was passed over, so that it is not the line due.
-- ask: --turns 4 --plan "dig; rest; sing" --before gold,song
ruleset "Passed" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "tired" { max = 1 }
event "gold" {}
event "song" {}
event "sleep" {}
member "A" {}
action "dig" {}
action "rest" {}
action "sing" {}
function act.dig()
  party.tired = dice "1d2" - 1
  for i = 1, 9 do if dice "1d6" == 1 then emit "gold" {} end end
end
function cannot.rest() return party.tired == 0 and "Nobody is tired." end
function act.rest() emit "sleep" {} end
function act.sing() emit "song" {} end
