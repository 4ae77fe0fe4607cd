-- pattern_minus.lua -- fourth power
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() local s = ("a"):rep(5000) say(s:find(".-.-.-.-b") and "yes" or "no") end
