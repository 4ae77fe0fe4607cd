-- pass_huge.lua -- lets more time pass than the clock can count, at once
extends "delving"
action "bomb" { turns = 0, help = "goes off" }
question "more" { text = "More?", default = true }
function act.bomb()
  pass("999999999999999999 hours")
end
