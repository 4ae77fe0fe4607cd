-- here_emptied.lua -- removes every field of the room
extends "delving"
action "bomb" { turns = 0 }
function act.bomb(who)
  for k in pairs(here) do here[k] = nil end
end
