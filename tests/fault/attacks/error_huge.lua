-- error_huge.lua -- fails with a message of 1 MB
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() error(("long "):rep(200000)) end
