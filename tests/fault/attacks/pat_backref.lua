-- pat_backref.lua -- backtracks without end in a pattern with back references
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  ("a"):rep(30000):find("(.*)(.*)%1%2b")
end
