-- pass_ages.lua -- lets more time pass than the clock can count, in 100 parts
extends "delving"
action "bomb" { turns = 0 }
function act.bomb() for i=1,100 do pass("9000000000000000 seconds") end end
