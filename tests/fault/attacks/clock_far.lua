-- clock_far.lua -- a time no game comes to
extends "delving"
action "bomb" { turns = 0 }
function act.bomb(who)
  clock.set("9000000000000 hours")
end
