-- memory_varargs.lua -- two hundred thousand arguments
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
local function f(...) return f(1, 2, 3, ...) end
function act.bomb() f() end
