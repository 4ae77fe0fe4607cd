-- half_done.lua -- changes the state and then fails
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() gain("torches", 100) kindle("torch") local x = nil x.y = 1 end
