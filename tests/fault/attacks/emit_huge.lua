-- emit_huge.lua -- emits an event with a text of 1 MB
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
event "blast" {}
function act.bomb()
  emit "blast" { what = ("x"):rep(1000000) }
end
