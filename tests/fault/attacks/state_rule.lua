-- state_rule.lua -- puts a part of the rules into the state
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "lst" { start = {} }
function act.bomb()
  party.lst[1]=light.torch
end
