-- power_loop.lua -- computes a power, again and again: one step of Lua, and much work in C
-- ends by: work
extends "delving"
action "bomb" { help = "x" }
function act.bomb()
  local n = 0
  for _ = 1, 1e9 do n = n + 1.1 ^ 0.7 end
end
