-- deep_sort.lua -- recurses without end through the comparison of table.sort
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local function f() table.sort({2,1}, f) return false end f()
end
