-- char_many.lua -- makes a text of 200,000 characters, again and again
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local t={} for i=1,200000 do t[i]=65 end
  for _=1,1e9 do string.char(table.unpack(t)) end
end
