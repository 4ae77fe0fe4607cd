-- timer_again.lua -- restarts a timer every second, for eleven years
-- ends by: count
extends "delving"
timer "t" { of = "party", lasts = "1 second" }
function on.t() start("t") end
action "bomb" { turns = 0 }
function act.bomb() start("t") pass("100000 hours") end
