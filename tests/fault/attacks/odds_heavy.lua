-- odds_heavy.lua -- odds that take for ever, ten thousand times
-- timeout: 1
extends "delving"
action "bomb" { turns = 0 }
function act.bomb() for i=1,10000 do odds("40d"..(i+20).."kh20", 5) end error("x") end
