-- pattern_gsub.lua -- gsub that grows and grows
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local s = "x" for i = 1, 100 do s = s:gsub(".", "%0%0%0%0%0%0%0%0") end say(#s) end
