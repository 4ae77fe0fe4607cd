-- A rule fills all memory in play.
extends "lamplight"
action "wait" { help = "wait for ever" }
function act.wait()
  local list = {}
  while true do list[#list + 1] = string.rep("x", 100000) .. #list end
end
-- play: wait
-- expect: memory_bomb.lua:6: the rules used up their memory (96 MB); --memory 192 allows more
