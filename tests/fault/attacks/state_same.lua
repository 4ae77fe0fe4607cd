-- state_same.lua -- puts the same table into two places of the state
extends "delving"
action "bomb" { turns = 0 }
track "bag" { start = {} }
function act.bomb()
  local t = { 1 }
  party.bag = { a = t, b = t }
end
