-- emit_big_list.lua -- emits an event with a list of a million numbers
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
event "blast" {}
function act.bomb()
  local t={} for i=1,1000000 do t[i]=i end emit "blast" { l = t }
end
