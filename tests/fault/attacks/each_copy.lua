-- each_copy.lua -- copies a list of 200,000 items, again and again
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local t={} for i=1,200000 do t[i]=i end for i=1,1e9 do for x in each(t) do break end end
end
