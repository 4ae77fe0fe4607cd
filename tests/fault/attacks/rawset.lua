-- rawset.lua -- writes a global with rawset
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  rawset(_G, "x", 1)
end
