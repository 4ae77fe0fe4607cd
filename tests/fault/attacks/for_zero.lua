-- for_zero.lua -- runs a for loop with step 0
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  for i=1,2,0 do end
end
