-- go_huge.lua -- enters a room with a name of 1 MB
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  go(("r"):rep(1000000))
end
