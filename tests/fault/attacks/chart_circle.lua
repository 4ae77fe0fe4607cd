-- chart_circle.lua -- rolls on two charts whose rows roll on each other
-- ends by: depth
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
chart "hither" { die = "1d2", { "1-2", "on", "And on.", rolls = "yonder" } }
chart "yonder" { die = "1d2", { "1-2", "off", "And on.", rolls = "hither" } }
function act.bomb() roll "hither" end
