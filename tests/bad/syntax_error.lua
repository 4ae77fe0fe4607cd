-- Lua cannot compile the file; only this mistake is reported.
extends "lamplight"

light "lamp" { lasts = "4 turns"
  bright = "9 m" }
light.lamp.bright = "6 m"
function act.serch() end
-- expect: syntax_error.lua:4: a comma or } is missing at the end of this line | write: light "lamp" { lasts = "4 turns",
