-- member_name_number.lua -- renames a member to a number
extends "delving"
action "bomb" { turns = 0 }
function act.bomb(who)
  party.members[1].name = 5
end
