-- rep_sep.lua -- repeats a text with a separator of 1 MB, a million times
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local t = ("x"):rep(1000000, ("y"):rep(1000000)) end
