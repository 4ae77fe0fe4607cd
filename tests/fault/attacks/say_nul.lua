-- say_nul.lua -- harmless: says a NUL
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  say("a\0b")
end
