-- loop_track_hook.lua -- changes a track from the hook of that track, without end
-- ends by: depth
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "dread" { min = 0 }
function on.dread() gain "dread" end
function act.bomb() gain "dread" end
