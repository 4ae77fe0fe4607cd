-- run_recursion.lua -- runs a procedure within itself, without end
-- ends by: depth
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
procedure "nest" { "deeper", "time" }
function step.deeper() run "nest" end
function act.bomb() run "nest" end
