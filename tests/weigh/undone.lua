-- undone.lua -- lines are refused before, during and after their dice; none of their changes may remain.
-- ask: --turns 4 --plan "grab; leap; grab x2; wade" --otherwise "sit" --measure n=party.n --measure "left=#party.bag" --before grabbed,wet
ruleset "Undone" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "n" { max = 5 }
track "bag" { start = { "rope", "bread", "chalk" } }
track "torn" { of = "turn", start = 0 }
event "grabbed" {}
event "wet" {}
event "leapt" {}
member "A" {}
action "grab" {}
action "leap" {}
action "wade" {}
action "sit" {}
function cannot.grab() if #party.bag == 0 then return "Nothing is left." end end
function act.grab()
  gain "n"
  emit "grabbed" {}
  if dice "1d6" <= party.n then refuse "It slips." end
  lose("bag", party.bag[1])
end
function on.turn_start() if dice "1d2" == 1 then turn.torn = 1 end end
function cannot.leap() if turn.torn == 1 then return "Not with torn boots." end end
function act.leap() if dice "2d6" >= 8 then emit "leapt" {} end end
function act.wade() emit "wet" {} if party.n >= 3 and dice "1d3" == 1 then refuse "Too deep." end end
function act.sit() if party.n == 5 then refuse "They are restless." end gain "n" end
