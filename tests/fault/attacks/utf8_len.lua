-- utf8_len.lua -- counts the characters of a million bytes, again and again
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local n=("x"):rep(1000000) for i=1,1e9 do utf8.len(n) end
end
