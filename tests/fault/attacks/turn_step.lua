-- turn_step.lua -- sets turn.step to a step that does not exist
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  turn.step = "nothere"
end
