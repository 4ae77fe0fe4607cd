-- here_exits.lua -- makes a room one of its own exits
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  here.exits = {a=here}
end
