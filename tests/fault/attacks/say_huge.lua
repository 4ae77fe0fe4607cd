-- say_huge.lua -- says a line of 1 MB
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  say(("x"):rep(1000000))
end
