-- saltmine.lua -- the Salt Mine: bad air, its own creatures, and brine that rises while you look around.
extends "delving"

setting.fatigue_damage = "1d4"                      -- a setting: the air bites
light.candle.lasts = "24 turns"                     -- one field of one thing
light "tallow" { shapes = "3 m", details = "1 m", search = 3, lasts = "6 turns", blows_out = true }   -- a new thing
question.relight.always = true                      -- a question answered for good

chart.creatures { die = "1d6", { "1-2", "miners" }, { "3-5", "bats" }, { "6", "ooze" } }
chart.hazard.free.text = "Nothing. Salt drips."     -- one field of one row
chart.shift.apparition { name = "echo", text = "Picks ring in a gallery that fell in long ago." }   -- another in its row

-- A new step, in its place: the brine rises every third turn.
track "brine" { min = 0, max = 4, full = "flood", help = "how high it stands in the lower galleries" }
event "flood" { text = "The lower galleries are under water.", stops = true }
procedure.turn:after("hazard", "brine")
function step.brine() if turn.number % 3 == 0 then gain "brine" end end

-- A new deed: everyone who bails lowers it by one.
action "bail" { by = "each", needs = { brine = "There is nothing to bail out." }, loses = "brine", help = "bail out the brine" }

-- Two wrappings.  When the last flame dies, what waited in the dark comes; and salt stings in a deep wound.
local burn = rule.burn
function rule.burn()
  burn()
  if rule.dark() then rule.meet() end
end
local hurt = on.hp
function on.hp(who, was, now)
  hurt(who, was, now)
  if was - now >= 3 then say("Salt gets into the wound, and %s cries out.", who.name) end
end
