-- roll_home.lua -- the way home is rolled for, where the table has no time to play it: in blood or baggage.
--
-- A part.  Gives: rule.way_home, which asks for the way, "dangerous" or "arduous", and its length; rule.home_dc;
--   rule.go_home, where each rolls with the best skill, and whoever fails pays by the point.
-- Wants: the abilities of members (str, dex …) and their track hp; a rule.modifier that knows their skills, where they
--   have any; includes items.
-- A house file changes: rule.home_dc, rule.best_skill, rule.worth, rule.pay.

include "items"
kind.member:has { skills = {} }

question "exit"   { text = "Play the way out, or roll for it?", choices = { "play it", "roll" } }
question "way"    { text = "Is the way home dangerous or arduous?", choices = { "dangerous", "arduous" } }
question "length" { text = "How far is it from the dungeon to camp?", default = 0, min = 0, unit = "hours" }
question "rooms"  { text = "How many rooms to the way out?", default = rule.rooms_out, min = 0, unit = "rooms" }

function rule.way_home() return ask({ "exit", "way", "length", "rooms" }, nil, { text = "The way home" }) end
function rule.rooms_out() return rooms_to "the entrance" or 0 end
function rule.home_dc(length, rooms) return math.min(20, 10 + length + rooms) end

function rule.go_home(list, way, dc)
  for who in each(list) do
    local ok, c = check(who, rule.best_skill(who), dc)
    if not ok then rule.pay(who, way, -c.margin, c) end
  end
end

-- A die of damage, or an item, for each point that was missing.
function rule.pay(who, way, short)
  if way == "arduous" then return rule.drop(who, short) end
  lose(who, "hp", dice(short .. "d6", "the way home"))
end

-- The name of the best skill, or of the best ability of those who have no skills.
function rule.best_skill(who)
  local names = {}
  for name in pairs(who.skills) do table.insert(names, name) end
  if #names == 0 then names = { "str", "dex", "con", "int", "wis", "cha" } end
  local _, best = most(names, function(name) return rule.worth(who, name) end)
  return best
end
function rule.worth(who, what) return rule.modifier(who, what) end
