-- memory_state.lua -- puts three million texts into the state
-- ends by: memory
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "hoard" { start = {} }
function act.bomb() for i = 1, 3000000 do table.insert(party.hoard, "a thing of some length, number " .. i) end end
