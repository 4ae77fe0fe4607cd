-- stand_ins.lua -- weapons, creatures, traps and corruptions of our own, until a campaign brings its own; and who is met.
--
-- A part.  Gives: meet, one question with what short charts of ours rolled; rule.battle; charts of good and bad things.
-- Wants: the parts rout, light_levels and wounds.
-- A house file changes: chart.wanderers, chart.attitude, chart.surprise, rule.fights; all of the rest.

-- Strength for what is swung, dexterity for what flies, wits for arcane and wisdom for holy things.
weapon "dagger" { damage = "1d4" }
weapon "sword"  { damage = "1d8" }
weapon "axe"    { damage = "1d8" }
weapon "spear"  { damage = "1d6" }
weapon "bow"    { with = "dex", damage = "1d6", ranged = true }
weapon "sling"  { with = "dex", damage = "1d4", ranged = true, range = "60 ft" }
weapon "spark"  { with = "int", damage = "1d6", ranged = true, range = "30 ft" }   -- an arcane bolt
weapon "rebuke" { with = "wis", damage = "1d6" }                                   -- a holy word, and a hand laid on

creature "goblin"  { hd = 1, ac = 12, dex = 12, damage = "1d6", darksight = "heat" }
creature "wolf"    { many = "wolves", hd = 2, ac = 12, speed = 40, str = 12, dex = 12, damage = "1d6" }
creature "bandit"  { hd = 1, ac = 12, damage = "1d6", morale = 1 }
creature "archer"  { hd = 1, ac = 12, dex = 14, damage = "1d6", ranged = true, morale = 1 }
creature "captain" { hd = 3, ac = 14, str = 14, damage = "1d8", morale = 2, leads = true }
creature "bones"   { many = "bones", hd = 1, ac = 12, damage = "1d6", morale = 6, darksight = "the life in you" }
creature "spider"  { hd = 2, ac = 13, speed = 20, dex = 14, damage = "1d4", darksight = "tremors" }
creature "bear"    { hd = 4, ac = 12, speed = 40, str = 16, damage = "1d10", morale = 1 }
creature "ogre"    { hd = 4, ac = 12, str = 18, dex = 8, damage = "1d10", morale = 2 }

trap "pit"      { cue = "The floor sounds hollow, and somebody's boot lies by the wall.", harm = "2d6",
                  ways = { avoid = "dex", disarm = "int", cross = "str" } }
trap "darts"    { cue = "Small holes in the wall, and small bones under them.", harm = "1d6",
                  ways = { avoid = "dex", disarm = "dex" } }
trap "whispers" { cue = "A ring of candle ends, long burnt out.", effect = "it speaks with your voice from now on",
                  magic = true, ways = { avoid = "wis", disarm = "cha" } }

corruption "venom" { stage = "2 hours", first = "exhausted" }                    -- of a snake
corruption "fever" { stage = "1 day", harms = "str" }
corruption "spore" { stage = "6 hours", dc = 13, harms = "wis", stages = 4 }

-- --- somebody comes ---

question "creature"  { text = "Who comes?", default = rule.wanderer }
question "distance"  { text = "How far off?", choices = { "close", "ranged", "far" }, default = "ranged" }
question "attitude"  { text = "What is its attitude?", choices = { "hostile", "wary", "curious", "friendly" },
                       rolls = "attitude" }
question "surprised" { text = "Who is surprised?", choices = { "nobody", "the party", "the others" },
                       rolls = "surprise", short = "{it} surprised" }
question "combat"    { text = "Is there a fight?", choices = { "no fight", "fight" }, follows = rule.fights }

action "meet" { aka = "encounter", public = false, turns = 0, takes = { "hostile|wary|curious|friendly?", "text?" },
                help = "somebody comes, or those you name: meet friendly 3 bandits" }

chart "wanderers" { die = "1d10", help = "our wanderers; their number is rolled with the question",
  { "1-2", "goblins", number = "2d4" },
  { "3",   "wolves",  number = "1d4+1" },
  { "4-5", "bandits", number = "1d6+1" },
  { "6",   "a captain" },
  { "7",   "bones",   number = "1d6+1" },
  { "8",   "spiders", number = "1d3+1" },
  { "9",   "a bear" },
  { "10",  "an ogre" } }

chart "attitude" { die = "2d6", help = "how strangers take to the party; ours",
  { "2-5", "hostile" }, { "6-8", "wary" }, { "9-10", "curious" }, { "11-12", "friendly" } }

chart "surprise" { die = "1d6", help = "who is surprised; ours",
  { "1", "the party" }, { "2", "the others" }, { "3-6", "nobody" } }

-- All of it is one question, with what the charts rolled; what is typed with commas answers parts of it.
function act.meet(_, mood, what)
  local said = what and what:find ","
  local met = ask({ "creature", "distance", "attitude", "surprised", "combat" }, nil,
    { text = "Encounter" .. (what and ", " .. what or ""), said = said and what,
      known = { creature = not said and what or nil, attitude = mood } })
  emit "encounter" { what = string.format("%s, %s, %s; %s surprised.", met.creature, met.distance, met.attitude,
    met.surprised) }
  if met.combat == "fight" then
    rule.battle(met.creature, met.distance, ({ ["the party"] = "ambushed", ["the others"] = "ambush" })[met.surprised])
  end
end
function rule.wanderer()
  local row = roll "wanderers"
  return row.number and "{" .. row.number .. "} " .. row.name or row.name
end
-- An attitude that is typed over the one rolled decides whether there is a fight.
function rule.fights(met) return met.attitude == "hostile" and "fight" or "no fight" end
-- "5 goblins", "an ogre": how many, and of which kind if these rules know it.
function rule.counted(what)
  local n, name = what:match "^(%d+) +(.+)$"
  name = (name or what):gsub("^an? ", ""):lower()
  for kind in each(creature) do
    if name == kind.name or name == (kind.many or kind.name .. "s") then return tonumber(n) or 1, kind end
  end
end
function rule.battle(what, at, surprise)
  local n, kind = rule.counted(what)
  act.fight(nil, n, kind, surprise)
  for foe in each(party.foes) do foe.at = at end
end

-- --- what the d20 means ---

chart "calamity" { die = "1d8", help = "what terrible thing happens",
  { "1", "threat",   "The worst monster of these parts is here: an ogre." },
  { "2", "meeting",  "Face to face round a corner: wolves." },
  { "3", "ambush",   "An ambush, well prepared: bandits." },
  { "4", "ground",   "The place itself attacks: the roof, the river, the fire, the cold." },
  { "5", "split",    "The party is cut in two." },
  { "6", "gear",     "Something vital breaks, burns or falls." },
  { "7", "hunters",  "Hunters have found the party: archers." },
  { "8", "blow",     "A blow from nowhere, at whoever goes first." } }

chart "trouble" { die = "1d6", help = "what bad thing happens soon",
  { "1", "trap",     "A trap or a poison, hard to see." },
  { "2", "enemies",  "Enemies, awake and ready to strike." },
  { "3", "traitor",  "One of the hirelings has run away or been bought." },
  { "4", "followed", "Something has followed you since the last bend." },
  { "5", "footing",  "The ground ahead will not carry everyone." },
  { "6", "light",    "The light behaves oddly: damp, draught, or bad air." } }

chart "omen" { die = "1d8", help = "how a threat comes nearer",
  { "1", "grows",    "The threat is closing in." },
  { "2", "hostile",  "The place slowly turns hostile: wet, hot, foul or steep." },
  { "3", "stranger", "A trace of something nobody expected." },
  { "4", "doubt",    "Somebody in the party begins to doubt somebody." },
  { "5", "noise",    "A noise that stops when they stop." },
  { "6", "dead",     "The dead who came this way before." },
  { "7", "smoke",    "Smoke, or the smell of cooking, where nobody should be." },
  { "8", "birds",    "All the small animals are running the other way." } }

chart "luck" { die = "1d6", help = "what good thing happens",
  { "1", "path",   "A shorter way." },
  { "2", "water",  "Clean water, and a dry place by it." },
  { "3", "cache",  "Hidden stores; two torches are still good." },
  { "4", "friend", "A friendly face, and news." },
  { "5", "view",   "A view of all that lies ahead." },
  { "6", "quiet",  "An hour so quiet that everyone's spirits rise." } }
