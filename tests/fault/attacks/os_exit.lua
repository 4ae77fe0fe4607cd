-- os_exit.lua -- asks the machine to stop
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() os.exit(0) end
