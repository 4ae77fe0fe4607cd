-- ways.lua -- marches over land and ways by water, hour by hour, with ground, weather and wind.
--
-- A part.  Gives: the procedure hour; travel and march; the kinds terrain, weather, gait, wind and craft; party.travelled.
-- Wants: members' str and con.  Another procedure goes on the road by action "set_out" { enters = "hour" }.
-- A house file changes: terrain "bog" { factor = 0.1 }, setting.day_hours, rule.going, rule.miles, rule.can_walk, craft.ship.hours.

include "endurance"
include "light_levels"

kind "terrain" { factor = 1 }
kind "weather" { factor = 1 }
kind "gait"    { factor = 1, help = "string?" }
kind "wind"    { factor = 1, help = "string?" }
kind "craft"   { speed = "distance", hours = 24, berths = false }
kind.level:has { factor = 1 }

terrain "open"      { factor = 1 }
terrain "difficult" { factor = 0.5 }
terrain "harsh"     { factor = 0.25 }
weather "fine"      { factor = 1 }
weather "bad"       { factor = 0.5 }
weather "harsh"     { factor = 0.25 }
level.dim.factor = 0.5                          -- all ground is difficult in dim light
level.dark.factor = 0.25                        -- and harsh in the dark
gait "steady"   { factor = 1 }
gait "tactical" { factor = 0.75, help = "ready for a fight" }
gait "stealthy" { factor = 0.5, help = "unseen and unheard" }
wind "still" { factor = 1 }
wind "fair"  { factor = 2, help = "wind or current with you" }
wind "foul"  { factor = 0.5, help = "wind or current against you" }
craft "boat" { speed = "3 miles", hours = 10 }                 -- in an hour, and hours under way in a day
craft "ship" { speed = "5 miles", hours = 20, berths = true }

setting "day_hours" { default = 10, min = 1, max = 24, help = "hours marched in a day" }
setting "day_miles" { default = "10 miles", is = "distance", help = "a comfortable day's march; strength adds a tenth, or takes it away" }

track "travelled" { unit = "mile", tally = true, help = "distance covered" }
track "ground"    { start = "open", quiet = true }
track "weather"   { start = "fine", quiet = true }
track "blowing"   { start = "still", quiet = true }

-- Enter: as it is now.
question "ground"  { text = "What is the ground like?", choices = function() return those(terrain) end,
                     default = function() return terrain[party.ground] end, short = "{it} ground" }
question "weather" { text = "How is the weather?", choices = function() return those(weather) end,
                     default = function() return weather[party.weather] end, short = "{it} weather" }
question "wind"    { text = "How are wind and current?", choices = function() return those(wind) end,
                     default = function() return wind[party.blowing] end }
question "weather_cost" { text = "How many hours of endurance does the way cost {name}?", default = 0, min = 0 }

procedure "hour" { lasts = "1 hour", "settle", "outset", "act", "time", "toll", "warning", "camp" }

action "travel" { aka = "t", during = "hour", takes = { "care: pace?", "how: gait?", "over: terrain?" },
                  help = "an hour on the way; overland, say the ground: travel cautious harsh" }
action "march"  { aka = "sail", during = "hour", keeps = true, turns = rule.march_hours,
                  takes = { "care: pace?", "how: gait?", "over: terrain?", "by: craft?", "number: 1-30?", "unit: hours|days?", "with: wind?" },
                  help = "a day's way, or several, or hours of it: march stealthy difficult 3; sail ship 4 hours fair" }

-- --- the hours of a way ---

function rule.march_hours(_, _, _, _, vessel, n, unit)
  return unit == "hours" and n or ((n or 1) - 1) * 24 + rule.hours_a_day(vessel)
end
function rule.hours_a_day(vessel) return vessel and vessel.hours or setting.day_hours end
-- The hour of its day, 1 to 24, and how many of them the party moves; behind these it camps.
function rule.way_hour()
  local way = deed "march"
  if way then return (way.turns - 1) % 24 + 1, rule.hours_a_day(way.by) end
end
function rule.camps()
  local hour, hours = rule.way_hour()
  return hour and hour > hours or false
end
-- Is the day's way done, or do they camp?
function rule.stops_next()
  local hour, hours = rule.way_hour()
  return hour and hour >= hours and hour < 24 or false
end
-- Those who camp or sleep on board spend no endurance, and the end of a day's march is no alarm.
local at_ease = rule.at_ease
function rule.at_ease(who)
  local way = deed "march"
  return at_ease(who) or rule.camps() or way ~= nil and way.by ~= nil and way.by.berths
end
rule.rests_next = nil
function rule.rests_next()
  local way = deed "march"
  return rule.stops_next() and way.turns < rule.march_hours(nil, nil, nil, nil, way.by, way.number, way.unit)
end
-- A night in the wild, between two days of a way.
function step.camp()
  local hour, hours = rule.way_hour()
  if not hour or hour - hours ~= 8 then return end
  for who in each(party) do rule.slept(who, false, true) end
end

function cannot.march() return rule.stuck() end
function cannot.travel(_, _, _, over) if over then return rule.stuck() end end
function rule.stuck()
  local who = those(party, function(who) return not rule.can_walk(who) end)[1]
  return who and who.name .. " cannot take another step."
end
function rule.can_walk(who) return not who.exhausted end

-- --- setting out, and the miles of an hour ---

function step.outset()
  local hour, way = deed "travel", deed "march"
  if way and way.turns == 1 then rule.set_out(way) end
  if hour and hour.over then
    here.outdoors = true
    set("ground", hour.over.name)
  end
  if rule.camps() or not way and not (hour and hour.over) then return end
  local vessel = way and way.by
  gain("travelled", vessel and vessel.speed * wind[party.blowing].factor or rule.party_miles() / setting.day_hours)
end
function rule.set_out(way)
  here.outdoors = true
  if way.by then return set("blowing", (way.with or ask "wind").name) end
  local said = ask({ "ground", "weather" }, nil, { text = "The way", known = { ground = way.over } })
  set("ground", said.ground.name)
  set("weather", said.weather.name)
end

-- A party that keeps together is as slow as its slowest.
function rule.party_miles() return (least(party, rule.miles)) end
-- A day's march of one alone: by strength, the ground and the gait.
function rule.miles(who)
  if not rule.can_walk(who) then return setting.day_miles * 0 end
  local way = deed "travel" or deed "march"
  local gait = way and way.how or gait.steady
  return setting.day_miles / 10 * (10 + rule.modifier(who, "str")) * rule.going() * gait.factor
end
-- Of all that slows the party the worst counts.
function rule.going() return (least(rule.factors())) end
function rule.factors()
  return { terrain[party.ground].factor, weather[party.weather].factor, level[rule.level()].factor }
end

-- Harsh ground or weather may wear them down, and they are told.
function act.march()
  if rule.going() == 1 or deed "march".by then return end
  for who in each(party) do
    local hours = ask("weather_cost", who, { among = party })
    if hours > 0 then say("%s loses %g hours of endurance.", who.name, hours) end
    gain(who, "waking", hours)
  end
end
