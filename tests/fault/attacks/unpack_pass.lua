-- unpack_pass.lua -- passes 200,000 places of an empty list on, which come back
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
local function back(...) return ... end
function act.bomb() while true do back(table.unpack({}, 1, 200000)) end end
