-- load_begin_loop.lua -- loops without end as play begins
-- ends by: work
extends "delving"
function on.begin() while true do end end
action "bomb" { turns = 0 }
