-- track_list_inf.lua -- harmless: puts infinity into a list of the state
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "lst" { start = {} }
function act.bomb()
  party.lst[1]=1/0
end
