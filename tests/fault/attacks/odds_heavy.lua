-- odds_heavy.lua -- computes the odds of 40 large dice, 10,000 times
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0 }
function act.bomb() for i=1,10000 do odds("40d"..(i+20).."kh20", 5) end error("x") end
