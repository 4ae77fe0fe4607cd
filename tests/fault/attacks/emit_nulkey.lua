-- emit_nulkey.lua -- harmless: emits an event with a NUL and a terminal escape in the names of fields
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "txt" { start = "" }
track "lst" { start = {} }
event "blast" {}
question "more" { text = "More?", default = true }
chart "selfc" { die = "1d6", { "1-6", "again", "x", function() roll "selfc" end } }
timer "venom" { of = "party", lasts = "1 hours" }
function act.bomb()
emit "blast" { ["a\0b"]=1, ["\27[31m"]=2 }
end
