-- emit_nulkey.lua -- harmless: emits an event with a NUL and a terminal escape in the names of fields
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
event "blast" {}
function act.bomb()
  emit "blast" { ["a\0b"]=1, ["\27[31m"]=2 }
end
