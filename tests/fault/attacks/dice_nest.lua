-- dice_nest.lua -- rolls dice whose number and sides are dice in brackets
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  dice("((((((((((1d6))))))))))d((((2d6))))d9d9d9")
end
