-- emit_nonutf.lua -- emits an event with a field whose name is not UTF-8
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
event "blast" {}
function act.bomb()
  emit "blast" { ["\xff"]=1 }
end
