-- load_status_loop.lua -- one of many
extends "delving"
function rule.status() while true do end end
