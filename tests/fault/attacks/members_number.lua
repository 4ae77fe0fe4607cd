-- members_number.lua -- a member that is a number
extends "delving"
action "bomb" { turns = 0 }
function act.bomb(who)
  table.insert(party.members, 5)
end
