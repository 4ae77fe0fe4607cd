-- concat_separator.lua -- joins items by a long text, again and again
-- ends by: work
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local t = {}
  for i = 1, 1000 do t[i] = "x" end
  while true do local s = table.concat(t, ("y"):rep(30000)) end
end
