-- garbage_join.lua -- harmless: joins a list of 2 KB 100,000 times, and keeps none of the texts
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local t = {}
  for i = 1, 200 do t[i] = "abcdefghij" end
  for i = 1, 100000 do local s = table.concat(t) end
end
