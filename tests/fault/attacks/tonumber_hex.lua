-- tonumber_hex.lua -- harmless: converts a million hexadecimal digits to a number
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  say(tostring(tonumber("0x"..("f"):rep(1000000))))
end
