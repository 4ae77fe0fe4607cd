-- garbage_upper.lua -- harmless: makes two texts of 3 KB 100,000 times, and keeps none
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local s = ("a"):rep(3000)
  for i = 1, 100000 do local t = s:upper() .. "x" end
end
