-- state_wide.lua -- puts 60,000 texts into one list of the state
-- ends by: count
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "lst" { start = {} }
function act.bomb()
  for i=1,60000 do party.lst[i]="xxxxxxxxxxxxxxxx"..i end
end
