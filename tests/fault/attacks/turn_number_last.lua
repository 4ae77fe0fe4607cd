-- turn_number_last.lua -- a turn after which there is none
extends "delving"
action "bomb" { turns = 0 }
function act.bomb(who)
  turn.number = 9223372036854775807
end
