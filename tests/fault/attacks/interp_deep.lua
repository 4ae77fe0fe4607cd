-- interp_deep.lua -- says 100,000 opening braces, each of which may begin a place to fill in
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  say(("{"):rep(100000))
end
