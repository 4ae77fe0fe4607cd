-- gsub_func.lua -- replaces each of a million letters by 100 others with gsub
-- ends by: memory
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "txt" { start = "" }
track "lst" { start = {} }
event "blast" {}
question "more" { text = "More?", default = true }
chart "selfc" { die = "1d6", { "1-6", "again", "x", function() roll "selfc" end } }
timer "venom" { of = "party", lasts = "1 hours" }
function act.bomb()
("x"):rep(1000000):gsub(".", function(c) return ("z"):rep(100) end)
end
