-- compile_text.lua -- compiles Lua code in play with load
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() load("return 1")() end
