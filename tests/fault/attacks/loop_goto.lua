-- loop_goto.lua -- an endless loop by goto
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() ::again:: goto again end
