-- rep_huge.lua -- repeats a text to two thousand million bytes
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local s = (""):rep(2000000000) local t = ("x"):rep(2000000000) end
