-- pass_ages.lua -- more time than there is
extends "delving"
action "bomb" { turns = 0 }
function act.bomb() for i=1,100 do pass("9000000000000000 seconds") end end
