-- utf8_long.lua -- says 100,000 code points above U+10FFFF
extends "delving"
action "bomb" { turns = 0 }
function act.bomb()
  local t = {}
  for i = 1, 100000 do t[i] = utf8.char(0x7fffffff) end
  say(concat(t))
end
