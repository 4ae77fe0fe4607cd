-- load_text.lua -- compiles code in play
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() load("return 1")() end
