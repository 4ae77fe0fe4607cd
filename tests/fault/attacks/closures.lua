-- closures.lua -- fills memory with closures
-- ends by: memory
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local t={} while true do t[#t+1]=function() return t end end
end
