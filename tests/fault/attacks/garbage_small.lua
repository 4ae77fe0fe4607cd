-- garbage_small.lua -- harmless: makes seven million small tables, and keeps none
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  for i = 1, 7000000 do local t = { i } end
end
