-- turns_loop.lua -- loops without end in the function that says how many turns an action takes
-- ends by: work
extends "delving"
action "bomb" { turns = function() while true do end end }
