-- assert_nonutf.lua -- fails an assertion with a message that is not UTF-8
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
function act.bomb()
  assert(nil, "\xff")
end
