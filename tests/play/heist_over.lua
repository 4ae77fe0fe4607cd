-- heist_over.lua -- play that ends in a procedure which was entered from another one.
ruleset "Score" { procedure = "planning" }
procedure "planning" { "act", "time" }
procedure "beat" { "act", "time" }
track "alarm" { max = 2, full = "raised" }
event "raised" { text = "The alarm is raised!", ends = true }
action "begin" { turns = 0, during = "planning", enters = "beat" }
action "sneak" { during = "beat", gains = "alarm" }
function act.sneak()
  if over() then return end
  say(turn.procedure == "raised" and "Too late." or "Quiet.")
end
action "look" { turns = 0, during = "raised" }
function act.look() if over() and turn.procedure == "raised" then say "Bells." end end
