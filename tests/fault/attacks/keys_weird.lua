-- keys_weird.lua -- iterates over a table with the key true
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  for k in pairs({[true]=1}) do end
end
