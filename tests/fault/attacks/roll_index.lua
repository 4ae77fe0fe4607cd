-- roll_index.lua -- harmless: an event that names a roll which is not there
extends "delving"
action "bomb" { turns = 0 }
event "blast" { text = "Boom." }
function act.bomb()
  emit("blast", { roll = 1000000 })
  emit("blast", { roll = -1 })
end
