-- pattern_exponential.lua -- backtracks without end in a pattern with seven repetitions
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local s = ("a"):rep(100) say(s:find("a*a*a*a*a*a*a*b") and "yes" or "no") end
