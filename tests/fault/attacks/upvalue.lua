-- upvalue.lua -- keeps a secret in a local variable between commands
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
local secret = 0
function act.bomb() secret = secret + 1 end
