-- rep_sep.lua -- a separator as the bomb
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local t = ("x"):rep(1000000, ("y"):rep(1000000)) end
