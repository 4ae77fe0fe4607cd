-- members_number.lua -- puts a number into the list of members
extends "delving"
action "bomb" { turns = 0 }
function act.bomb(who)
  table.insert(party.members, 5)
end
