-- harvest.lua -- parts are cut from dead monsters.
--
-- A part.  Gives: harvest; the harder, the more hit dice the monster had.
-- Wants: the abilities of members (int, str …); includes items, and stock_dungeon for its monsters.
-- A house file changes: action.harvest.turns, event.spoiled.text.

include "items"
include "stock_dungeon"

question "cut"  { text = "How is the part cut out?", choices = {
  "INT check", "STR check", "DEX check", "CON check", "WIS check", "CHA check", "no check", "impossible" } }
question "care" { text = "Do they know how, and take care?", choices = { "with care", "without care" } }
question "hd"   { text = "How many hit dice did it have?", default = 1, min = 0, unit = "HD" }

action "harvest" { takes = { "monster?", "text?" }, help = "cut a part from a dead monster: harvest ogre tusk" }
event "spoiled"  { text = "{part}: spoiled.", public = true }

-- Whoever is best at it cuts, and the others help.
function act.harvest(list, beast, part)
  local how = ask({ "cut", "care", not beast and "hd" or nil }, nil, { text = "Harvest" })
  if how.cut == "impossible" then refuse "That part cannot be had." end
  part = part or "the part"
  local stat = how.cut:match "^(%u+) check$"
  stat = stat and stat:lower()
  local _, who = most(list, stat or "int")
  if stat and not (how.care == "with care" and check(who, stat, 10 + (beast and beast.hd or how.hd))) then
    return emit "spoiled" { part = part }
  end
  gain(who, "items", { name = part })
  say("%s has %s.", who.name, part)
end
