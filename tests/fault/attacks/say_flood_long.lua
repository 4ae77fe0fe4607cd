-- say_flood_long.lua -- says 9999 lines of 500 letters; the message names the rule that says them
-- ends by: count
extends "delving"
action "bomb" { turns = 0 }
function act.bomb() for n = 1, 9999 do say(string.rep("x", 500)) end end
