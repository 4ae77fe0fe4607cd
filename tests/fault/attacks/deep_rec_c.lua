-- deep_rec_c.lua -- recurses without end through gsub
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local function f(x) return (("x"):gsub("x", f)) end f()
end
