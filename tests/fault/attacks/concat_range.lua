-- concat_range.lua -- concatenates 1e15 places of an empty table
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "txt" { start = "" }
track "lst" { start = {} }
event "blast" {}
question "more" { text = "More?", default = true }
chart "selfc" { die = "1d6", { "1-6", "again", "x", function() roll "selfc" end } }
timer "venom" { of = "party", lasts = "1 hours" }
function act.bomb()
table.concat({}, "x", 1, 1e15)
end
