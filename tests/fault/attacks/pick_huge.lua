-- pick_huge.lua -- harmless: picks one of a million items
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local t={} for i=1,1000000 do t[i]=i end pick(t)
end
