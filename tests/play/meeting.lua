-- meeting.lua -- an encounter that tells what its question was answered, and torches that go out together.
ruleset "Meeting" { turn = "10 minutes" }
light "torch" { spends = "torches" }
track "torches" { min = 0, start = 6 }
question "creature" { text = "Who?", default = "rats" }
question "distance" { text = "How far away?", default = 18, unit = "m" }
question "mood" { text = "In what mood?", choices = { "wary", "hostile" } }
event.encounter.text = "{creature}, {distance} m away, {mood}."
procedure "turn" { "act", "time" }
action "meet" { takes = { "text?" } }
action "wind" {}
action "burn" {}
function act.meet(_, said) emit("encounter", ask({ "creature", "distance", "mood" }, nil, { text = "Encounter", said = said })) end
function act.wind() for torch in each(burning "torch") do put_out(torch, "is blown out") end end
function act.burn()
  say "Every lit torch burns out."
  for torch in each(burning "torch") do put_out(torch, "burns out") end
end
