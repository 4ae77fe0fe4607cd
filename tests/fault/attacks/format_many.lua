-- format_many.lua -- formats a text with 100,000 places from 200 values
extends "delving"
action "bomb" { turns = 0 }
function act.bomb()
  local t = {}
  for i = 1, 200 do t[i] = i end
  local s = ("%d"):rep(100000):format(unpack(t))
end
