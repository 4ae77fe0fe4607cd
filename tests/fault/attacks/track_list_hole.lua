-- track_list_hole.lua -- leaves a gap in a list of the state
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "lst" { start = {} }
function act.bomb()
  party.lst[1]=1 party.lst[5]=2
end
