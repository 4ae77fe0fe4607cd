-- pools.lua -- dice of which none is rolled, timers in a list, a light that cannot be lit.
ruleset "Pools" { turn = "10 minutes" }
procedure "turn" { "act", "time" }
track "tension" {}
track "wet" { start = true }
timer "threat" { of = "party", lasts = "1 hour" }
timer "venom" { of = "member", lasts = "2 hours" }
light "torch" { lasts = "6 turns" }
light "candle" { lasts = "6 turns" }
action "roll_it" {}
function act.roll_it()
  local list, sum = faces(party.tension .. "d6", "tension")
  say("%d %d %d %d", dice(party.tension .. "d6=1"), dice(party.tension .. "d6kh1"), #list, sum)
end
action "stir" { turns = 0 }
function act.stir(them)
  start("threat", "north", { lasts = "60 minutes" }) start("threat", "south", { lasts = "20 minutes" })
  for who in each(them) do start("venom", who) end
end
action "hurry" { turns = 0 }
function act.hurry() for t in each(timers "threat") do if t.left < 0.5 then stop(t) end end end
function cannot.light(who, what) if party.wet and what.name == "torch" then return who.name .. "'s torch is wet." end end
member "Bram" {}
member "Pike" {}
