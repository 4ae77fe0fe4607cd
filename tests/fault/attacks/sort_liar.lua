-- sort_liar.lua -- sorts 300,000 items by comparisons that contradict themselves
-- ends by: work
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local t = {} for i = 1, 300000 do t[i] = i % 7 end table.sort(t, function(a, b) return true end) table.sort(t, function() local x = 0 for i = 1, 1000 do x = x + i end return false end) end
