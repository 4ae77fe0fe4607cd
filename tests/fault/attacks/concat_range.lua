-- concat_range.lua -- concatenates 1e15 places of an empty table
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  table.concat({}, "x", 1, 1e15)
end
