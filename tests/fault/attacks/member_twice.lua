-- member_twice.lua -- puts one member into the party twice
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
member "Ash" {}
function act.bomb() party.members[2] = party.members[1] end
