-- light_levels.lua -- four levels of light, and the checks that they help, hinder or make hopeless.
--
-- A part.  Gives: level; rule.level(), rule.lit() and rule.light_does; a modifier for checks that say what they are by
--   tags, check(who, "dex", 11, { tags = { "stealth" } }).
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
function act.level(_, how, feet)
  if how then set("stated", how) end
  if feet then say("%g ft off: %s.", feet, rule.level_at(feet)) else say("The light here: %s.", rule.level()) end
end

-- As the game master said; or as the day is, or the best of the burning lights.
function rule.level()
  if here.stated ~= "unsaid" then return here.stated end
  if rule.daylight() then return "lit" end
  return count(burning(), function(lamp) return lamp.level == "lit" end) > 0 and "lit" or #burning() > 0 and "dim" or "dark"
end
function rule.level_at(feet)
  local reach = most(burning(), function(lamp) return amount(lamp.casts, "ft") end) or 0
  local everywhere = here.stated ~= "unsaid" or rule.daylight()
  return (everywhere or feet <= reach) and rule.level() or "dark"
end
function rule.lit() return rule.level() ~= "dark" end
function rule.daylight() return here.outdoors and rule.is_day() end
function rule.is_day() return clock.hour >= 7 and clock.hour < 19 end
-- The light outdoors stays as you said until day or night begins.
function on.new_hour(hour)
  if here.outdoors and (hour == 7 or hour == 19) then set("stated", "unsaid") end
end

-- The effect of the light on something with these tags: "better", "worse", "fails", or nothing.
-- What darkness takes from others it gives to those with darksight; bright light does nothing to them.
function rule.light_does(who, tags)
  local now = level[rule.level()]
  for how in each { "fails", "worse", "better" } do
    if count(tags, function(tag) return has(now[how], tag) end) > 0 then
      if not who.darksight then return how end
      return now.reverses and "better" or nil
    end
  end
end
modifier "light" { when = function(c) return c.tags and rule.light_does(c.who, c.tags) end,
                   adv  = function(c) return rule.light_does(c.who, c.tags) == "better" end,
                   dis  = function(c) return rule.light_does(c.who, c.tags) ~= "better" end }
