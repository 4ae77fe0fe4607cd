-- table_insert_far.lua -- a place beyond all places
extends "delving"
action "bomb" { turns = 0 }
function act.bomb()
  local t = {}
  insert(t, math.maxinteger or 9223372036854775807, 1)
end
