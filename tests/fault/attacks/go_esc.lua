-- go_esc.lua -- enters a room with a terminal escape and a line break in its name
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  go("\27[31mroom\n")
end
