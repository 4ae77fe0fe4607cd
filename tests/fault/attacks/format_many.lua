-- format_many.lua -- a format with a hundred thousand places
extends "delving"
action "bomb" { turns = 0 }
function act.bomb()
  local t = {}
  for i = 1, 200 do t[i] = i end
  local s = ("%d"):rep(100000):format(unpack(t))
end
