-- dice_loop.lua -- rolls 10,000 dice at a time, without end
-- ends by: count
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  while true do dice("10000d6") end
end
