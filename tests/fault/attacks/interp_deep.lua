-- interp_deep.lua -- says 100,000 opening braces, each of which may begin a place to fill in
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "txt" { start = "" }
track "lst" { start = {} }
event "blast" {}
question "more" { text = "More?", default = true }
chart "selfc" { die = "1d6", { "1-6", "again", "x", function() roll "selfc" end } }
timer "venom" { of = "party", lasts = "1 hours" }
function act.bomb()
say(("{"):rep(100000))
end
