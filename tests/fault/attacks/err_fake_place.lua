-- err_fake_place.lua -- fails with a message that blames another file and line
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  error("party.lua:77: not me", 0)
end
