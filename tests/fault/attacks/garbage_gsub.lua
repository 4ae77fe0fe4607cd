-- garbage_gsub.lua -- harmless: makes a text of 1.5 KB with gsub 50,000 times, and keeps none
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local s = ("a"):rep(100)
  for i = 1, 50000 do local t = s:gsub(".", "fifteen letters") end
end
