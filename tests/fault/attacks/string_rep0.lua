-- string_rep0.lua -- repeats an empty text 1e9 times
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  (""):rep(1e9)
end
