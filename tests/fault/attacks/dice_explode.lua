-- dice_explode.lua -- rolls an exploding die of one side, which never stops
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  dice("1d1!")
end
