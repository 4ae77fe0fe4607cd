-- strangers.lua -- somebody comes: who, how far off, in what mood, who is surprised, and whether it is a fight.
--
-- A part.  Gives: meet, one question with what short charts of our own rolled; rule.battle.
-- Wants: the part fight, with creatures that chart.wanderers names.
-- A house file changes: chart.wanderers, chart.attitude, chart.surprise, rule.fights.

question "creature"  { text = "Who comes?", default = rule.wanderer }
question "distance"  { text = "How far off?", choices = { "close", "ranged", "far" }, default = "ranged" }
question "attitude"  { text = "What is its attitude?", choices = { "hostile", "wary", "curious", "friendly" },
                       default = rule.attitude }
question "surprised" { text = "Who is surprised?", choices = { "nobody", "the party", "the others" },
                       default = rule.surprised, short = "{it} surprised" }
question "combat"    { text = "Is there a fight?", choices = { "no fight", "fight" }, default = rule.fights }

action "meet" { public = false, turns = 0, takes = { "hostile|wary|curious|friendly?", "text?" },
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

-- All of it is one question, with what the charts rolled.
function act.meet(_, mood, what)
  local met = ask({ "creature", "distance", "attitude", "surprised", "combat" }, { mood = mood },
    { text = "Encounter" .. (what and ", " .. what or ""), known = { creature = what, attitude = mood } })
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
function rule.attitude(about)
  about.mood = about.mood or roll("attitude").name
  return about.mood
end
function rule.surprised() return roll("surprise").name end
function rule.fights(about) return about.mood == "hostile" and "fight" or "no fight" end
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
