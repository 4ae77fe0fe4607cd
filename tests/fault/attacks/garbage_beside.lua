-- garbage_beside.lua -- makes garbage without end, beside 760,000 tables that stay
-- ends by: work
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local kept, x = {}, nil
  for i = 1, 760000 do kept[i] = {} end
  while true do x = { 1 } end
end
