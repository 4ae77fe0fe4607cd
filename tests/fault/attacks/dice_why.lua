-- dice_why.lua -- harmless: gives a roll a reason of 1 MB
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  dice("1d6", ("w"):rep(1000000))
end
