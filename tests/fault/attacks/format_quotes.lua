-- format_quotes.lua -- writes long texts of control characters in quotes
-- ends by: work
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  local s = ("\1"):rep(100000)
  while true do local quoted = ("%q"):format(s) end
end
