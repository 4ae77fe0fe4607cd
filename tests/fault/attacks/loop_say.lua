-- loop_say.lua -- says lines without end
-- ends by: count
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb() while true do say("spam spam spam") end end
