-- pattern_balanced.lua -- searches for a pair of brackets in a million opening ones
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local s = ("("):rep(1000000) say(s:find("%b()") and "yes" or "no") end
