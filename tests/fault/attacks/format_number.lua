-- format_number.lua -- writes a text of a million blanks as a number, again and again
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local n = "1"..(" "):rep(1000000)
  for _=1,1e9 do local x = ("%d"):format(n) end
end
