-- pass_zero.lua -- lets no time pass, a million times
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  for i=1,1000000 do pass("0 minutes") end
end
