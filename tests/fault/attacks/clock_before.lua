-- clock_before.lua -- a time before the first
extends "delving"
action "bomb" { turns = 0 }
function act.bomb(who)
  clock.set("-5 hours")
end
