-- load_lit_loop.lua -- loops without end in rule.lit
-- ends by: work
extends "delving"
function rule.lit() while true do end end
