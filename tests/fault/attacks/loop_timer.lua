-- loop_timer.lua -- restarts a timer of no duration whenever it ends
-- ends by: count
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
timer "tick" { lasts = "0 minutes" }
function on.tick() start "tick" end
function act.bomb() start "tick" pass "1 hour" end
