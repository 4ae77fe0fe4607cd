-- highpass.lua -- the High Pass: short winter days, snow to the knee, thin air, and wolves that wait for dusk.
extends "travel-turn"

setting.day_hours = 8                               -- a setting: the sun is soon gone
question.relight.always = true                      -- a torch warms, also by day
track.weather.start = "bad"                         -- how it is when nobody says
terrain "snow" { factor = 0.2 }                     -- a new ground, for march and travel
creature "frostwolf" { many = "frostwolves", hd = 3, ac = 13, speed = 40, str = 14, dex = 12, damage = "1d8", morale = 1 }
creature.bear.damage = "1d12"
corruption "thinair" { stage = "6 hours", dc = 12, harms = "wis", stages = 2 }

chart.wanderers { die = "1d6", { "1-3", "frostwolves", number = "1d3+1" }, { "4-5", "a bear", "A bear that should be asleep." },
  { "6", "a monk", "A monk with a sledge and a kettle." } }
chart.omen.birds { name = "rumble", text = "Far above, the snow shifts its weight." }

-- A new step at the end of the hour: who has no fire in the snow grows colder.
track "cold" { of = "member", min = 0, max = 6 }
procedure.hour:after("toll", "frost")
function step.frost(who)
  if party.ground ~= "snow" or rule.is_safe() then return end
  if #burning() > 0 then lose(who, "cold") else gain(who, "cold") end
end
function on.cold(who, was, now)
  if now == 6 and was < 6 then say("%s cannot feel their feet.", who.name) set(who, "hindered", true) end
end

-- A new deed, and a wrapping: a night by the fire warms.
action "fire" { turns = 0, costs = "2 sup", sets = { cold = 0 }, help = "a fire from supplies; everybody warms up" }
local slept = rule.slept
function rule.slept(who, safe, fed)
  slept(who, safe and who.cold < 6, fed)
end
