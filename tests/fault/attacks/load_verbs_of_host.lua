-- load_verbs_of_host.lua -- declares verbs that would replace undo and quit
extends "delving"
action "u" { turns = 0 }
action "undo" { turns = 0 }
action "quit" { turns = 0 }
action "bomb" { turns = 0 }
function act.u() say "never" end
function act.bomb() error("x") end
