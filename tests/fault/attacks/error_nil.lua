-- error_nil.lua -- an error of nothing
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() error(nil) end
