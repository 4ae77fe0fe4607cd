-- dice_brackets.lua -- rolls dice in brackets a thousand deep
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() dice(("("):rep(1000) .. "1d6" .. (")"):rep(1000)) end
