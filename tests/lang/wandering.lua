-- wandering.lua -- a small ruleset with the part encounter, of which it changes charts and the order of questions.
ruleset "Wandering" { turn = "10 minutes" }
include "encounter"
procedure "turn" { "act", "hazard", "time" }
action "walk" {}
track "met" { start = {} }

chart "hazard" { die = "1d6", { "1", "encounter", "Somebody comes.", rule.meet }, { "2-6", "nothing" } }
chart.creatures { die = "1d4", { "1-2", "crabs", "{1d3} crabs" }, { "3", "nothing" }, { "4", "a hermit" } }
question.distance.unit = "m"
event.encounter.text = "{creature}, {distance} m away, {mood}. Surprised: {surprised}."

local usual = rule.meet
function rule.meet(...)
  local met = usual(...)
  if met then gain("met", met.creature) end
end
