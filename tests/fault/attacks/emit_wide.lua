-- emit_wide.lua -- emits an event with 200,000 fields
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "txt" { start = "" }
track "lst" { start = {} }
event "blast" {}
question "more" { text = "More?", default = true }
chart "selfc" { die = "1d6", { "1-6", "again", "x", function() roll "selfc" end } }
timer "venom" { of = "party", lasts = "1 hours" }
function act.bomb()
local t={} for i=1,200000 do t["k"..i]=i end emit "blast" (t)
end
