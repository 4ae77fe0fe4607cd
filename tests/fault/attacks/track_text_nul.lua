-- track_text_nul.lua -- harmless: puts a NUL and a terminal escape into a text of the state
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "txt" { start = "" }
function act.bomb()
  set("txt", "a\0b\27[31m")
end
