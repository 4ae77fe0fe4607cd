-- loop_tail.lua -- makes tail calls without end
-- ends by: depth
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
local function f(n) return f(n + 1) end
function act.bomb() f(0) end
