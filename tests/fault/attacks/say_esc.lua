-- say_esc.lua -- harmless: says a terminal escape and control characters
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  say("a\27[31mred\7\8\127")
end
