-- loop_recursion.lua -- recurses without end
-- ends by: depth
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
local function f(n) return 1 + f(n + 1) end
function act.bomb() f(0) end
