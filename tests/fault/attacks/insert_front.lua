-- insert_front.lua -- inserts 300,000 items at the front of a list
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local t={} for i=1,300000 do table.insert(t,1,i) end
end
