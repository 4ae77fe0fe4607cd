-- memory_concat.lua -- concatenates 100 texts of 1 MB
-- ends by: memory
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local t = {} for i = 1, 100 do t[i] = ("x"):rep(1000000) end local s = table.concat(t) end
