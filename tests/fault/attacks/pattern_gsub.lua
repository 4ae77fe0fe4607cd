-- pattern_gsub.lua -- makes a text eight times as long with gsub, 100 times
-- ends by: work
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local s = "x" for i = 1, 100 do s = s:gsub(".", "%0%0%0%0%0%0%0%0") end say(#s) end
