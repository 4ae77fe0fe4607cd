-- tostring_many.lua -- writes a large number in decimals, again and again
-- ends by: work
-- timeout: 1
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  for _=1,1e9 do local x = tostring(1e300) end
end
