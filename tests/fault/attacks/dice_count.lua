-- dice_count.lua -- rolls a thousand million dice at once
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() dice("1000000000d6") end
