-- pattern_quadratic.lua -- matches a simple pattern on a million letters, in quadratic time
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local s = ("a"):rep(1000000) say(s:match("a+b") and "yes" or "no") end
