-- clock_before.lua -- sets the clock to a time before the campaign began
extends "delving"
action "bomb" { turns = 0 }
function act.bomb(who)
  clock.set("-5 hours")
end
