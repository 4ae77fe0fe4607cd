-- close_nil.lua -- loops without end in a block with a <close> variable
-- ends by: work
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local x <close> = nil while true do end
end
