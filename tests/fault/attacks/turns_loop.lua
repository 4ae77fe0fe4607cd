-- turns_loop.lua -- a rule of how many turns that does not end
extends "delving"
action "bomb" { turns = function() while true do end end }
