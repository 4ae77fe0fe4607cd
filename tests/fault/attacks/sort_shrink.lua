-- sort_shrink.lua -- takes items away while they are sorted
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local t = {}
  for i = 1, 500 do t[i] = 500 - i end
  table.sort(t, function(a, b) t[#t] = nil return a < b end)
  error("sorted " .. #t)
end
