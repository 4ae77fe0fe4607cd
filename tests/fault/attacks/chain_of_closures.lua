-- chain_of_closures.lua -- harmless: a function holds a function that holds …, 100,000 deep
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
local f = function() return 1 end
for _ = 1, 100000 do
  local inner = f
  f = function() return inner end
end
function act.bomb() f() end
