-- loop_mutual.lua -- recurses without end in two rules that call each other
-- ends by: depth
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function rule.ping() return 1 + rule.pong() end
function rule.pong() return 1 + rule.ping() end
function act.bomb() rule.ping() end
