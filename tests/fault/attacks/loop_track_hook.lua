-- loop_track_hook.lua -- a track whose change changes it
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "dread" { min = 0 }
function on.dread() gain "dread" end
function act.bomb() gain "dread" end
