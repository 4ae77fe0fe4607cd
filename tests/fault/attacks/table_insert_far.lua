-- table_insert_far.lua -- inserts an item at the last integer of a list
extends "delving"
action "bomb" { turns = 0 }
function act.bomb()
  local t = {}
  insert(t, math.maxinteger or 9223372036854775807, 1)
end
