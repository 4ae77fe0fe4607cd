-- poison_meta.lua -- replaces the methods of all texts through their metatable
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local m = getmetatable("") m.__index = function() return function() return "poisoned" end end end
