-- asks.lua -- questions whose defaults and choices are functions of the state, some of them random.
-- ask: --turns 5 --plan "go; wait" --measure mood=party.mood --before fled,fought
ruleset "Asks" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "mood" { min = 0, max = 3 }
track "dread" { min = 0, max = 5 }
question "fight" { text = "Fight?", default = function() return party.dread < 2 end }
question "who" { text = "Who?", choices = function() return party end }
question "how" { text = "How?", choices = { "softly", "loudly" }, default = function() return dice "1d3" == 1 and "loudly" or "softly" end }
question "many" { text = "How many?", default = function() return party.mood + 1 end }
question "drop" { text = "What?", choices = { "rope", "bread", "chalk" }, exactly = 2 }
member "A" {}
member "B" {}
event "fled" {}
event "fought" {}
event "loud" {}
action "go" {}
action "wait" {}
function act.go()
  if dice "1d4" == 1 then gain("dread", ask "many") end
  if ask "how" == "loudly" then emit "loud" {} gain "mood" end
  if ask "fight" then emit "fought" {} else emit "fled" {} lose("dread", 2) end
  if #ask "drop" == 2 and ask("who").name == "A" then lose "mood" end
end
function act.wait() lose "dread" end
