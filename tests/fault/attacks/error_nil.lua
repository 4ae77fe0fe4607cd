-- error_nil.lua -- fails with nil for a message
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() error(nil) end
