-- gsub_many.lua -- replaces 100,000 letters, again and again
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local n=("x"):rep(100000) for i=1,1e9 do n:gsub("x","yy") end
end
