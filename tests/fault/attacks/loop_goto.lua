-- loop_goto.lua -- loops without end by goto
-- ends by: work
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() ::again:: goto again end
