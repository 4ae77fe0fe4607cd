-- vararg_rec.lua -- passes on one more argument in each call, without end
-- ends by: depth
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
question "more" { text = "More?", default = true }
function act.bomb()
  local function f(...) return f(1, ...) end f()
end
