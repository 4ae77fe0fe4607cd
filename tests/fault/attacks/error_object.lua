-- error_object.lua -- fails with a table that looks like a question of the program
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() error({ stop = "asks", ask = { id = "die" } }) end
