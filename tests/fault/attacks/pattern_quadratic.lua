-- pattern_quadratic.lua -- an honest pattern on a long text
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local s = ("a"):rep(1000000) say(s:match("a+b") and "yes" or "no") end
