-- number_long.lua -- reads a text of a million blanks as a number, again and again
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { help = "x" }
function act.bomb()
  local n = "1" .. (" "):rep(1000000)
  for _ = 1, 1e9 do math.abs(n) end
end
