-- ways.lua -- marches over land and ways by water, hour by hour, with ground, weather and wind.
--
-- A part.  Gives: the procedure hour; travel, march and sail; the kinds terrain, weather, gait, wind and craft; party.travelled; rule.leg.
-- Wants: members' str and con.  Another procedure goes on the road by action "set_out" { enters = "hour" }.
-- A house file changes: terrain "bog" { factor = 0.1 }, setting.day_hours, rule.going, rule.miles, rule.can_walk, craft.ship.cap.

include "endurance"
include "light_levels"

kind "terrain" { factor = 1 }
kind "weather" { factor = 1 }
kind "gait"    { factor = 1, help = "string?" }
kind "wind"    { factor = 1, help = "string?" }
kind "craft"   { speed = "distance", hours = 24, cap = "distance?", berths = false }

terrain "open"      { factor = 1 }
terrain "difficult" { factor = 0.5 }
terrain "harsh"     { factor = 0.25 }
weather "fine"      { factor = 1 }
weather "bad"       { factor = 0.5 }
weather "harsh"     { factor = 0.25 }
kind.level:has { factor = 1 }
level.dark.factor = 0.25                        -- all ground is harsh in the dark
level.dim.factor = 0.5                          -- and difficult in dim light
gait "steady"   { factor = 1 }
gait "tactical" { factor = 0.75, help = "ready for a fight" }
gait "stealthy" { factor = 0.5, help = "unseen and unheard" }
wind "still" { factor = 1 }
wind "fair"  { factor = 2, help = "wind or current with you" }
wind "foul"  { factor = 0.5, help = "wind or current against you" }
-- Miles in an hour, hours in a day, and the most in a day.
craft "boat" { speed = "3 miles", hours = 10 }
craft "ship" { speed = "5 miles", hours = 24, cap = "100 miles", berths = true }

setting "day_hours" { default = 10, min = 1, max = 24, help = "hours marched in a day" }
setting "day_miles" { default = "10 miles", is = "distance", help = "a comfortable day's march" }
setting "str_miles" { default = "1 mile", is = "distance", help = "added to it for each point of the strength modifier" }

track "travelled" { unit = "mile", tally = true, help = "distance covered" }
track "leg"      { unit = "mile", sheet = false, help = "the way of this leg" }
track "ground"   { start = "open", quiet = true }
track "weather"  { start = "fine", quiet = true }
track "blowing"  { start = "still", quiet = true }

-- Enter: as it is now.
question "ground"  { text = "What is the ground like?", choices = function() return those(terrain) end,
                     default = function() return named(party.ground, terrain) end, short = "{it} ground" }
question "weather" { text = "How is the weather?", choices = function() return those(weather) end,
                     default = function() return named(party.weather, weather) end, short = "{it} weather" }
question "wind"    { text = "How are wind and current?", choices = function() return those(wind) end,
                     default = function() return named(party.blowing, wind) end }
question "weather_cost" { text = "How many hours of endurance does the way cost {name}?", default = 0, min = 0 }

procedure "hour" { lasts = "1 hour", "settle", "outset", "act", "time", "toll", "warning", "camp" }

action "travel" { aka = "t", during = "hour", takes = { "care: pace?", "how: gait?", "over: terrain?" },
                  help = "an hour on the way; overland, say the ground: travel cautious harsh" }
action "march"  { during = "hour", takes = { "care: pace?", "how: gait?", "over: terrain?", "days: 1-30?" },
                  turns = rule.march_hours, keeps = true,
                  help = "a day overland, or several: march stealthy difficult 3; travel adds an hour" }
action "sail"   { during = "hour", takes = { "by: craft", "number: 1-30?", "unit: hours|days?", "with: wind?" },
                  turns = rule.sail_hours, keeps = true, help = "by boat or ship: sail ship 3 days fair" }

-- --- the hours of a way ---

-- The way that the party is on, over days or by water, how many hours of a day it moves, and by which vessel.
function rule.leg()
  local way = deed "march"
  if way then return way, setting.day_hours end
  way = deed "sail"
  if way then return way, way.by.hours, way.by end
end
-- The hour of its day, 1 to 24: behind those that the party moves they camp.
function rule.way_hour()
  local way, hours = rule.leg()
  if way then return (way.turns - 1) % 24 + 1, hours end
end
function rule.camps()
  local hour, hours = rule.way_hour()
  return hour and hour > hours or false
end
function rule.march_hours(_, _, _, _, days) return ((days or 1) - 1) * 24 + setting.day_hours end
function rule.sail_hours(_, vessel, n, unit)
  if unit ~= "days" and n then return n end
  return ((n or 1) - 1) * 24 + vessel.hours
end
function rule.stuck()
  for who in each(party) do
    if not rule.can_walk(who) then return who.name .. " cannot take another step." end
  end
end
function rule.can_walk(who) return not who.exhausted end
function cannot.march() return rule.stuck() end
function cannot.travel(_, _, _, over) if over then return rule.stuck() end end

-- Those who camp or sleep on board spend no endurance, and the end of a day's march is no alarm.
local at_ease = rule.at_ease
function rule.at_ease(who)
  local _, _, vessel = rule.leg()
  return at_ease(who) or rule.camps() or vessel ~= nil and vessel.berths
end
local rests_next = rule.rests_next
function rule.rests_next()
  local way, hours, vessel = rule.leg()
  if not way or way.turns % 24 ~= hours % 24 then return rests_next() end
  local last = vessel and rule.sail_hours(nil, vessel, way.number, way.unit)
  return way.turns < (last or rule.march_hours(nil, nil, nil, nil, way.days))
end
-- Is the day's way done, or do they camp?
function rule.stops_next()
  local hour, hours = rule.way_hour()
  return hour and hour >= hours and hour < 24 or false
end
-- A night in the wild, between two days of a way.
function step.camp()
  local hour, hours = rule.way_hour()
  if not hour or hour - hours ~= 8 then return end
  set("fed", rule.provisions())
  for who in each(rule.sleepers()) do rule.slept(who, false, party.fed) end
end
function rule.provisions() return true end

-- --- setting out, and the miles of an hour ---

function step.outset()
  local hour, way, _, vessel = deed "travel", rule.leg()
  if way and way.turns == 1 then rule.set_out(way, vessel) end
  if hour and hour.over then rule.walk_on(hour.over) end
  if rule.camps() or not way and not (hour and hour.over) then return end
  local miles = vessel and rule.by_water(vessel, (rule.way_hour())) or rule.party_miles() / setting.day_hours
  gain("travelled", miles)
  party.leg = party.leg + miles
end
function rule.set_out(way, vessel)
  party.leg = party.leg * 0
  here.outdoors = true
  if vessel then return set("blowing", (way.with or ask "wind").name) end
  local said = ask({ "ground", "weather" }, nil, { text = "The way", known = { ground = way.over } })
  set("ground", said.ground.name)
  set("weather", said.weather.name)
end
function rule.walk_on(over)
  here.outdoors = true
  set("ground", over.name)
end

-- A party that keeps together is as slow as its slowest.
function rule.party_miles() return (least(party, rule.miles)) end
-- A day's march of one alone: by strength, the ground and the gait.
function rule.miles(who)
  if not rule.can_walk(who) then return setting.day_miles * 0 end
  local miles = setting.day_miles + setting.str_miles * rule.modifier(who, "str")
  return miles * rule.going() * rule.gait().factor
end
function rule.gait()
  local way = deed "travel" or deed "march"
  return way and way.how or gait.steady
end
-- Of all that slows the party the worst counts.
function rule.going() return (least(rule.factors())) end
function rule.factors()
  return { named(party.ground, terrain).factor, named(party.weather, weather).factor, level[rule.level()].factor }
end

-- The distance that a vessel makes in the nth hour of its day.
function rule.by_water(vessel, n) return rule.sailed(vessel, n) - rule.sailed(vessel, n - 1) end
function rule.sailed(vessel, hours)
  local blows = named(party.blowing, wind).factor
  local way, most = vessel.speed * blows * hours, vessel.cap and vessel.cap * blows
  return most and most < way and most or way
end

-- Harsh ground or weather may wear them down, and they are told.
function act.march()
  if rule.going() == 1 then return end
  for who in each(party) do
    local hours = ask("weather_cost", who, { among = party })
    if hours > 0 then say("%s loses %g hours of endurance.", who.name, hours) end
    gain(who, "waking", hours)
  end
end
