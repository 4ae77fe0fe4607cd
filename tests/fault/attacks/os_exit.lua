-- os_exit.lua -- ends the process with os.exit
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() os.exit(0) end
