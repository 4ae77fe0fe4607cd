-- garbage_large.lua -- harmless: makes a text of a megabyte 200 times, and keeps none
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  for i = 1, 200 do local t = ("a"):rep(1000000):upper():lower() end
end
