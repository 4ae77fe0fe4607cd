-- dice_brackets.lua -- dice a thousand brackets deep
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() dice(("("):rep(1000) .. "1d6" .. (")"):rep(1000)) end
