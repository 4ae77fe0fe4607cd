-- ridge.lua -- hours on a ridge road, for the transcripts: a deed of many hours with checks in it, and a sleep
-- that may be left and gone on with.
ruleset "The ridge" { turn = "1 hour", check = "1d20" }

kind.member:has { con = 0 }

light "lantern" { lasts = "3 hours", spends = "oil" }

track "oil"    { start = 5, min = 0, quiet = true }
track "walked" { unit = "mile" }
track "hp"     { of = "member", min = 0, max = "own" }
track "spirit" { of = "member", steps = { "fresh", "weary", "spent" } }

member "Bram"   { con = 1, hp = 6 }
member "Ysolde" { hp = 5 }
member "Pike"   { con = -1, hp = 4 }

procedure "turn" { "act", "road", "time" }

chart "road" { die = "1d6",
  { "1",   "wolves", "Wolves stand in the road.", rule.wolves },
  { "2",   "wind",   "The wind bites.",           rule.wind },
  { "3-5", "dust",   "Dust and stones." },
  { "6",   "view",   "A view to the sea." } }

event "met" { text = "Three wolves.", stops = true }
question "relight" { text = "Fill the lantern?", default = true }

action "march" { turns = 10, help = "ten hours on the road" }
action "sleep" { turns = 8, keeps = true, help = "eight hours" }

function step.road()
  if doing "march" then
    gain("walked", "2 miles")
    for who in each(party) do
      if not check(who, "con", 6) then set(who, "spirit", "weary") end
    end
  end
  roll "road"
end

function rule.wolves() emit "met" { } end
function rule.wind() lose(party.members[3], "hp") end
function on.light_out(lamp)
  if party.oil > 0 and ask "relight" then kindle("lantern", lamp.holder) end
end
