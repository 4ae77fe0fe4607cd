-- say_flood_long.lua -- many lines, each as long as may be: the rule that says them is named, not what ran last
extends "delving"
action "bomb" { turns = 0 }
function act.bomb() for n = 1, 9999 do say(string.rep("x", 500)) end end
