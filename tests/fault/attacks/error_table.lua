-- error_table.lua -- fails with a table that contains itself and names another file
extends "delving"
action "bomb" { turns = 0 }
function act.bomb()
  local t = {}
  t.text, t.file, t.line, t.stop, t.self = t, "/etc/passwd", -1, true, t
  error(t)
end
