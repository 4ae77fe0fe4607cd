-- pattern_exponential.lua -- a pattern that takes for ever
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local s = ("a"):rep(100) say(s:find("a*a*a*a*a*a*a*b") and "yes" or "no") end
