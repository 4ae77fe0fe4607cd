-- pat_deep.lua -- searches for ten pairs of brackets in 500,000 opening ones
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  ("("):rep(500000):find(("%b()"):rep(10))
end
