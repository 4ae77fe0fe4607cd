-- error_object.lua -- an error that is no text
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() error({ stop = "asks", ask = { id = "die" } }) end
