-- load_status_loop.lua -- loops without end in rule.status
-- ends by: work
extends "delving"
function rule.status() while true do end end
