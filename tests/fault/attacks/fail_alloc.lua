-- fail_alloc.lua -- fills memory with texts of 1 MB
-- ends by: memory
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local t={} for i=1,10 do t[i]=("x"):rep(1000000) end while true do t[#t+1]=("y"):rep(999999) end
end
