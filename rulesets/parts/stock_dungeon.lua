-- stock_dungeon.lua -- who wanders about, and what the place does, for a dungeon without its own.
--
-- A part.  Gives: the chart creatures, with how many come and the trace they leave; rule.wanderer, one rolled as the
--   default of a question; rule.trace; the kind monster, with their hit dice; the chart effects.
-- Wants: nothing.
-- A house file changes: the rows.

kind "monster" { hd = "integer" }

chart "creatures" { die = "1d12", help = "wanderers, for a dungeon without its own",
  { "1",  "rats",      number = "2d6",   trace = "Droppings, and something gnawed." },
  { "2",  "spiders",   number = "1d3+1", trace = "A web with a boot in it." },
  { "3",  "bandits",   number = "1d6+1", trace = "Ashes, and the core of an apple." },
  { "4",  "goblins",   number = "2d4",   trace = "Small bare footprints." },
  { "5",  "skeletons", number = "1d6+1", trace = "Scratches where bone went over stone." },
  { "6",  "a hermit",  trace = "A prayer chalked on the wall." },
  { "7",  "hounds",    number = "1d4+1", trace = "A smell of wet dog." },
  { "8",  "ghouls",    number = "1d3+1", trace = "A cracked bone, and no marrow." },
  { "9",  "cultists",  number = "1d6+1", trace = "Wax on the floor, still soft." },
  { "10", "an ogre",   trace = "A door torn off its hinges." },
  { "11", "a shade",   trace = "A cold spot that moves." },
  { "12", "a wyrmling", trace = "Scorched stone, and a scale." } }

monster "rat"      { hd = 1 }
monster "spider"   { hd = 2 }
monster "bandit"   { hd = 1 }
monster "goblin"   { hd = 1 }
monster "skeleton" { hd = 1 }
monster "hermit"   { hd = 1 }
monster "hound"    { hd = 2 }
monster "ghoul"    { hd = 2 }
monster "cultist"  { hd = 1 }
monster "ogre"     { hd = 4 }
monster "shade"    { hd = 3 }
monster "wyrmling" { hd = 6 }

chart "effects" { die = "1d8", public = true, help = "small effects, for a dungeon without its own",
  { "1", "tremor",  "The ground shivers, and dust comes down." },
  { "2", "draught", "A draught bends every flame." },
  { "3", "water",   "Water begins to run where it was dry." },
  { "4", "voice",   "A word is spoken close by. Nobody is there." },
  { "5", "door",    "Far away, a door falls shut." },
  { "6", "cold",    "Everyone can see their breath." },
  { "7", "light",   "Something glimmers, and is gone when you look." },
  { "8", "stench",  "The air is foul for a while." } }

-- Dice stand in braces, "{2d4} goblins", so that how many is rolled with the question.  A table typed at the prompt has
-- them in the name of the row.
function rule.wanderer()
  local row = roll "creatures"
  if row.number then return "{" .. row.number .. "} " .. row.name end
  return (row.name:gsub("^%d*d%d[%d+-]*", "{%0}"))
end
function rule.trace()
  local row = roll "creatures"
  if row.name == "nothing" then return "But nothing is near." end
  return row.trace or "Tracks of " .. row.name .. "."
end
