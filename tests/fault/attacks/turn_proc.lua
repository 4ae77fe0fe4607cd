-- turn_proc.lua -- sets turn.procedure to a procedure that does not exist
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  turn.procedure = "nothere"
end
