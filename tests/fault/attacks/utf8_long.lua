-- utf8_long.lua -- characters beyond all characters
extends "delving"
action "bomb" { turns = 0 }
function act.bomb()
  local t = {}
  for i = 1, 100000 do t[i] = utf8.char(0x7fffffff) end
  say(concat(t))
end
