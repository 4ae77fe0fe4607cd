-- run_recursion.lua -- a procedure that runs itself
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
procedure "nest" { "deeper", "time" }
function step.deeper() run "nest" end
function act.bomb() run "nest" end
