-- ways.lua -- hours without food and rest, and nights; marches over land and ways by water, with ground, weather and wind.
--
-- A part.  Gives: the procedure hour; travel, march and sleep; the kinds terrain, weather, gait, wind and craft;
--   party.travelled; rule.slept, rule.at_ease.
-- Wants: members' str, con and hp; checks.  Another procedure goes on the road by action "set_out" { enters = "hour" }.
-- A house file changes: terrain "bog" { factor = 0.1 }, setting.day_hours, rule.going, rule.miles, rule.can_walk,
--   craft.ship.hours; rule.endures, rule.endure, step.toll, rule.slept.

include "light_levels"

procedure "hour" { lasts = "1 hour", "outset", "act", "time", "toll", "warning", "camp" }

-- --- endurance ---

kind.member:has { level = 1 }
track "waking"    { of = "member", min = 0, quiet = true, help = "hours of adventuring without food and rest" }
track "exhausted" { of = "member", start = false, help = "cannot walk or fight; disadvantage on everything" }
track "hindered"  { of = "member", start = false, help = "disadvantage on everything until rest" }
modifier "exhaustion" { when = "exhausted", dis = 1 }
modifier "injured"    { when = "hindered", dis = 1 }
event "exhaustion" { text = "Rest now, or be exhausted: {who}.", stops = true, public = true }

-- An hour more without food and rest; past endurance that takes a check, but not of the exhausted, who go on at no cost.
function step.toll(who)
  if rule.at_ease(who) then return end
  gain(who, "waking")
  local over = who.waking - rule.endures(who)
  if over > 0 and not who.exhausted then rule.endure(who, over) end
end
-- Hours without food and rest that cost nothing.
function rule.endures(who) return who.con end
-- Those who sleep, camp or are on board of a ship spend none.
function rule.at_ease(who)
  local way = deed "march"
  return doing(who, "sleep") ~= nil or rule.camps() or way ~= nil and way.by ~= nil and way.by.berths
end
function rule.endure(who, over)
  if not check(who, "con", 10 + over, {}) then set(who, "exhausted", true) end
end

-- Warns those whose next hour takes a check; a night between two days of a way is no alarm.
function step.warning()
  local tired = those(party, function(who) return who.waking == rule.endures(who) and not rule.at_ease(who) end)
  if #tired > 0 and not (rule.camps(1) and deed "march".left > 0) then emit "exhaustion" { who = names(tired) } end
end

-- --- a night ---

action "sleep" { takes = { "place: safe|unsafe?", "meal: fed|hungry?" }, turns = 8, keeps = true, dark = true,
                 help = "a night's rest, eight hours, unsafe and fed unless you say: sleep safe hungry" }
function act.sleep(_, place, meal)
  for who in each(rule.sleepers()) do rule.slept(who, place == "safe", meal ~= "hungry") end
end
function rule.sleepers() return those(party) end
-- Do they sleep where it is safe?  (Dungeons and enemy country never are.)
function rule.is_safe()
  local rest = deed "sleep"
  return rest ~= nil and rest.place == "safe"
end
-- Safe, a hit point a level; unsafe, one.  Rest with food starts the count of hours anew.
function rule.slept(who, safe, fed)
  gain(who, "hp", safe and who.level or 1)
  set(who, "hindered", false)
  if fed then set(who, "waking", 0) end
  if safe and fed then set(who, "exhausted", false) end
end

-- --- ground, weather and wind ---

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

-- Care, gait, ground, weather and wind stay as they were unless the line says otherwise.
local said = { "care: pace?", "how: gait?", "over: terrain?", "sky: weather?", "by: craft?", "with: wind?" }
local long = { "care: pace?", "how: gait?", "over: terrain?", "sky: weather?", "by: craft?", "with: wind?", "number: 1-30?", "unit: hours|days?" }
action "travel" { aka = "t", during = "hour", takes = said,
                  help = "an hour on the way; as you set out overland, say the ground, or the vessel: travel cautious harsh" }
action "march"  { aka = "sail", during = "hour", takes = long, keeps = true, turns = rule.march_hours,
                  help = "a day's way, or several, or hours of it: march stealthy difficult 3; sail ship 4 hours fair" }
function rule.travelling() return deed "travel" or deed "march" end

-- --- the hours of a way ---

function rule.march_hours(_, _, _, _, _, vessel, _, n, unit)
  return unit == "hours" and n or ((n or 1) - 1) * 24 + rule.hours_a_day(vessel)
end
function rule.hours_a_day(vessel) return vessel and vessel.hours or setting.day_hours end
-- The hour of its day, 1 to 24, and how many of them the party moves; behind these it camps.
function rule.way_hour()
  local way = deed "march"
  if way then return (way.turns - 1) % 24 + 1, rule.hours_a_day(way.by) end
end
-- Do they camp, or is the day's way done, in so many hours?
function rule.camps(later)
  local hour, hours = rule.way_hour()
  return hour ~= nil and (hour - 1 + (later or 0)) % 24 >= hours
end
-- A night in the wild, between two days of a way.
function step.camp()
  local hour, hours = rule.way_hour()
  if not hour or hour - hours ~= 8 then return end
  for who in each(rule.sleepers()) do rule.slept(who, false, true) end
end

function cannot.march() return rule.stuck() end
function cannot.travel() return deed "travel".over and rule.stuck() end
function rule.stuck()
  local who = those(party, function(who) return not rule.can_walk(who) end)[1]
  return who and who.name .. " cannot take another step."
end
function rule.can_walk(who) return not who.exhausted end

-- --- setting out, and the miles of an hour ---

function step.outset()
  local way = rule.travelling()
  if not way or rule.camps() or not (deed "march" or way.over or way.by or here.outdoors) then return end
  here.outdoors = true
  if way.over then set("ground", way.over.name) end
  if way.sky then set("weather", way.sky.name) end
  if way.with then set("blowing", way.with.name) end
  gain("travelled", way.by and way.by.speed * wind[party.blowing].factor or rule.party_miles() / setting.day_hours)
end

-- A party that keeps together is as slow as its slowest.
function rule.party_miles() return (least(party, rule.miles)) end
-- A day's march of one alone: by strength, the ground and the gait.
function rule.miles(who)
  if not rule.can_walk(who) then return setting.day_miles * 0 end
  local way = rule.travelling()
  local gait = way and way.how or gait.steady
  return setting.day_miles / 10 * (10 + rule.modifier(who, "str")) * rule.going() * gait.factor
end
-- Of all that slows the party the worst counts.
function rule.going() return (least(rule.factors())) end
function rule.factors()
  return { terrain[party.ground].factor, weather[party.weather].factor, level[rule.level()].factor }
end
