-- member_name_number.lua -- a name that is a number
extends "delving"
action "bomb" { turns = 0 }
function act.bomb(who)
  party.members[1].name = 5
end
