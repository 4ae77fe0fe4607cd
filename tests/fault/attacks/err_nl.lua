-- err_nl.lua -- fails with a message of two lines, the second of which blames another file
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  error("a\nhouse.lua:1: fake")
end
