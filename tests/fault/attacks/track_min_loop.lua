-- track_min_loop.lua -- has a track whose minimum never comes
-- ends by: work
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "deep" { of = "party", start = 1, min = function() while true do end end }
function act.bomb() lose("deep", 99) end
