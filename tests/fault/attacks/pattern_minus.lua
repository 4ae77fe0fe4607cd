-- pattern_minus.lua -- matches a pattern with four lazy repetitions, in fourth-power time
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local s = ("a"):rep(5000) say(s:find(".-.-.-.-b") and "yes" or "no") end
