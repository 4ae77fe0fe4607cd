-- Errors about nil are put in plain words.
extends "lamplight"

action "peer" { takes = { "word" }, help = "look hard" }
function act.peer(_, at)
  local lamp = burning()[1]
  if at == "lamp" then say("%s", lamp.holder) end
  if at == "text" then say("It is " .. lamp) end
  if at == "size" then say("%s", lamp > 3) end
  if at == "name" then lamp() end
end
-- play: peer lamp
-- play: peer text
-- play: peer size
-- play: peer name
-- expect: nothing_in_play.lua:7: 'lamp' is nothing (nil), which has no fields
-- expect: nothing_in_play.lua:8: 'lamp' is nothing (nil), and cannot be part of a text
-- expect: nothing_in_play.lua:9: a number cannot be compared with nothing (nil)
-- expect: nothing_in_play.lua:10: 'lamp' is nothing (nil), and cannot be called as a function
