-- gsub_table.lua -- looks 100,000 letters up in a table, again and again
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local n=("x"):rep(100000) for i=1,1e9 do n:gsub("x",{x="yy"}) end
end
