-- say_nl.lua -- harmless: says line breaks and a line that looks like a prompt
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "txt" { start = "" }
track "lst" { start = {} }
event "blast" {}
question "more" { text = "More?", default = true }
chart "selfc" { die = "1d6", { "1-6", "again", "x", function() roll "selfc" end } }
timer "venom" { of = "party", lasts = "1 hours" }
function act.bomb()
say("a\nb\r\nfake T9 9:99> ")
end
