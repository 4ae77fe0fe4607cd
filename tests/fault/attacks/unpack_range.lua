-- unpack_range.lua -- unpacks 200,000 places of an empty list, again and again
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() while true do local a = table.unpack({}, 1, 200000) end end
