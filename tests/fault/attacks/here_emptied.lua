-- here_emptied.lua -- a room of which nothing is left
extends "delving"
action "bomb" { turns = 0 }
function act.bomb(who)
  for k in pairs(here) do here[k] = nil end
end
