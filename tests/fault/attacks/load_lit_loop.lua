-- load_lit_loop.lua -- one of many
extends "delving"
function rule.lit() while true do end end
