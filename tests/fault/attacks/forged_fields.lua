-- forged_fields.lua -- harmless: emits an event with fields that the program gives a meaning to
extends "delving"
action "bomb" { turns = 0 }
event "blast" { text = "Boom." }
function act.bomb()
  emit("blast", { change = true, was = { {} }, now = {}, who = {}, chart = true, check = true, stops = {}, from = "/etc/passwd:1", turn = "x", seq = {}, secret = "no" })
end
