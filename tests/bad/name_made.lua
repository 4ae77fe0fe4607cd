-- a name that the rules make is not put right in the text that it is made of
extends "delving"
kind "pitch" { length = 10 }
pitch "p1" {}
pitch "p2" {}
track "depth" {}
action "descend" {}
function act.descend()
  gain "depth"
  say("%d", pitch["p" .. party.depth].length)
end
-- expect: name_made.lua:10: there is no pitch 'p3'; did you mean 'p1'?
