-- deep_state.lua -- nests tables in the state, a thousand deep
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
track "well" { start = {} }
function act.bomb() local t = party.well for i = 1, 1000 do t[1] = {} t = t[1] end end
