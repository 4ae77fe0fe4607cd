-- onward.lua -- rooms with names that need only be new, and are forgotten once left, until somebody goes back to one.
-- ask: --turns 6 --plan "on; on; go back" --otherwise on --before gold,moved --measure exits=#here.exits
ruleset "Onward" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
event "gold" {}
member "A" {}
action "on" { default = true }
function act.on()
  if dice "1d2" == 1 then go(new_name "room") end
  if dice "1d6" == 1 then emit "gold" {} end
end
