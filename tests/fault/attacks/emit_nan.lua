-- emit_nan.lua -- emits an event with a field that is not a number (NaN)
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
event "blast" {}
function act.bomb()
  emit "blast" { what = 0/0 }
end
