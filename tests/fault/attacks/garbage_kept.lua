-- garbage_kept.lua -- harmless: makes texts of 30 KB while a list of 20 MB stays alive
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local t, s = {}, ("a"):rep(30000)
  for i = 1, 20 do t[i] = ("a"):rep(1000000) .. i end
  for i = 1, 10000 do local x = s:upper() end
  say("%d", #t)
end
