-- A name must stand in quotes or after its kind.
extends "lamplight"

action "listen" { help = "be still" }
function act.listen()
  roll(hazard)
  gain(torches, 2)
  if hp > 3 then kindle(torch) end
end
-- expect: thing_as_a_word.lua:6: there is no word 'hazard'; the chart of that name is written "hazard" or chart.hazard
-- expect: thing_as_a_word.lua:7: there is no word 'torches'; the track of that name is written "torches" or party.torches | write: gain("torches", 2)
-- expect: thing_as_a_word.lua:8: there is no word 'hp'; the track of that name is written "hp" or who.hp | write: if who.hp > 3 then kindle(torch) end
-- expect: thing_as_a_word.lua:8: there is no word 'torch'; the light of that name is written "torch" or light.torch
