-- err_nonutf.lua -- fails with a message that is not UTF-8
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  error("\255\254")
end
