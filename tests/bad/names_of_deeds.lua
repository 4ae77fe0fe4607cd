-- Names of actions and of steps are misspelt.
extends "lamplight"

action "rest" { by = "each", help = "sit down" }
function act.rest(who)
  if doing "serch" then say "Searching." end
  if doing(who, "mov") then instead(who, "rets") end
  for other in each(doers "restt") do say("%s", other.name) end
  skip "hazrd"
  if step.hazrad then act.serch(who) end
  on.kindeld(who)
  cannot.moove(who)
end
-- expect: names_of_deeds.lua:6: there is no action 'serch'; did you mean 'search'?
-- expect: names_of_deeds.lua:7: there is no action 'mov'; did you mean 'move'?
-- expect: names_of_deeds.lua:7: there is no action 'rets'; did you mean 'rest'?
-- expect: names_of_deeds.lua:8: there is no action 'restt'; did you mean 'rest'?
-- expect: names_of_deeds.lua:9: there is no step 'hazrd'; did you mean 'hazard'?
-- expect: names_of_deeds.lua:10: there is no step.hazrad; did you mean 'step.hazard'?
-- expect: names_of_deeds.lua:10: there is no act.serch; did you mean 'act.search'?
-- expect: names_of_deeds.lua:11: there is no on.kindeld; did you mean 'on.kindled'?
-- expect: names_of_deeds.lua:12: there is no cannot.moove; did you mean 'cannot.move'?
