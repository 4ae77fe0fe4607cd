-- getmetatable.lua -- reads getmetatable, which rules do not have
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  say(tostring(getmetatable))
end
