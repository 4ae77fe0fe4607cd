-- say_many_long.lua -- says 9000 lines of 5000 letters
-- ends by: count
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  for i=1,9000 do say(("y"):rep(5000)) end
end
