-- sort_dice.lua -- rolls dice in the comparison of sort, 100,000 items long
extends "delving"
action "bomb" { turns = 0 }
function act.bomb()
  local t = {}
  for i = 1, 100000 do t[i] = i end
  sort(t, function(x, y) return dice "1d6" > 3 end)
end
