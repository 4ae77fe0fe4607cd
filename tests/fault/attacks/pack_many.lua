-- pack_many.lua -- makes a list of 200,000 arguments, again and again
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local t={} for i=1,200000 do t[i]=i end
  for _=1,1e9 do local x = {table.unpack(t)} end
end
