-- A name is put together in play: the message suggests a name, and does not change a text of the line.
extends "delving"
kind "pitch" { length = 10 }
pitch "p1" {}
track "depth" { start = 1 }
action "descend" {}
function act.descend()
  gain "depth"
  say("%d", pitch["p" .. party.depth].length)
end
-- expect: name_made.lua:9: there is no pitch 'p2'; did you mean 'p1'? named(…, pitch) gives nil where there is none
