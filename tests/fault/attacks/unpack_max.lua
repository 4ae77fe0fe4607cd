-- unpack_max.lua -- unpacks from the smallest to the largest integer
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  table.unpack({}, math.mininteger, math.maxinteger)
end
