-- error_huge.lua -- an error of a megabyte
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() error(("long "):rep(200000)) end
