-- Right: fields of every type, and new kinds.
extends "lamplight"

kind.light:has { smoke = 0, scent = "string?", fuel = "track?" }
kind.member:has { skills = {}, trade = "string?", size = "small|large = small" }
kind "monster" { hd = "integer", lair = "room?", hunts = "rule?", takes = "light?", speed = "distance = 6 m", cry = "string = 3", holds = "light = torch", rests = "duration?", damage = "dice" }
room "hall" { exits = { "stair" }, hidden = { "a key" } }
monster "ogre" { hd = 4, lair = "hall", hunts = rule.hunt, takes = light.torch, speed = "9 m", rests = "1 hour", damage = 3 }
monster "imp"  { hd = 1, damage = "1d3" }
member "Pike"  { dex = 2, hp = "3/6", skills = { "climb" }, size = "large", holds = "lamp" }
light "lamp"   { lasts = "24 turns", lid = true, oil = "1d6", smoke = 1, fuel = "torches" }
track "lid" { of = "light", start = false }
track "oil" { of = "light", min = 0, max = 6 }
function rule.hunt(beast) return beast.hd end
action "hunt" { takes = { "monster?", "fast|slow", "number?" }, help = "go hunting" }
function act.hunt(_, prey)
  prey = prey or monster.imp
  for beast in each(monster) do if beast.hunts then say("%s %d", beast.name, beast.hunts(beast)) end end
  say("%s %s %s %s %s", prey.name, prey.lair or "nowhere", prey.speed * 2, prey.cry .. "!", light[prey.holds].bright)
end
-- play: hunt ogre fast
