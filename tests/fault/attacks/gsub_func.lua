-- gsub_func.lua -- replaces each of a million letters by 100 others with gsub
-- ends by: memory
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  ("x"):rep(1000000):gsub(".", function(c) return ("z"):rep(100) end)
end
