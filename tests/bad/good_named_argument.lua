-- Right: the name of an argument is a field of the deed, however near it is to another name.
extends "lamplight"
procedure.turn:after("act", "dine")
action "camp" { takes = { "meal: fed|hungry?" } }
function step.dine()
  local camp = deed "camp"
  if camp and camp.meal then say("%s.", camp.meal) end
end

-- Several members may be typed, so they come as a list.
action "heal" { takes = { "member…" } }
function act.heal(_, healed) say("%s are healed.", names(healed)) end
