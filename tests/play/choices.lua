-- choices.lua -- questions with odd names and choices, for choices.play.
extends "asking"

question "end" { text = "Is it over?", default = false }
question "smell" { text = "What smells?", choices = { "smoke", "blood, fresh", "earth" }, upto = 2 }
question "sound" { text = "What sounds?", choices = { "water", "steps, slow" } }
question "debt" { text = "How much is owed?", default = 0 }
question "turns" { text = "Turn back?", choices = { "at once", "never ever" } }
action "stop" {}
action "sense" {}
action "sniff" {}
action "owe" {}
action "ponder" {}
function act.stop() say("%s.", tostring(ask "end")) end
function act.sense()
  local it = ask({ "sound", "smell" }, nil, { text = "Now" })
  say("%s; %s.", it.sound, it.smell[#it.smell])
end
function act.sniff() say("%s; %s.", ask("smell")[1], ask "sound") end
function act.owe() say("%g.", ask "debt") end
function act.ponder() say("%s.", ask "turns") end
