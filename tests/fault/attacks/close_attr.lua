-- close_attr.lua -- marks a table as <close> that has no __close
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local x <close> = {}
end
