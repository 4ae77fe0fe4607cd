-- turn_number_last.lua -- sets the turn number to the largest integer
extends "delving"
action "bomb" { turns = 0 }
function act.bomb(who)
  turn.number = 9223372036854775807
end
