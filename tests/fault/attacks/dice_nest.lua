-- dice_nest.lua -- rolls dice whose number and sides are dice in brackets
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "txt" { start = "" }
track "lst" { start = {} }
event "blast" {}
question "more" { text = "More?", default = true }
chart "selfc" { die = "1d6", { "1-6", "again", "x", function() roll "selfc" end } }
timer "venom" { of = "party", lasts = "1 hours" }
function act.bomb()
dice("((((((((((1d6))))))))))d((((2d6))))d9d9d9")
end
