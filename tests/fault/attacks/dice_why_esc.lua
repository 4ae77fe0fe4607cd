-- dice_why_esc.lua -- harmless: gives a roll a reason with a terminal escape and a NUL
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  dice("1d6", "\27[31m\0")
end
