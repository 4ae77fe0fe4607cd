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
-- expect: names_of_deeds.lua:6: there is no action 'serch'; did you mean 'search'? | write: if doing "search" then say "Searching." end
-- expect: names_of_deeds.lua:7: there is no action 'mov'; did you mean 'move'? | write: if doing(who, "move") then instead(who, "rets") end
-- expect: names_of_deeds.lua:7: there is no action 'rets'; did you mean 'rest'? | write: if doing(who, "mov") then instead(who, "rest") end
-- expect: names_of_deeds.lua:8: there is no action 'restt'; did you mean 'rest'? | write: for other in each(doers "rest") do say("%s", other.name) end
-- expect: names_of_deeds.lua:9: there is no step 'hazrd'; did you mean 'hazard'? | write: skip "hazard"
-- expect: names_of_deeds.lua:10: there is no step.hazrad; did you mean 'step.hazard'? | write: if step.hazard then act.serch(who) end
-- expect: names_of_deeds.lua:10: there is no act.serch; did you mean 'act.search'? | write: if step.hazrad then act.search(who) end
-- expect: names_of_deeds.lua:11: there is no on.kindeld; did you mean 'on.kindled'? | write: on.kindled(who)
-- expect: names_of_deeds.lua:12: there is no cannot.moove; did you mean 'cannot.move'? | write: cannot.move(who)
