-- format_pile.lua -- puts many long texts into one
-- ends by: work
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local t, form = {}, ("%s"):rep(200)
  for i = 1, 200 do t[i] = ("x"):rep(5000) end
  while true do local s = form:format(table.unpack(t)) end
end
