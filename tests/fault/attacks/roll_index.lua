-- roll_index.lua -- harmless: emits events that refer to a roll that does not exist
extends "delving"
action "bomb" { turns = 0 }
event "blast" { text = "Boom." }
function act.bomb()
  emit("blast", { roll = 1000000 })
  emit("blast", { roll = -1 })
end
