-- saltmarsh_house.lua -- becomes the house.lua in table.play: a sign fixes the next encounter, and doors stick.
extends "dungeon-exploration"

chart.hazard.sign.text = "wet footprints, still spreading"
chart.hazard.fatigue.text = "rest now, or each saves CON vs 12"
track.fatigue.max = 1                       -- 0 or 1: tired or not
question.hidden.always = 12
question.found.always = true
question.door.always = 16
question.surprised.always = "nobody"
question.fatigue.text = ""
question.describe.always = ""               -- no description is asked for: the game master tells it
question.creature.always = true
question.distance.always = 60
question.mood.always = "hostile"
question.circumstances.always = "even terms"
question.deeds.always = "go on"
event.encounter.text = "{creature}"

event "fixed" { text = "house: fixes next encounter: {what}", secret = true }
track "near" { start = "", secret = true, help = "who left the last sign" }
function rule.hint()
  party.near = ("ghouls, 3 (the sign of T%d)"):format(turn.number)
  emit "fixed" { what = "ghouls, 3" }
end
local wanderer = rule.wanderer
function rule.wanderer() return party.near ~= "" and party.near or wanderer() end
