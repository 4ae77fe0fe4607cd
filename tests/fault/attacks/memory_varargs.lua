-- memory_varargs.lua -- passes on three more arguments in each call, without end
-- ends by: depth
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
local function f(...) return f(1, 2, 3, ...) end
function act.bomb() f() end
