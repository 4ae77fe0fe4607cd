-- behind.lua -- as onward.lua, with so many ways from one state that lines are left within the rule.
-- ask: --turns 6 --plan "on; on; go back" --otherwise on --before gold,moved --measure exits=#here.exits
ruleset "Onward" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
event "gold" {}
member "A" {}
action "on" { default = true }
function act.on()
  if dice "1d2" == 1 then go(new_name "room") end
  for i = 1, 9 do if dice "1d6" == 1 then emit "gold" {} end end
end
