-- gmatch_quad.lua -- matches a pattern in quadratic time with gmatch
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  for w in ("a"):rep(200000):gmatch("a-b") do end
end
