-- io_open.lua -- opens a file
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() io.open("/etc/passwd") end
