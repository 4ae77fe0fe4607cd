-- emit_wide.lua -- emits an event with 200,000 fields
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
event "blast" {}
function act.bomb()
  local t={} for i=1,200000 do t["k"..i]=i end emit "blast" (t)
end
