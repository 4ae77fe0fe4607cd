-- emit_cyc.lua -- harmless: emits an event with a table that contains itself
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
event "blast" {}
function act.bomb()
  local t={} t.t=t emit "blast" { what = t }
end
