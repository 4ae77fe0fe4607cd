-- light_levels.lua -- four levels of light, and the checks that they help, hinder or make hopeless.
--
-- A part.  Gives: level; rule.level() and rule.lit(); a modifier for checks that say what they are by tags,
--   check(who, "dex", 11, { tags = { "stealth" } }).
-- Wants: nothing.  A member with darksight sees the other way round.
-- A house file changes: levels, light.lantern.level = "lit", rule.is_day.

kind "level"    { better = {}, worse = {}, fails = {}, reverses = false }
kind.light:has  { casts = "distance = 30 ft", level = "level = dim" }
kind.member:has { darksight = "string?" }

level "dark"      { better = { "stealth", "listening" }, fails = { "sight" }, reverses = true,
                    worse  = { "attack", "defence", "foresight", "finesse", "morale" } }
level "dim"       { better = { "stealth", "listening" }, worse = { "ranged", "ranged defence", "sight" },
                    reverses = true }
level "lit"       {}
level "brilliant" { better = { "tracking", "movement" }, worse = { "stealth", "long range" } }

track "stated"   { of = "room", quiet = true, steps = { "unsaid", "dark", "dim", "lit", "brilliant" },
                   help = "how light it is, if the game master said" }
track "outdoors" { of = "room", start = false }

action "level" { turns = 0, takes = { "unsaid|dark|dim|lit|brilliant?", "feet: number?" },
                 help = "how light it is here, or at 31 feet: level 31; say it: level dim, or unsaid, as the lights are" }

modifier "light" { when = rule.seen_by_light, adv = rule.light_helps, dis = rule.light_hinders }

function rule.lit() return rule.level() ~= "dark" end
function rule.level()
  if here.stated ~= "unsaid" then return here.stated end
  return rule.daylight() and "lit" or rule.by_lamps()
end
function rule.daylight() return here.outdoors and rule.is_day() end
function rule.is_day() return clock.hour >= 7 and clock.hour < 19 end
-- The best of the burning lights.
function rule.by_lamps()
  local found = "dark"
  for lamp in each(burning()) do found = found == "lit" and found or lamp.level end
  return found
end
function rule.level_at(feet)
  if here.stated ~= "unsaid" or rule.daylight() then return rule.level() end
  for lamp in each(burning()) do
    if feet <= amount(lamp.casts, "ft") then return rule.by_lamps() end
  end
  return "dark"
end
function act.level(_, how, feet)
  if how then set("stated", how) end
  if feet then say("%g ft off: %s.", feet, rule.level_at(feet)) else say("The light here: %s.", rule.level()) end
end
local usual = on.new_hour
function on.new_hour(hour)
  usual(hour)
  if here.outdoors and (hour == 7 or hour == 19) then set("stated", "unsaid") end
end

-- What darkness takes from others it gives to those with darksight; bright light does nothing to them.
function rule.seen_by_light(c) return c.tags and (level[rule.level()].reverses or not rule.darksight(c.who)) end
function rule.light_helps(c)
  local now = level[rule.level()]
  local helped = rule.shares(now.better, c.tags) or rule.darksight(c.who) and rule.dims(now, c.tags)
  return helped and 1 or 0
end
function rule.light_hinders(c)
  return not rule.darksight(c.who) and rule.dims(level[rule.level()], c.tags) and 1 or 0
end
function rule.darksight(who) return who.darksight end
function rule.dims(now, tags) return rule.shares(now.worse, tags) or rule.shares(now.fails, tags) end
function rule.shares(list, tags)
  return count(tags, function(tag) return has(list, tag) end) > 0
end
-- Is nothing to be seen by those who have only eyes?
function rule.hopeless(who, tags) return not rule.darksight(who) and rule.shares(level[rule.level()].fails, tags) end
