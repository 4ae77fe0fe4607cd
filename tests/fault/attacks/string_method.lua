-- string_method.lua -- adds a method to all texts
extends "delving"
action "bomb" { turns = 0 }
function act.bomb() local s = "x" s.rep = function() return "pwned" end end
