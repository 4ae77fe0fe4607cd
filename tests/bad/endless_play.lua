-- A rule loops without end in play.
extends "lamplight"
action "wait" { help = "wait for ever" }
function act.wait()
  local n = 0
  while n >= 0 do n = n + 0 end
end
-- play: wait
-- expect: endless_play.lua:6: the rules did not come to an end in time; is there a loop that never ends?
