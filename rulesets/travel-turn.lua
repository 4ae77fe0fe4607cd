-- travel-turn.lua -- an hour at a time, and a d20 that says what the road has in store.
--
-- Fits Five Torches Deep, by J. and B. Dutter; mechanics only, in our own words.
-- The clock goes by hours, shown as up to four dice of six hours each, and a d20 as every hour ends says how near
-- the next trouble is; long ways may roll by the day or the week, and torches still burn by the hour.  Light is
-- four levels, which help some checks and hinder others.  Members who go too long without food and rest give out.
-- A check without a DC has DC 11.  Left out: classes, spells, and the book's lists of gear, monsters and poisons;
-- a few of our own stand in for them until a campaign brings its own.

ruleset "Travel Turn" { turn = "1 hour", check = "1d20", procedure = "hour" }

-- --- what there is ---

kind "terrain"    { factor = 1 }
kind "gait"       { factor = 1, help = "string?" }
kind "wind"       { factor = 1, help = "string?" }
kind "craft"      { speed = "distance", hours = 24, cap = "distance?", berths = false }
kind "level"      { better = {}, worse = {}, fails = {}, ground = "terrain = open" }
kind "task"       { with = "string", tags = {} }
kind "weapon"     { with = "str|dex|int|wis = str", damage = "dice = 1d6", ranged = false, range = "distance?" }
kind "creature"   { hd = 1, ac = 11, hp = "integer?", speed = 30, damage = "dice = 1d6", ranged = false, attack = 0, morale = "number?",
                    leads = false, many = "string?", darksight = "string?", str = 10, dex = 10, con = 10, int = 10, wis = 10, cha = 10 }
kind "trap"       { dc = "integer?", cue = "string = ", harm = "dice?", effect = "string?", magic = false, ways = {} }
kind "corruption" { dc = "integer?", with = "str|dex|con|int|wis|cha = con", stage = "duration", stages = 3, first = "none|exhaustion = none",
                    harm = "dice = 1d6", harms = "str|dex|con|int|wis|cha = con", costs = "string?" }
kind "gear"       { worth = 0, secured = false, arms = false }

kind.member:has { level = 1, ac = 10, soak = 0, proficiency = 2, proficient = {}, wields = "weapon = fists", goods = {},
                  darksight = "string?", retainer = false, morale = 0, creature = "creature?" }
kind.pace:has   { better = 0 }
kind.light:has  { reach = "distance" }
kind.room:has   { trap = "trap?" }

light "torch"   { lasts = "1 hour",  spends = "torches", reach = "30 ft" }
light "lantern" { lasts = "3 hours", spends = "oil",     reach = "30 ft" }

-- The party's care: two dice and the better one, or the worse.
pace "cautious" { better = 1,  help = "keeping watch: the better of two d20" }
pace "normal"   { help = "one d20" }
pace "careless" { better = -1, help = "not watching: the worse of two d20" }

terrain "open"      { factor = 1 }
terrain "difficult" { factor = 0.5 }
terrain "harsh"     { factor = 0.25 }

gait "steady"   { factor = 1 }
gait "tactical" { factor = 0.75, help = "ready for a fight" }
gait "stealthy" { factor = 0.5,  help = "unseen and unheard" }

wind "still" { factor = 1 }
wind "fair"  { factor = 2,   help = "wind or current with you" }
wind "foul"  { factor = 0.5, help = "wind or current against you" }

-- Miles in an hour, hours in a day, and the most in a day.
craft "boat" { speed = "3 miles", hours = 10 }
craft "ship" { speed = "5 miles", hours = 24, cap = "100 miles", berths = true }

-- The four levels of light, and the checks they help, hinder, or make hopeless.
level "dark"      { better = { "stealth", "listening" }, fails = { "sight" }, ground = "harsh",
                    worse  = { "attack", "defence", "foresight", "finesse", "morale" } }
level "dim"       { better = { "stealth", "listening" }, worse = { "ranged", "ranged defence", "sight" }, ground = "difficult" }
level "lit"       {}
level "brilliant" { better = { "tracking", "movement" }, worse = { "stealth", "long range" } }

-- Tasks to try: the ability that each takes, and the tags by which light helps or hinders it.
task "str"     { with = "str" }
task "dex"     { with = "dex" }
task "con"     { with = "con" }
task "int"     { with = "int" }
task "wis"     { with = "wis" }
task "cha"     { with = "cha" }
task "hide"    { with = "dex", tags = { "stealth" } }
task "listen"  { with = "wis", tags = { "listening" } }
task "spot"    { with = "wis", tags = { "sight" } }
task "foresee" { with = "wis", tags = { "foresight" } }
task "finesse" { with = "dex", tags = { "finesse" } }
task "dodge"   { with = "dex", tags = { "ranged defence" } }
task "track"   { with = "wis", tags = { "tracking" } }
task "notice"  { with = "wis", tags = { "movement" } }

-- Strength for what is swung, dexterity for what flies, wits for arcane and wisdom for holy things.
weapon "fists"  { damage = "1" }
weapon "dagger" { damage = "1d4" }
weapon "sword"  { damage = "1d8" }
weapon "axe"    { damage = "1d8" }
weapon "spear"  { damage = "1d6" }
weapon "bow"    { with = "dex", damage = "1d6", ranged = true }
weapon "sling"  { with = "dex", damage = "1d4", ranged = true, range = "60 ft" }
weapon "spark"  { with = "int", damage = "1d6", ranged = true, range = "30 ft" }             -- an arcane bolt
weapon "rebuke" { with = "wis", damage = "1d6" }                                             -- a holy word, and a hand laid on

-- Ours, for a table with nothing prepared.
creature "goblin"   { hd = 1, ac = 12, dex = 12, damage = "1d6", darksight = "heat" }
creature "wolf"     { many = "wolves", hd = 2, ac = 12, speed = 40, str = 12, dex = 12, damage = "1d6" }
creature "bandit"   { hd = 1, ac = 12, damage = "1d6", morale = 1 }
creature "archer"   { hd = 1, ac = 12, dex = 14, damage = "1d6", ranged = true, morale = 1 }
creature "captain"  { hd = 3, ac = 14, str = 14, damage = "1d8", morale = 2, leads = true }
creature "bones"    { many = "bones", hd = 1, ac = 12, damage = "1d6", morale = 6, darksight = "the life in you" }
creature "spider"   { hd = 2, ac = 13, speed = 20, dex = 14, damage = "1d4", darksight = "tremors" }
creature "bear"     { hd = 4, ac = 12, speed = 40, str = 16, damage = "1d10", morale = 1 }
creature "ogre"     { hd = 4, ac = 12, str = 18, dex = 8, damage = "1d10", morale = 2 }

trap "pit"      { cue = "The floor sounds hollow, and somebody's boot lies by the wall.", harm = "2d6", ways = { avoid = "dex", disarm = "int", cross = "str" } }
trap "darts"    { cue = "Small holes in the wall, and small bones under them.", harm = "1d6", ways = { avoid = "dex", disarm = "dex" } }
trap "whispers" { cue = "A ring of candle ends, long burnt out.", effect = "it speaks with your voice from now on", magic = true, ways = { avoid = "wis", disarm = "cha" } }

corruption "venom" { stage = "2 hours", first = "exhaustion" }              -- of a snake
corruption "fever" { stage = "1 day", harms = "str" }
corruption "spore" { stage = "6 hours", dc = 13, harms = "wis", stages = 4 }

-- On the way home cheap and loose things are lost first; weapons and armour last.
gear "armour" { arms = true }
gear "shield" { arms = true }

local abilities = { "str", "dex", "con", "int", "wis", "cha" }

-- --- how the table plays it ---

setting "dc"                  { default = 11, help = "the DC of a check when none is given" }
setting "manner"              { default = "normal", is = "pace", help = "how the party travels when nobody says" }
setting "turn_every"          { default = "hour", choices = { "hour", "day", "week" }, help = "how often a d20 is rolled on long ways; every changes it for a leg" }
setting "turn_when"           { default = "end", choices = { "end", "start" }, help = "the d20 is rolled at the end of the hour, before lights go out, or at its start" }
setting "breaks_off"          { default = "terrible", choices = { "terrible", "bad", "never" }, help = "what interrupts a long march or a rest" }
setting "threat_counter"      { default = false, help = "count how often the threat came nearer" }
setting "scenes_ask"          { default = 3, min = 1, help = "number of scenes after which you are asked whether an hour has passed" }
setting "scenes_hour"         { default = 4, min = 1, help = "number of scenes that are an hour without asking" }
setting "first_hour"          { default = 1, choices = { 1, 0 }, help = "1: hours run 1 to 24, and 6 is still night; 0: 0 to 23" }
setting "start_plus"          { default = true, help = "time dice are added to a starting hour; else they replace its last dice" }
setting "lantern_level"       { default = "dim", is = "level", help = "the level of light within reach of a lantern" }
setting "lantern_refill"      { default = "3 hours", is = "duration", help = "how much longer a lantern burns with one more measure of oil" }
setting "dark_sight"          { default = "fail", choices = { "fail", "disadvantage" }, help = "seeing in darkness" }
setting "dark_defence"        { default = "saves", choices = { "saves", "ask" }, help = "the dark hinders saves; or you are asked whether it helps whoever attacks" }
setting "darksight"           { default = "reverse_dis", choices = { "reverse_dis", "reverse_all", "plain" }, help = "darkvision turns the dark's disadvantages around, or its advantages too, or neither" }
setting "sup_per_hour"        { default = 1, min = 0, help = "supplies used in an hour, while there are any" }
setting "day_hours"           { default = 10, min = 1, max = 24, help = "hours marched in a day" }
setting "day_miles"           { default = "10 miles", is = "distance", help = "a comfortable day's march" }
setting "str_miles"           { default = "1 mile", is = "distance", help = "added to a day's march for each point of the strength modifier" }
setting "terrain_stack"       { default = "worst", choices = { "worst", "multiply" }, help = "when ground, weather and darkness all slow the party: the worst counts, or all" }
setting "encumbered_overland" { default = 0.5, help = "of a day's march, for whoever carries too much" }
setting "forced_march"        { default = true, help = "hours beyond a day's march are allowed; you are asked what they cost" }
setting "speed0_travel"       { default = "refuse", choices = { "refuse", "allow" }, help = "whether members who cannot walk may march, chase or retreat" }
setting "water_cap_scales"    { default = true, help = "wind and current change the most of a day as well" }
setting "resilience_every"    { default = 1, min = 1, help = "hours past endurance between two resilience checks" }
setting "resilience_reset"    { default = "food_and_rest", choices = { "food_and_rest", "food", "rest", "either" }, help = "what resets the count" }
setting "resilience_counter"  { default = "one", choices = { "one", "two" }, help = "hours without food or rest: one count, or one of each and the longer" }
setting "worn"                { default = "no more", choices = { "no more", "ask" }, help = "the exhausted need no more checks; or they make them, and you are asked what another failure does" }
setting "worn_damage"         { default = "1d6", is = "dice", help = "damage, when failing again costs hit points" }
setting "sick_disadvantage"   { default = true, help = "exhaustion hinders the checks against what caused it" }
setting "injury_until"        { default = "any_rest", choices = { "any_rest", "safe_rest" }, help = "what ends the disadvantage of an injury" }
setting "injury_standing"     { default = "replace", choices = { "replace", "add" }, help = "the d8 of a 20: instead of the 1 hit point, or on top" }
setting "stabilise_dc"        { default = 11, help = "DC to stabilise a dying member" }
setting "round_lasts"         { default = "10 seconds", is = "duration", help = "a round of a fight" }
setting "fight_is_scene"      { default = true, help = "a fight counts as one of the scenes of an hour" }
setting "init_tie"            { default = "pc_first", choices = { "pc_first", "npc_first" }, help = "who acts first at the same dexterity" }
setting "crit"                { default = "total", choices = { "total", "dice" }, help = "a natural 20 doubles the whole damage, or only its dice" }
setting "crit_hits"           { default = false, help = "a natural 20 hits whatever the armour class" }
setting "hp_per_hd"           { default = 4, min = 1, help = "hit points of monsters, for each hit die" }
setting "chase_by"            { default = "group", choices = { "group", "each" }, help = "one roll by the worst member, or one each" }
setting "chase_round"         { default = "toward_30", choices = { "toward_30", "away", "nearest" }, help = "how speeds are rounded" }
setting "return_rolls"        { default = false, help = "a d20 for every hour of a way back that is not played" }
setting "return_nat1"         { default = true, help = "a natural 1 doubles the damage of the way back" }
setting "load_over"           { default = "up", choices = { "up", "down", "exact" }, help = "how a part of a load is counted" }
setting "loot_dice"           { default = "per_hd", choices = { "per_hd", "times_hd" }, help = "gold on a body: a d20 for each hit die, or one d20 times as much" }
setting "xp_per_gp"           { default = 1, min = 0, help = "experience for each gold piece won" }

-- --- what changes ---

track "hp"         { of = "member", min = 0, max = "own", help = "hit points" }
track "str"        { of = "member", start = 10, min = 0, max = "own" }
track "dex"        { of = "member", start = 10, min = 0, max = "own" }
track "con"        { of = "member", start = 10, min = 0, max = "own" }
track "int"        { of = "member", start = 10, min = 0, max = "own" }
track "wis"        { of = "member", start = 10, min = 0, max = "own" }
track "cha"        { of = "member", start = 10, min = 0, max = "own" }
track "load"       { of = "member", min = 0, help = "loads carried, without coins; up to strength is no burden" }
track "cp"         { of = "member", min = 0 }
track "sp"         { of = "member", min = 0 }
track "gp"         { of = "member", min = 0 }
track "waking"     { of = "member", min = 0, quiet = true, help = "hours of adventuring without food and rest" }
track "hunger"     { of = "member", min = 0, quiet = true, help = "hours without food, when they are counted apart" }
track "failures"   { of = "member", min = 0, max = 2, help = "resilience checks failed, as far as they matter: none, one, or more" }
track "spent"      { of = "member", start = false, help = "fails further resilience checks" }
track "exhausted"  { of = "member", start = false, help = "cannot walk or fight; disadvantage on everything" }
track "hindered"   { of = "member", start = false, help = "disadvantage on everything until rest" }
track "sick"       { of = "member", start = {}, public = false, quiet = true, help = "the corruptions in the blood, and their stages so far" }
track "hidden"     { of = "member", start = false }
track "holding"    { of = "member", start = false, help = "concentrating on a spell" }
track "escaped"    { of = "member", start = false, help = "out of the fight" }
track "down"       { of = "member", start = false, help = "unconscious" }
track "doomed"     { of = "member", start = false, help = "dead when the fight is over, unless stabilised" }
track "dead"       { of = "member", start = false }
track "torches"    { min = 0, public = true }
track "oil"        { min = 0, public = true, help = "measures of lamp oil" }
track "arrows"     { min = 0, public = true, help = "fights' worth of arrows" }
track "sup"        { min = 0, public = true, quiet = true, help = "supplies" }
track "xp"         { tally = true, help = "experience of the party" }
track "walked"     { unit = "mile", tally = true, help = "distance covered" }
track "leg"        { unit = "mile", sheet = false, help = "the way of this leg" }
track "scenes"     { min = 0, help = "scenes since the last hour" }
track "threat"     { min = 0, help = "how often the threat came nearer" }
track "every"      { start = "", help = "how often a d20 is rolled on this leg" }
track "unrolled"   { min = 0, quiet = true, sheet = false, help = "hours since the last d20, when it is not rolled every hour" }
track "ground"     { start = "open", quiet = true }
track "weather"    { start = "open", quiet = true }
track "blowing"    { start = "still", quiet = true }
track "safe"       { start = false, quiet = true, help = "the place of this rest" }
track "fed"        { start = false, quiet = true, sheet = false }
track "told"       { start = "", quiet = true, sheet = false, help = "the hour as it was called last" }
track "foes"       { start = {}, secret = true, sheet = false }
track "initiative" { start = {}, sheet = false, help = "who acts when" }
track "up"         { min = 0, quiet = true, sheet = false, help = "whose go it is, of them" }
track "used"       { start = {}, sheet = false, help = "what is left of their go" }
track "moments"    { start = {}, sheet = false, help = "when morale was tested in this fight" }
track "stated"     { of = "room", quiet = true, steps = { "unsaid", "dark", "dim", "lit", "brilliant" }, help = "how light it is, if the game master said" }
track "outdoors"   { of = "room", start = false }
track "homeward"   { of = "turn", start = false, help = "on the way back, where nobody can be helped" }
track "stay"       { of = "turn", start = false, help = "the go is not over" }
track "met"        { of = "turn", start = "", help = "what the d20 brought" }

timer "dying"  { of = "member", lasts = "1 minute", help = "dead when it ends, unless stabilised" }
timer "stage"  { help = "of a corruption: whose, and which" }
timer "effect" { help = "anything with a length" }

-- --- what the game master decides ---

-- A question that says `always` is not asked; a house file may ask it after all: question.worn.always = nil.
question "what"       { text = "What is it?", default = rule.rolled, always = true, public = false }
question "hour"       { text = "Has an hour passed?", default = false }
question "relight"    { text = "Light another {kind}?", default = rule.relights, always = rule.relights }
question "level"      { text = "How light is it here?", choices = { "as the lights say", "dark", "dim", "lit", "brilliant" } }
question "glare"      { text = "What does this light do to {name}'s darksight?", choices = { "nothing", "advantage", "disadvantage" }, always = true }
question "full_light" { text = "What does full light do to this check?", choices = { "nothing", "advantage", "disadvantage" }, always = true }
question "unseeing"   { text = "{name} cannot see. Do attackers have advantage?", default = false }
question "ground"     { text = "What is the ground like?", choices = rule.grounds, default = function() return party.ground end, short = "{it} ground" }
question "weather"    { text = "How is the weather?", choices = { "fine weather", "bad weather", "harsh weather" }, default = rule.weather }
question "wind"       { text = "How are wind and current?", choices = rule.winds, default = function() return party.blowing end }
question "sailed"     { text = "How many miles did you sail?", default = rule.miles_sailed, min = 0, always = true }
question "weather_cost" { text = "How many hours of endurance does the way cost {name}?", default = 0, min = 0 }
question "forced"     { text = "How many more hours of endurance does the forced march cost {name}?", default = 0, min = 0 }
question "tested"     { text = "{name} is past endurance. Roll a resilience check?", default = true, always = true }
question "worn"       { text = "{name} fails again. What happens?", choices = { "no more", "automatic failure", "hit points", "injury", "unconscious" } }
question "provisions" { text = "Is there food for all on the way?", choices = { "fed", "hungry" }, always = true }
question "exhausts"   { text = "Does it exhaust {name}?", default = false }
question "recovers"   { text = "Is {name} no longer exhausted, by care in an unsafe place?", default = false }
question "safe"       { text = "Is it safe here? (Dungeons and enemy country never are.)", choices = { "unsafe", "safe" }, again = true }
question "fed"        { text = "Is there food for all?", choices = { "fed", "hungry" }, again = true }
question "mends"      { text = "How many points of {ability} does {name} get back this week?", default = 0, min = 0 }
question "part"       { text = "Which part of the body does {name} lose?", default = "to be decided" }
question "withered"   { text = "{name} has an ability at 0. What happens?", choices = { "you say", "down", "dead" } }
question "cured"      { text = "Is {name} cured?", default = false, always = false }
question "moment"     { text = "{moment}. Do they test morale?", default = true, always = true }
question "ranks"      { text = "Who tests morale?", choices = { "side", "group", "individual" }, always = true }
question "breaks"     { text = "{name} breaks. Flee or surrender?", choices = { "flee", "surrender" } }
question "retreat"    { text = "What is needed to get away?", choices = { "check", "enemy attack", "both", "neither" } }
question "strikers"   { text = "How many enemies strike at {name}?", default = 1, min = 0 }
question "pursuit"    { text = "How fast are the pursuers? (0: nobody follows)", default = 0, min = 0, unit = "ft" }
question "footing"    { text = "What kind of chase: flat or uneven ground, days, command or morale?", choices = { "flat", "uneven", "days", "command", "morale" } }
question "placed"     { text = "Who has the better of the chase?", choices = { "even", "easy to lose sight", "well placed", "both" }, default = rule.lost_sight }
question "bow_range"  { text = "How much easier is it to come within bow range?", default = 0, min = 0 }
question "stalls"     { text = "How much do tricks on the way add to the DC?", default = 0 }
question "return"     { text = "Play the way back, or roll to return?", choices = { "play it", "roll" } }
question "path"       { text = "Is the way back dangerous or arduous?", choices = { "dangerous", "arduous" } }
question "drop"       { text = "What does {name} lose?", choices = rule.drop_order, always = true }
question "fate"       { text = "{name} does not make it. Unconscious or dead?", choices = { "unconscious", "dead" } }
question "victim"     { text = "Who walks into it?", choices = rule.names_present }
question "said"       { text = "Did they say when, where and how they look for traps?", choices = { "unwary", "wary" } }
question "creature"   { text = "Who comes?", default = rule.wanderer }
question "distance"   { text = "How far off?", choices = { "close", "ranged", "far" }, default = "ranged" }
question "attitude"   { text = "What is its attitude?", choices = { "hostile", "wary", "curious", "friendly" }, default = rule.attitude }
question "surprised"  { text = "Who is surprised?", choices = { "nobody", "the party", "the others" }, default = rule.surprised, short = "{it} surprised" }
question "combat"     { text = "Is there a fight?", choices = { "no fight", "fight" }, default = rule.fights }

-- --- charts ---

chart "travel" { die = "1d20", help = "rolled at the end of every hour",
  { "1",     "terrible", "Something terrible happens at once.",                rule.terrible },
  { "2-10",  "soon",     "Something bad happens soon.",           rule.soon },
  { "11-19", "nearer",   "The threat grows or comes nearer.",    rule.nearer },
  { "20",    "nothing",  "Nothing bad happens.",                          rule.good } }

chart "calamity" { die = "1d8", help = "what terrible thing happens",
  { "1", "threat",   "The worst monster of these parts is here." },
  { "2", "meeting",  "Face to face round a corner, by accident." },
  { "3", "ambush",   "An ambush, well prepared." },
  { "4", "ground",   "The place itself attacks: the roof, the river, the fire, the cold." },
  { "5", "split",    "The party is cut in two." },
  { "6", "gear",     "Something vital breaks, burns or falls." },
  { "7", "hunters",  "Hunters have found the party." },
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

-- Rows name creatures from above; their number is rolled with the question.
chart "wanderers" { die = "1d10", help = "our wanderers",
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

chart "injury" { die = "1d20", public = true, help = "rolled by a member who was kept from dying",
  { "1",     "dead",       "Dead after all.",                         rule.dies },
  { "2",     "feeble",     "Feeble: strength is lost.",               rule.feeble },
  { "3",     "shaky",      "Shaky: dexterity is lost.",               rule.shaky },
  { "4",     "weak",       "Weak: constitution is lost.",             rule.weak },
  { "5",     "addled",     "Addled: intelligence is lost.",           rule.addled },
  { "6",     "confused",   "Confused: wisdom is lost.",               rule.confused },
  { "7",     "disfigured", "Disfigured: charisma is lost.",           rule.disfigured },
  { "8-13",  "maimed",     "A part of the body is lost.",             rule.maimed },
  { "14-19", "hindered",   "Disadvantage on everything until rest.",  rule.hinder },
  { "20",    "standing",   "Back on their feet, and the better for it.",        rule.stands } }

-- --- the turn, and the round of a fight ---

procedure "hour"  { "outset", "act", "travel", "time", "bell", "toll", "camp" }
procedure "round" { lasts = "0 seconds", "go", "order" }

action "travel"   { aka = "t", takes = { "pace?", "gait?", "terrain?" }, help = "an hour on the way; overland, say the ground: travel cautious harsh" }
action "march"    { takes = { "pace?", "gait?", "terrain?", "number?" }, turns = rule.march_hours, keeps = true, help = "a day overland, or several: march stealthy difficult 3" }
action "force"    { takes = { "number" }, turns = rule.forced_hours, keeps = true, help = "hours of forced march beyond the day's: force 2" }
action "sail"     { takes = { "craft", "number?", "hours|days?", "wind?" }, turns = rule.sail_hours, keeps = true, help = "by boat or ship: sail ship 3 days fair" }
action "wait"     { aka = "explore", takes = { "text?" }, help = "an hour of anything: searching, talking, standing watch" }
action "rest"     { takes = { "safe|unsafe?", "fed|hungry?", "tended|alone?" }, turns = 8, keeps = true, help = "a night's rest, eight hours: rest safe fed" }
action "scene"    { turns = 0, help = "a scene, a room or an encounter is over; three or four are an hour" }
action "every"    { turns = 0, takes = { "hour|day|week" }, help = "how often the d20 is rolled on this leg" }
action "meet"     { public = false, turns = 0, takes = { "hostile|wary|curious|friendly?", "text?" }, help = "somebody comes, or those you name: meet friendly 3 bandits" }
action "clock"    { turns = 0, takes = { "number", "number?" }, help = "roll time dice for the hour, perhaps from a starting hour: clock 1 12" }
action "hours"    { turns = 0, takes = { "number?" }, help = "show the hour, or a number of hours, as time dice" }
action "effect"   { turns = 0, takes = { "die", "text" }, help = "something that lasts a number of hours: effect 3 blessing, effect 2d6 fear" }
action "level"    { turns = 0, takes = { "level?" }, help = "say how light it is here, or be asked; outdoors it holds until night falls or day breaks" }
action "look"     { turns = 0, takes = { "number" }, help = "how light it is at a distance in feet: look 31" }
action "refill"   { turns = 0, takes = { "member?" }, help = "pour oil into a burning lantern" }
action "supply"   { turns = 0, takes = { "torches|oil|arrows", "number?" }, help = "refill what was used up, from supplies" }
action "eat"      { turns = 0, by = "each", help = "a proper meal" }
action "home"     { turns = 0, takes = { "number", "dangerous|arduous?" }, help = "back to camp, with the hours it takes: home 4 arduous" }

action "try"      { turns = 0, by = "each", takes = { "task", "number?", "adv|dis|succeeds|fails?" },
                    help = "something with a check: try dex 14, try listen adv; adv and dis are advantage and disadvantage, succeeds and fails need no roll" }
action "resist"   { turns = 0, by = "each", takes = { "task", "number?" }, help = "a saving throw: resist con 11" }
action "trap"     { public = false, turns = 0, takes = { "member?", "trap?", "word?" }, help = "walk into a trap, perhaps disarming it: trap Bram pit disarm" }
action "hurt"     { turns = 0, takes = { "member", "die" }, help = "damage: hurt Bram 2d6" }
action "heal"     { turns = 0, takes = { "member", "die" }, help = "magic or medicine: heal Bram 3d6" }
action "aid"      { turns = 0, aka = "stabilise", takes = { "member", "task?", "adv|dis|succeeds|fails?" }, help = "keep somebody from dying, or ease what hinders them; gives no hit points" }
action "care"     { turns = 0, takes = { "member" }, help = "a week of rest and care" }
action "infect"   { public = false, turns = 0, by = "each", takes = { "corruption" }, help = "disease, poison or venom: Bram infect venom" }
action "ill"      { turns = 0, by = "each", takes = { "text?" }, help = "bad magic, tainted food, other ills: does it exhaust?" }
action "nerve"    { turns = 0, by = "each", takes = { "adv|dis?" }, help = "a morale check of somebody in the party" }
action "chase"    { turns = 0, takes = { "number", "flat|uneven|days|command|morale?" }, help = "chase a quarry, with its speed in feet: chase 40 uneven" }
action "flee"     { turns = 0, takes = { "number", "flat|uneven|days|command|morale?" }, help = "flee from a pursuer, with its speed in feet: flee 30" }

action "fight"    { turns = 0, takes = { "number?", "creature?", "ambush|ambushed?" }, help = "rounds begin: fight 3 goblin ambushed" }
action "round"    { at = "go", takes = { "member?" }, help = "the rest of the round: members attack whom they can reach, enemies strike; round Pike stops at Pike's go" }
action "foe"      { public = false, turns = 0, takes = { "number?", "creature" }, help = "more of them come" }
action "foes"     { public = false, turns = 0, help = "the enemies, how far off they are, and their hit points" }
action "next"     { at = "go", help = "end this go and begin the next" }
action "over"     { turns = 0, help = "the fight is over" }
action "attack"   { turns = 0, takes = { "word", "weapon?", "adv|dis|succeeds|fails?" }, help = "on your go: attack goblin bow dis" }
action "harm"     { turns = 0, takes = { "word", "die" }, help = "an enemy loses hit points: harm goblin2 1d6" }
action "strike"   { turns = 0, takes = { "member", "word?" }, help = "an enemy attacks: strike Bram goblin2" }
action "move"     { turns = 0, takes = { "number", "slowly|freely?" }, help = "move some feet; slowly is swimming, crawling, climbing or bad ground" }
action "cast"     { turns = 0, aka = { "command", "sneak" }, takes = { "task", "number?", "adv|dis|succeeds|fails?" }, help = "any other active action with a check" }
action "hide"     { turns = 0, takes = { "number?", "adv|dis|succeeds|fails?" }, help = "get out of sight, with the DC if it is another: hide 14" }
action "quick"    { turns = 0, takes = { "text?" }, help = "draw, ready, trigger: a second's work" }
action "hold"     { turns = 0, help = "concentrate on a spell: a quick action" }
action "other"    { turns = 0, takes = { "active|movement|quick?", "text?" }, help = "anything else: other quick light the fuse" }
action "trade"    { turns = 0, takes = { "active|movement", "movement|quick" }, help = "one action for a lesser one: trade active movement" }
action "delay"    { turns = 0, takes = { "number" }, help = "act later, at that dexterity, from now on" }
action "place"    { turns = 0, takes = { "word", "word" }, help = "how far off an enemy is, in feet or as close, ranged, far: place goblin 15" }
action "morale"   { turns = 0, takes = { "adv|dis?" }, help = "the enemies test their morale" }
action "retreat"  { turns = 0, takes = { "task?" }, help = "out of the fight, on your own go and with all of it" }

action "treasure" { turns = 0, takes = { "number", "won|unearned?", "member?" }, help = "gold pieces found, and their experience: treasure 30" }
action "loot"     { turns = 0, takes = { "number", "member?" }, help = "what an enemy carried, by its hit dice" }
action "item"     { turns = 0, takes = { "number" }, help = "a magic item is captured, with its worth" }
action "sell"     { turns = 0, takes = { "number", "member?" }, help = "gold for something sold; no experience" }
action "coins"    { turns = 0, help = "coins as the fewest pieces, and what they weigh" }

event "hour"  { text = "{hour}:00 ({dice}) {quarter}, {light}.", public = "{quarter}, {light}." }
event "cue"   { text = "{cue}", public = true }
event "lost"  { text = "{who} loses {what}.", public = true }
event "endurance" { text = "Rest now, or be exhausted: {who}.", stops = true, public = true }
event "felled" { text = "{who} falls.", public = true }

-- --- the hour ---

function step.outset()
  if doing "rest" == 1 then rule.settle_down() end
  if rule.leg() == 1 then rule.set_out() end
  rule.cover_ground()
  if setting.turn_when == "start" then rule.travel_turn() end
end
function step.travel() if setting.turn_when == "end" then rule.travel_turn() end end
-- The end of an hour: supplies, and the news of the hour.
function step.bell()
  party.scenes = 0
  if party.sup > 0 then
    lose("sup", setting.sup_per_hour)
    if party.sup == 0 then say "No supplies are left." end
  end
  rule.look_up()
  rule.call_hour()
end
-- The light you named outdoors holds until day breaks or night falls.
function rule.look_up()
  if not here.outdoors or here.stated == "unsaid" then return end
  local hour = rule.hour()
  if rule.is_day(hour) ~= rule.is_day((hour - 2) % 24 + 1) then set("stated", "unsaid") end
end
function rule.call_hour()
  local news = rule.quarter(rule.hour()) .. ", " .. rule.level()
  local same = news == party.told
  party.told = news
  emit "hour" { hour = string.format("%02d", clock.hour), dice = rule.dice_text(rule.hour()), quarter = rule.quarter(rule.hour()), light = rule.level(),
    far = party.leg, torches = party.torches, encounter = turn.met, quiet = same }
end

-- One d20 an hour, but not where it is safe.  By the day or week it is one as the last hour of its way ends, or
-- as soon as a day or week has gone by without one.
function rule.due()
  if rule.every() == "hour" then return not (doing "rest" and party.safe) end
  local day = rule.every() == "day"
  party.unrolled = party.unrolled + 1
  local h, hours = rule.leg()
  local ends = h and not doing "force" and (h - 1) % 24 == hours - 1 and (day or ((h - 1) // 24 + 1) % 7 == 0)
  if not ends and (h or party.unrolled < (day and 24 or 168)) then return false end
  party.unrolled = 0
  return not (doing "rest" and party.safe)
end
function rule.every() return party.every ~= "" and party.every or setting.turn_every end
function act.every(_, how) set("every", how) end

function rule.travel_turn()
  if not rule.due() then return end
  local better = rule.manner().better
  local row = roll("travel", nil, { die = better > 0 and "2d20kh1" or better < 0 and "2d20kl1" or nil })
  turn.met = row.text
end
function rule.manner()
  for verb in each { "travel", "march" } do
    local _, how = doing(verb)
    if how then return how end
  end
  return pace[setting.manner]
end

-- The meaning of the d20 here: rolled, or as you say.
function rule.terrible() rule.bodes("calamity", setting.breaks_off ~= "never") end
function rule.soon() rule.bodes("trouble", setting.breaks_off == "bad") end
function rule.nearer()
  if setting.threat_counter then gain "threat" end
  rule.bodes("omen", false)
end
function rule.good() rule.bodes("luck", false) end
function rule.bodes(name, breaks)
  local what = ask("what", { chart = name })
  if breaks then emit "encounter" { what = what } end
end
function rule.rolled(about) return roll(about.chart).text end

-- Three or four scenes are an hour.
function act.scene() rule.scene() end
function rule.scene()
  gain "scenes"
  if party.scenes >= setting.scenes_hour or party.scenes >= setting.scenes_ask and ask "hour" then run "hour" end
end

-- --- who comes ---

-- "{2d4} goblins": how many is rolled with the question.
function rule.wanderer()
  local row = roll "wanderers"
  if row.number then return "{" .. row.number .. "} " .. row.name end
  return (row.name:gsub("^%d*d%d[%d+-]*", "{%0}"))
end
-- All of it is one question, with what the charts rolled.
function act.meet(_, mood, what)
  local about = { mood = mood }
  local asked = { not what and "creature" or nil }
  for _, name in ipairs { "distance", not mood and "attitude" or "surprised", not mood and "surprised" or "combat", not mood and "combat" or nil } do
    table.insert(asked, name)
  end
  local met = ask(asked, about, { text = "Encounter" .. (what and ", " .. what or "") })
  what, mood = what or met.creature, mood or met.attitude
  emit "encounter" { what = string.format("%s, %s, %s; %s surprised.", what, met.distance, mood, met.surprised) }
  if met.combat == "fight" then rule.battle(what, met.distance, ({ ["the party"] = "ambushed", ["the others"] = "ambush" })[met.surprised]) end
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

-- --- time dice: four quarters of six hours ---

function rule.hour() return (clock.hour - setting.first_hour) % 24 + 1 end
function rule.quarter(hour) return ({ "pre-dawn", "morning", "afternoon", "night" })[(hour - 1) // 6 + 1] end
function rule.time_dice(hours)
  local shown = {}
  while hours > 6 do table.insert(shown, 6) hours = hours - 6 end
  table.insert(shown, hours)
  return shown
end
function rule.dice_text(hours) return table.concat(rule.time_dice(hours), ",") end

function cannot.clock(_, n) if n < 1 or n > 4 or n % 1 ~= 0 then return "There are one to four time dice." end end
function act.clock(_, n, from)
  local rolled = dice(n .. "d6", "time dice")
  local hour = rule.kept_of(from, n) + rolled + setting.first_hour - 1
  local day = clock.day - 1
  if clock.now > 0 and hour * 60 < clock.hour * 60 + clock.minute then day = day + 1 end
  clock.set(day * 24 + hour .. " hours")
  rule.tell_hour()
end
-- The part of a starting hour that counts: all of it, or all but its last n dice.
function rule.kept_of(from, n)
  if not from then return 0 end
  if setting.start_plus then return from end
  local shown, kept = rule.time_dice(from), 0
  for i = 1, #shown - n do kept = kept + shown[i] end
  return kept
end
function rule.tell_hour()
  say("%02d:%02d (%s) %s", clock.hour, clock.minute, rule.dice_text(rule.hour()), rule.quarter(rule.hour()))
end
function act.hours(_, n)
  if n then say("%d hours: %s", n, rule.dice_text(n)) else rule.tell_hour() end
end
function act.effect(_, hours, what) start("effect", what, { lasts = dice(hours, "hours") .. " hours" }) end
function on.effect(what) say("%s ends.", what) end

-- --- ways: the march, boats and ships ---

-- The hour of the way the party is on, and how many of a day's 24 it moves; a vessel for ways by water.
function rule.leg()
  local h = doing "march"
  if h then return h, setting.day_hours end
  local s, vessel = doing "sail"
  if s then return s, vessel.hours, vessel end
  local f, hours = doing "force"
  if f then return f, hours end
end
function rule.moves()
  local h, hours = rule.leg()
  return h and (h - 1) % 24 < hours
end
-- Between two days of a way they camp: this is which hour of it.
function rule.camp_hour()
  local h, hours = rule.leg()
  return h and (h - 1) % 24 + 1 - hours or 0
end
function rule.march_hours(_, _, _, _, days) return ((days or 1) - 1) * 24 + setting.day_hours end
function rule.forced_hours(_, hours) return hours end
function rule.sail_hours(_, vessel, n, unit)
  if unit == "hours" or n and not unit then return n end
  return ((n or 1) - 1) * 24 + vessel.hours
end

-- Do they camp in the next hour, between two days of a way?
function rule.camps_next()
  local h, hours, vessel = rule.leg()
  if not h or h % 24 ~= hours % 24 then return false end
  local _, _, _, _, days = doing "march"
  local _, _, n, unit = doing "sail"
  return h < (vessel and rule.sail_hours(nil, vessel, n, unit) or doing "force" and h or rule.march_hours(nil, nil, nil, nil, days))
end
function rule.stuck()
  if setting.speed0_travel == "allow" then return end
  for who in each(party) do
    if rule.speed(who) == 0 then return who.name .. " cannot take another step." end
  end
end
function cannot.march(_, _, _, _, days) return rule.no_count(days) or rule.stuck() end
function cannot.travel(_, _, _, over) if over then return rule.stuck() end end
function cannot.force(_, hours) return rule.no_count(hours) or not setting.forced_march and "They have marched enough for today." or rule.stuck() end
function cannot.sail(_, _, n) return rule.no_count(n) end

function rule.set_out()
  party.leg = party.leg * 0
  here.outdoors = true
  local _, _, _, over = doing "march"
  local s, _, _, _, blowing = doing "sail"
  if s then set("blowing", blowing and blowing.name or ask "wind") return end
  if doing "force" then return end
  local way = ask({ not over and "ground" or "weather", not over and "weather" or nil }, nil, { text = "The way" })
  set("ground", over and over.name or way.ground)
  set("weather", ({ ["fine weather"] = "open", ["bad weather"] = "difficult", ["harsh weather"] = "harsh" })[way.weather])
end

-- The way of this hour: a part of a day's march, or of what the vessel makes.
function rule.cover_ground()
  local h, _, vessel = rule.leg()
  local _, _, _, over = doing "travel"
  if over then
    here.outdoors = true
    set("ground", over.name)
  end
  local way
  if vessel then way = rule.by_water(vessel, (h - 1) % 24 + 1)
  elseif over or h then way = rule.party_miles() / setting.day_hours end
  if not way or h and not rule.moves() then return end
  gain("walked", way)
  party.leg = party.leg + way
end

-- A day's march of one alone: by strength, the ground, the burden and the gait.
function rule.miles(who)
  if rule.speed(who) == 0 then return setting.day_miles * 0 end
  local miles = setting.day_miles + setting.str_miles * rule.mod(who.str)
  if rule.burden(who) > 0 then miles = miles * setting.encumbered_overland end
  return miles * rule.going() * rule.gait().factor
end
function rule.gait()
  for verb in each { "travel", "march" } do
    local _, _, how = doing(verb)
    if how then return how end
  end
  return gait.steady
end
-- Ground, weather and darkness: the worst of them counts, or all do.
function rule.going()
  local factor = 1
  for reason in each { party.ground, party.weather, level[rule.level()].ground } do
    local f = rule.factor(terrain, reason)
    factor = setting.terrain_stack == "multiply" and factor * f or math.min(factor, f)
  end
  return factor
end
function rule.factor(kinds, name)
  for one in each(kinds) do if one.name == name then return one.factor end end
  return 1
end
function rule.weather()
  return ({ open = "fine weather", difficult = "bad weather", harsh = "harsh weather" })[party.weather] or "harsh weather"
end
function rule.grounds() return rule.names(terrain) end
function rule.winds() return rule.names(wind) end
function rule.names(kinds)
  local list = {}
  for one in each(kinds) do table.insert(list, one.name) end
  return list
end
-- A party that keeps together is as slow as its slowest.
function rule.party_miles() return (least(party, rule.miles)) end

-- The distance that a vessel makes in the nth hour of its day.
function rule.by_water(vessel, n)
  local blows = rule.factor(wind, party.blowing)
  local function made(hours)
    local way = vessel.speed * blows * hours
    local most = vessel.cap and vessel.cap * (setting.water_cap_scales and blows or 1)
    return most and most < way and most or way
  end
  return made(n) - made(n - 1)
end
function rule.miles_sailed() return amount(party.leg, "mile") end
function act.sail() gain("walked", ask "sailed" - amount(party.leg, "mile")) end

-- Harsh ground or weather may wear them down, and they are told.
function act.march()
  if rule.going() == 1 then return end
  for who in each(party) do rule.cost(who, ask("weather_cost", who, { among = party })) end
end
function act.force()
  for who in each(party) do rule.cost(who, ask("forced", who, { among = party })) end
end
function rule.cost(who, hours)
  if hours == 0 then return end
  say("%s loses %g hours of endurance.", who.name, hours)
  gain(who, "waking", hours)
end

-- --- food, rest and giving out ---

function act.rest(list, _, _, help)
  for who in each(rule.living()) do
    if who.down or not who.away then rule.slept(who, party.safe, party.fed, help == "tended") end
  end
end
function rule.settle_down()
  local _, where, meal = doing "rest"
  local night = where and meal and {} or ask({ not where and "safe" or "fed", not where and not meal and "fed" or nil }, nil, { text = "The night" })
  set("safe", (where or night.safe) == "safe")
  set("fed", (meal or night.fed) == "fed")
end
-- A night in the wild, between two days of a long way.
function step.camp()
  if rule.camp_hour() ~= 8 then return end
  local fed = ask "provisions" == "fed"
  for who in each(rule.living()) do rule.slept(who, false, fed) end
end
function rule.living()
  local list = {}
  for _, who in ipairs(party.members) do if not who.dead then table.insert(list, who) end end
  return list
end

-- Safe, a hit point a level; unsafe, one.
function rule.slept(who, safe, fed, tended)
  gain(who, "hp", safe and who.level or 1)
  if safe or setting.injury_until == "any_rest" then set(who, "hindered", false) end
  rule.refreshed(who, fed, true)
  if who.exhausted and fed and (safe or tended and ask("recovers", who)) then
    set(who, "exhausted", false)
    set(who, "failures", 0)
    set(who, "spent", false)
  end
end
-- Food and rest start the count of hours anew.
function rule.refreshed(who, fed, rested)
  if setting.resilience_counter == "two" then
    if fed then set(who, "hunger", 0) end
    if rested then set(who, "waking", 0) end
  elseif ({ food = fed, rest = rested, either = fed or rested, food_and_rest = fed and rested })[setting.resilience_reset] then
    set(who, "waking", 0)
  end
end
function act.eat(who) rule.refreshed(who, true, false) end

-- An hour more without food and rest.
function step.toll()
  local tired = {}
  for who in each(party) do if rule.wakes_on(who) == 0 then table.insert(tired, who.name) end end
  if #tired > 0 and not rule.camps_next() then emit "endurance" { who = table.concat(tired, ", ") } end
end
-- Counts the hour; past endurance that takes a check.  Returns the hours past endurance.
function rule.wakes_on(who)
  if setting.resilience_counter == "two" and not (doing(who, "rest") and party.fed) then gain(who, "hunger") end
  if rule.at_ease(who) then return end
  gain(who, "waking")
  local over = math.max(who.waking, who.hunger) - who.con
  if over > 0 and (over - 1) % setting.resilience_every == 0 and rule.is_tested(who) then rule.endure(who, over) end
  return over
end
function rule.at_ease(who)
  local _, _, vessel = rule.leg()
  return doing(who, "rest") or rule.camp_hour() > 0 or vessel and vessel.berths
end
function rule.is_tested(who) return (setting.worn == "ask" or not who.exhausted) and ask("tested", who) end
function rule.endure(who, over)
  local ok, c
  if not who.spent then ok, c = check(who, "con", 10 + over, {}) end
  if ok then return end
  gain(who, "failures")
  set(who, "exhausted", true)
  if who.failures > 1 and setting.worn == "ask" then rule.wear_out(who, ask("worn", who), c) end
end
function rule.wear_out(who, how, c)
  if how == "automatic failure" then set(who, "spent", true)
  elseif how == "hit points" then rule.suffer(who, dice(setting.worn_damage, "worn out"), c)
  elseif how == "injury" then roll("injury", who)
  elseif how == "unconscious" then set(who, "down", true) end
end
function act.ill(who) if ask("exhausts", who) then set(who, "exhausted", true) end end

-- Weeks of care bring back lost ability, as much as you say.
function cannot.care() return rule.in_fight() end
function act.care(_, who)
  pass "7 days"
  for night = 1, 7 do rule.slept(who, true, true, true) end
  for what in each(abilities) do
    if who[what] < who.max[what] then gain(who, what, ask("mends", { name = who.name, ability = what })) end
  end
end

-- --- checks ---

function rule.mod(score) return (score - 10) // 2 end
function rule.modifier(who, what)
  if not what or what == "best" then return what and rule.best(who) or 0 end
  local of = who.creature and creature[who.creature] or who
  if what == "morale" then return rule.mod(of.wis) + rule.bravery(of) end
  return rule.mod(of[what])
end
-- A member's own; of monsters without one, half their hit dice.
function rule.bravery(of) return of.morale or of.hd // 2 end
-- The highest modifier somebody has, proficiency with it.
function rule.best(who)
  return (most(abilities, function(what)
    return rule.mod(who[what]) + (rule.skilled(who, { what }) and who.proficiency or 0)
  end))
end
-- Is somebody proficient in any of these?
function rule.skilled(who, list)
  for what in each(who.proficient or {}) do if rule.among(what, list) then return true end end
end
function rule.no_count(n) if n and (n < 1 or n % 1 ~= 0) then return "A whole number is needed, and at least 1." end end
function rule.among(what, list)
  for other in each(list) do if other == what then return true end end
end
function rule.share(list, other)
  for what in each(list) do if rule.among(what, other) then return true end end
end

-- Tries something.  A good idea, or a bad place, needs no roll or makes it easier or harder: adv, dis, succeeds,
-- fails behind the line.
function rule.attempt(who, what, dc, with, odds)
  if odds == "succeeds" or odds == "fails" then
    say("%s %s, without a roll.", who.name, odds)
    return odds == "succeeds"
  end
  if rule.hopeless(who, with.tags) then
    say("%s cannot see.", who.name)
    return false
  end
  rule.lean(with, odds)
  return check(who, what, dc, with)
end
function rule.lean(c, how)
  if how == "advantage" or how == "adv" then c.adv = (c.adv or 0) + 1
  elseif how == "disadvantage" or how == "dis" then c.dis = (c.dis or 0) + 1 end
end

function on.check(c)
  if rule.weighed_down(c) then rule.lean(c, "disadvantage") end
  if c.what ~= "best" and rule.skilled(c.who, rule.joined(c)) then c.add = c.add + c.who.proficiency end
  if c.tags and #c.tags > 0 then rule.by_light(c) end
end
function rule.joined(c)
  local list = { c.what, c.skill }
  for tag in each(c.tags or {}) do table.insert(list, tag) end
  return list
end
-- Too much to carry, exhaustion and injuries hinder every check.
function rule.weighed_down(c)
  local who = c.who
  if who.creature then return false end
  return rule.burden(who) > 0 or who.hindered or who.exhausted and (not c.sickness or setting.sick_disadvantage)
end

function act.try(who, what, dc, odds)
  local ok = rule.attempt(who, what.with, dc or setting.dc, { tags = what.tags, skill = what.name }, odds)
  if ok and rule.among("stealth", what.tags) then set(who, "hidden", true) end
end
function act.resist(who, what, dc) rule.saves(who, what, dc or setting.dc) end
function rule.saves(who, what, dc)
  local tags = { "defence" }
  for tag in each(what.tags) do table.insert(tags, tag) end
  return check(who, what.with, dc, { tags = tags, skill = what.name })
end

-- --- light ---

function rule.lit_by(lamp) return lamp.kind == "lantern" and setting.lantern_level or "dim" end
-- The best of the burning lights; by day outdoors, daylight.
function rule.by_lamps()
  local found = "dark"
  for lamp in each(burning()) do found = found == "lit" and found or rule.lit_by(lamp) end
  return found
end
function rule.level()
  if here.stated ~= "unsaid" then return here.stated end
  if rule.daylight() then return "lit" end
  return rule.by_lamps()
end
function rule.daylight() return here.outdoors and rule.is_day(rule.hour()) end
function rule.is_day(hour) return hour > 6 and hour <= 18 end
function rule.level_at(feet)
  if here.stated ~= "unsaid" or rule.daylight() then return rule.level() end
  for lamp in each(burning()) do if feet <= amount(lamp.reach, "ft") then return rule.by_lamps() end end
  return "dark"
end
function act.look(_, feet) say("%g ft off: %s.", feet, rule.level_at(feet)) end

function act.level(_, how)
  local now = how and how.name or ask "level"
  set("stated", now ~= "as the lights say" and now or "unsaid")
  say("The light here: %s.", rule.level())
end
function on.arrive(room)
  if room.trap then rule.forewarn(trap[room.trap]) end
end

-- The light helps or hinders a check.
function rule.by_light(c)
  local now = level[rule.level()]
  if rule.darksight(c.who) then return rule.by_darksight(c, now) end
  if rule.share(c.tags, now.better) then rule.lean(c, "advantage") end
  if rule.share(c.tags, rule.worse(now)) then rule.lean(c, "disadvantage") end
  if now.name == "lit" then rule.lean(c, ask "full_light") end
end
function rule.worse(now)
  local list = {}
  for tag in each(now.worse) do
    if tag ~= "defence" or setting.dark_defence == "saves" then table.insert(list, tag) end
  end
  for tag in each(now.fails) do table.insert(list, tag) end
  return list
end
function rule.darksight(who) return (who.creature and creature[who.creature] or who).darksight end
-- Darksight sees the other way round: what darkness takes from others it gives to them.
function rule.by_darksight(c, now)
  if now.name ~= "dark" and now.name ~= "dim" then return rule.lean(c, ask("glare", c.who)) end
  if setting.darksight == "plain" then return end
  local helped = rule.share(c.tags, now.better)
  if rule.share(c.tags, rule.worse(now)) then rule.lean(c, "advantage") end
  if helped then rule.lean(c, setting.darksight == "reverse_all" and "disadvantage" or "advantage") end
end
-- Nothing is seen in darkness by those who have only eyes.
function rule.hopeless(who, tags)
  return setting.dark_sight == "fail" and not rule.darksight(who) and rule.share(tags or {}, level[rule.level()].fails)
end

-- Another is lit where it is dark without it, and the next hour is not one of rest.
function rule.relights()
  local h, hours = rule.leg()
  return not rule.daylight() and not doing "rest" and (not h or h % 24 < hours)
end
function on.light_out(lamp)
  if lamp.left == 0 and lamp.spends and party[lamp.spends] > 0 and ask("relight", lamp) then kindle(lamp.kind, lamp.holder) end
end
function cannot.refill() if #burning "lantern" == 0 then return "No lantern burns." elseif party.oil < 1 then return "There is no oil left." end end
function act.refill(_, whose)
  for lamp in each(burning "lantern") do
    if not whose or lamp.holder == whose.name then
      lose "oil"
      lamp.left = lamp.left + amount(setting.lantern_refill, "hour")
      return
    end
  end
  refuse "No lantern burns there."
end
-- Supplies refill what was brought and used up; they never make anything new.
function cannot.supply(_, _, n) return rule.no_count(n) end
function act.supply(_, what, n)
  if party.sup < (n or 1) then refuse "There are not enough supplies." end
  lose("sup", n or 1)
  gain(what, n or 1)
end

-- --- loads and coins ---

-- 500 coins of any metal are a load.
function rule.coins(who) return who.cp + who.sp + who.gp end
function rule.load(who) return who.load + rule.coins(who) / 500 end
-- Loads carried beyond strength.
function rule.burden(who)
  local rounds = { up = math.ceil, down = math.floor, exact = function(n) return n end }
  return math.max(0, rounds[setting.load_over](rule.load(who) - who.str))
end
-- Feet in a round: 30, and 5 less for each load too many.
function rule.speed(who)
  if who.creature then return creature[who.creature].speed end
  if who.exhausted then return 0 end
  return math.max(0, 30 - 5 * rule.burden(who))
end

function act.coins()
  for who in each(party) do
    local worth = who.cp + 10 * who.sp + 100 * who.gp
    set(who, "gp", worth // 100)
    set(who, "sp", worth % 100 // 10)
    set(who, "cp", worth % 10)
    say("%s: %d gp %d sp %d cp, %g pounds, %g loads.", who.name, who.gp, who.sp, who.cp, rule.coins(who) / 100, rule.coins(who) / 500)
  end
end
function act.treasure(list, n, how, whose)
  gain(whose or rule.somebody(list), "gp", n)
  if how ~= "unearned" then gain("xp", n * setting.xp_per_gp) end
end
function cannot.loot(_, hd) return rule.no_count(hd) end
function act.loot(list, hd, whose)
  act.treasure(list, setting.loot_dice == "per_hd" and dice(hd .. "d20", "loot") or hd * dice("1d20", "loot"), "won", whose)
end
-- A magic item is experience when it is won, and only gold when it is sold.
function act.item(_, worth) gain("xp", worth) end
function act.sell(list, n, whose) gain(whose or list[1], "gp", n) end

-- --- hurt, healed, dying ---

function rule.hurt(who, n) lose(who, "hp", math.max(0, n - who.soak)) end
function act.hurt(_, who, n) rule.hurt(who, dice(n, "damage")) end
-- A natural 1 on a check that hurts doubles the damage.
function rule.suffer(who, n, c) rule.hurt(who, c and c.natural == 1 and 2 * n or n) end

function on.hp(who, was, now)
  if now > 0 then rule.wakes(who) elseif not turn.homeward then rule.falls(who) end
end
function rule.wakes(who)
  stop("dying", who)
  set(who, "doomed", false)
  set(who, "down", false)
end
function rule.falls(who)
  set(who, "down", true)
  set(who, "holding", false)
  if not who.dead and not running("dying", who) then start("dying", who) end
end
-- Dead when the minute is over, or the fight, if that is later.
function on.dying(who) if rule.fighting() then set(who, "doomed", true) else set(who, "dead", true) end end
function on.down(who, _, now) if not who.dead then who.away = now end end
function on.dead(who, _, now)
  stop("dying", who)
  who.away = now
end

-- Magic and medicine give hit points; whoever was dying rolls an injury as well.
function act.heal(_, who, n)
  local healed = dice(n, "healing")
  if who.dead then refuse(who.name .. " is dead.") end
  if who.down then rule.revive(who, healed) else gain(who, "hp", healed) end
end
function rule.revive(who, healed)
  set(who, "hp", healed or 1)
  roll("injury", who)
end
-- Without them a check keeps somebody alive, or eases what hinders them.
function act.aid(list, whom, with, odds)
  local who = rule.actor(list)
  rule.use(who, "active")
  if not rule.fighting() then pass(setting.round_lasts) end
  if not rule.attempt(who, with and with.with or "wis", whom.down and setting.stabilise_dc or setting.dc, {}, odds) then return end
  if whom.down then rule.revive(whom) else set(whom, "hindered", false) end
end

function rule.dies(who) set(who, "dead", true) end
function rule.feeble(who) rule.weaken(who, "str") end
function rule.shaky(who) rule.weaken(who, "dex") end
function rule.weak(who) rule.weaken(who, "con") end
function rule.addled(who) rule.weaken(who, "int") end
function rule.confused(who) rule.weaken(who, "wis") end
function rule.disfigured(who) rule.weaken(who, "cha") end
function rule.weaken(who, what, n) lose(who, what, n or dice("1d6", what)) end
function rule.maimed(who) say("%s: %s.", who.name, ask("part", who)) end
function rule.hinder(who) set(who, "hindered", true) end
function rule.stands(who)
  local n = dice("1d8", "standing")
  if setting.injury_standing == "replace" and who.hp == 1 then n = n - 1 end
  gain(who, "hp", n)
end

-- Without constitution one is dead; of other abilities you say.
function on.con(who, _, now) if now == 0 then set(who, "dead", true) end end
function on.str(who, _, now) rule.withers(who, now) end
function on.dex(who, _, now) rule.withers(who, now) end
function on.int(who, _, now) rule.withers(who, now) end
function on.wis(who, _, now) rule.withers(who, now) end
function on.cha(who, _, now) rule.withers(who, now) end
function rule.withers(who, now)
  if now > 0 then return end
  local fate = ask("withered", who)
  if fate ~= "you say" then set(who, fate, true) end
end

-- --- corruption: disease, poison, venom ---

function act.infect(who, what)
  if check(who, what.with, what.dc or setting.dc, { sickness = true }) then return end
  rule.sicken(who, what, 1)
  if what.first == "exhaustion" then set(who, "exhausted", true) end
end
-- A member may have several, each with its own stages.
function rule.sicken(who, what, stage)
  who.sick[what.name] = stage
  set(who, "sick", who.sick)
  start("stage", who.name .. "'s " .. what.name, { lasts = what.stage })
end
function rule.heals(who, what)
  who.sick[what] = nil
  set(who, "sick", who.sick)
end
-- As every stage ends, another check, or its damage.
function on.stage(label)
  local name, of = label:match "^(.*)'s (.-)$"
  local who = rule.member(name)
  local stage = who and who.sick[of]
  if not stage then return elseif who.dead then return rule.heals(who, of) end
  local what = corruption[of]
  local ok, c = check(who, what.with, what.dc or setting.dc, { sickness = true })
  if ok then
    if ask("cured", who) then return rule.heals(who, of) end
  else
    rule.stage_hurts(who, what, c)
  end
  if who.dead or stage >= what.stages then rule.heals(who, of) else rule.sicken(who, what, stage + 1) end
end
function rule.member(name)
  for _, who in ipairs(party.members) do if who.name == name then return who end end
end
-- A natural 1 doubles it.
function rule.stage_hurts(who, what, c)
  local n = dice(what.harm, what.name)
  lose(who, what.harms, c.natural == 1 and 2 * n or n)
  if what.costs == "exhaustion" then set(who, "exhausted", true) elseif what.costs then say("It costs %s: %s.", who.name, what.costs) end
end

-- --- traps ---

-- No trap without a warning.
function rule.forewarn(what)
  if what.cue ~= "" then emit "cue" { cue = what.cue } else say("The trap %s has no cue: let them see some sign of it.", what.name, { public = false }) end
end
-- A member who does not say when, where and how they look gets no check.
function act.trap(list, who, what, way)
  who = who or rule.somebody(list) and nil
  what = what or trap[here.trap or "pit"]
  local step = ask({ not who and "victim" or "said", not who and "said" or nil }, nil, { text = "Trap" })
  who = who or named(step.victim)
  local with = task[what.ways[way or "avoid"] or "dex"]
  local ok, c = false, nil
  if step.said == "wary" then ok, c = rule.saves(who, with, what.dc or setting.dc) end
  if ok then say("%s is not caught by it.", who.name) return end
  if what.harm then rule.suffer(who, dice(what.harm, what.name), c) end
  if what.effect then say("%s: %s.", who.name, what.effect) end
end
function rule.names_present()
  local list = {}
  for who in each(party) do table.insert(list, who.name) end
  return list
end

-- --- fights: the order, and three kinds of action ---

function rule.fighting() return turn.procedure == "round" end
function cannot.fight(_, n) return rule.in_fight() or rule.no_count(n) end
function act.fight(_, n, what, surprise)
  party.foes, party.moments = {}, {}
  enter "round"
  if what then rule.join(n or 1, what) end
  rule.line_up(surprise)
  rule.moment "The fight begins"
end
function cannot.foe(_, n) return rule.no_fight() or rule.no_count(n) end
function act.foe(_, n, what)
  rule.join(n or 1, what)
  rule.line_up()
end
function rule.join(n, what)
  local there = #party.foes
  for i = there + 1, there + n do
    table.insert(party.foes, { name = what.name .. (n + there > 1 and i or ""), creature = what.name, hp = what.hp or what.hd * setting.hp_per_hd,
      at = what.ranged and "ranged" or "close", gone = false, hidden = false })
  end
end

-- By dexterity, the score, highest first; whoever lies in ambush goes first in the first round.
function rule.line_up(surprise)
  local list = {}
  for who in each(party) do table.insert(list, { name = who.name, at = who.dex, pc = true, first = surprise == "ambush" }) end
  for foe in each(party.foes) do
    table.insert(list, { name = foe.name, at = creature[foe.creature].dex, pc = false, first = surprise == "ambushed" })
  end
  party.initiative, party.used = list, {}
  rule.sort()
  set("up", 1)
  rule.tell_go()
end
function rule.sort()
  table.sort(party.initiative, function(a, b)
    if a.first ~= b.first then return a.first end
    if a.at ~= b.at then return a.at > b.at end
    return a.pc ~= b.pc and a.pc == (setting.init_tie == "pc_first")
  end)
end
function rule.whose_go() return party.initiative[party.up] and party.initiative[party.up].name or "nobody" end
function rule.tell_go() say("%s's go.", rule.whose_go()) end

-- The rest of the round, or up to a member's go: whoever has not acted attacks whom they can reach, or comes closer; each
-- enemy strikes somebody.
function act.round(_, whom)
  turn.stay = whom ~= nil
  while rule.fighting() and not (whom and rule.whose_go() == whom.name) do
    rule.fights_on(rule.whose_go())
    if not rule.fighting() or party.up >= rule.last_up() then break end
    rule.next_go()
  end
end
function rule.last_up()
  for i = #party.initiative, 1, -1 do if rule.can_act(party.initiative[i].name) then return i end end
  return 1
end
function rule.fights_on(name)
  local foe, who = rule.find(name)
  if not rule.can_act(name) or rule.left(foe or who).active < 1 then return end
  if who then return rule.member_fights(who) end
  local prey = {}
  for other in each(party) do if not other.hidden and not other.escaped then table.insert(prey, other) end end
  if #prey == 0 then return end
  if not creature[foe.creature].ranged and rule.band(foe.at) ~= "close" then return rule.close_in(foe, name) end
  rule.use(foe, "active")
  rule.strikes(foe, prey[(rule.place_of(foe) - 1) % #prey + 1])
end
-- Each enemy has a member to strike, in marching order.
function rule.place_of(foe)
  for i, other in ipairs(party.foes) do if other.name == foe.name then return i end end
end
function rule.member_fights(who)
  if who.exhausted then return end
  local foe = rule.target(weapon[who.wields])
  if foe then return rule.attacks(who, foe) end
  for other in each(rule.standing()) do
    if not other.hidden and other.at ~= "far" and rule.speed(who) > 0 then return rule.close_in(other, who.name) end
  end
end
function rule.close_in(foe, name)
  foe.at = "close"
  say("%s closes in.", name)
end
-- The first enemy that a weapon reaches.
function rule.target(arm)
  for foe in each(rule.standing()) do
    if not foe.hidden and not rule.out_of_reach(arm, foe.at) then return foe end
  end
end

-- The next one who can act; after the last of them a round has gone by.
function step.order()
  if not rule.fighting() or turn.stay then return end
  rule.next_go()
  if not doing "round" then rule.tell_go() end
end
function rule.next_go()
  for n = 1, #party.initiative do
    set("up", party.up + 1)
    if party.up > #party.initiative then rule.round_ends() end
    if rule.can_act(rule.whose_go()) then break end
  end
  party.used[rule.whose_go()] = nil
end
function rule.round_ends()
  for entry in each(party.initiative) do entry.first = false end
  rule.sort()
  set("up", 1)
  pass(setting.round_lasts)
end
function rule.can_act(name)
  local foe, who = rule.find(name)
  if foe then return foe.hp > 0 and not foe.gone end
  return who and not who.away and not who.escaped
end
-- An enemy or a member of that name, or of a name that begins so.
function rule.find(name)
  for foe in each(party.foes) do if foe.name == name then return foe end end
  for foe in each(rule.standing()) do if foe.name:sub(1, #name) == name then return foe end end
  for _, who in ipairs(party.members) do if who.name == name then return nil, who end end
end

function rule.in_fight() if rule.fighting() then return "There is a fight going on; over ends it." end end
function rule.no_fight() if not rule.fighting() then return "There is no fight." end end
function cannot.over() return rule.no_fight() end
function act.over() leave() end
function on.leave(what)
  if what ~= "round" then return end
  for _, who in ipairs(party.members) do
    if who.doomed then set(who, "dead", true) end
    who.escaped = false
  end
  party.foes, party.initiative, party.used = {}, {}, {}
  if setting.fight_is_scene then rule.scene() end
end

-- Nobody acts when all are away.
function rule.somebody(list) return list[1] or refuse "Nobody is left to do that." end
-- The member who acts: the first one named, and in a fight only the one whose go it is.
function rule.actor(list)
  if not rule.fighting() then return rule.somebody(list) end
  for who in each(list) do
    if who.name == rule.whose_go() then return who end
  end
  refuse("It is " .. rule.whose_go() .. "'s go; next ends it.")
end
-- The rest of a member's go: an active, a movement and a quick action, and feet of a movement begun.
function rule.left(who)
  if not party.used[who.name] then party.used[who.name] = { active = 1, movement = 1, quick = 1, feet = 0, begun = false } end
  return party.used[who.name]
end
function rule.use(who, sort)
  if not who.creature and who.exhausted and sort == "active" then refuse(who.name .. " is too exhausted for that.") end
  if not rule.fighting() then return end
  local left = rule.left(who)
  if left[sort] < 1 then refuse(who.name .. " has no " .. sort .. " action left this round.") end
  left[sort] = left[sort] - 1
  left.begun = true
end

function act.quick(list) rule.use(rule.actor(list), "quick") end
function act.hold(list)
  local who = rule.actor(list)
  rule.use(who, "quick")
  set(who, "holding", true)
end
function act.other(list, sort) rule.use(rule.actor(list), sort or "active") end
function act.cast(list, what, dc, odds)
  local who = rule.actor(list)
  rule.use(who, "active")
  rule.attempt(who, what.with, dc or setting.dc, { tags = what.tags, skill = what.name }, odds)
end
function act.hide(list, dc, odds)
  local who = rule.actor(list)
  rule.use(who, "active")
  act.try(who, task.hide, dc, odds)
end

-- An active action may become a movement or a quick one; a movement a quick one.
function act.trade(list, from, to)
  local who = rule.actor(list)
  if from == to then refuse "Trade one action for a lesser one." end
  rule.use(who, from)
  rule.left(who)[to] = rule.left(who)[to] + 1
end

-- Up to one's speed in pieces; slowly is half.
function act.move(list, feet, how)
  local who = rule.actor(list)
  if how == "slowly" then feet = feet * 2 end
  local left = rule.left(who)
  while left.feet < feet and left.movement > 0 and rule.speed(who) > 0 do
    rule.use(who, "movement")
    left.feet = left.feet + rule.speed(who)
  end
  if left.feet < feet then refuse(who.name .. " cannot go that far: " .. left.feet .. " ft are left.") end
  left.feet, left.begun = left.feet - feet, true
end

-- To a lower place in the order.
function cannot.delay() return rule.no_fight() end
function act.delay(list, at)
  rule.actor(list)
  local entry = party.initiative[party.up]
  if at >= entry.at then refuse "You can only act later, not sooner." end
  entry.at, entry.first = at, false
  rule.sort()
  rule.tell_go()
end

-- --- fights: attacks ---

function rule.foe(name)
  local foe = rule.find(name)
  if not foe then refuse("There is no enemy called " .. name .. ".") end
  if foe.hp == 0 or foe.gone then refuse(foe.name .. " is out of the fight.") end
  return foe
end
function rule.standing()
  local list = {}
  for foe in each(party.foes) do if foe.hp > 0 and not foe.gone then table.insert(list, foe) end end
  return list
end
function cannot.foes() return rule.no_fight() end
function act.foes()
  for foe in each(rule.standing()) do say("%s, %s: %d hp.", foe.name, tostring(foe.at), foe.hp) end
end
-- A foe's distance: in feet, or close, ranged, far.
function act.place(_, name, where)
  if not tonumber(where) and not rule.among(where, { "close", "ranged", "far" }) then refuse "Give the distance in feet, or say close, ranged or far." end
  rule.foe(name).at = tonumber(where) or where
end
function rule.band(at)
  if type(at) ~= "number" then return at end
  return at <= 10 and "close" or "ranged"
end
-- The reason why this weapon cannot reach that far, or nil.
function rule.out_of_reach(arm, at)
  if at == "far" then return "That is too far off." end
  if not arm.ranged and rule.band(at) ~= "close" then return "That is out of reach." end
  if arm.range and type(at) == "number" and at > amount(arm.range, "ft") then return "That is out of range." end
end
-- The kind of an attack, for the light; bows are a hindrance at close quarters.
function rule.aim(arm, at)
  local close = rule.band(at) == "close"
  return { skill = arm.name, attack = true, dis = arm.ranged and close and 1 or 0,
    tags = { "attack", arm.ranged and "ranged" or "melee", arm.ranged and not close and "long range" or "reach" } }
end

function cannot.attack() return rule.no_fight() end
function act.attack(list, name, arm, odds) rule.attacks(rule.actor(list), rule.foe(name), arm, odds) end
function rule.attacks(who, foe, arm, odds)
  arm = arm or weapon[who.wields]
  if foe.hidden then refuse(foe.name .. " is hidden.") end
  local why = rule.out_of_reach(arm, foe.at)
  if why then refuse(why) end
  rule.use(who, "active")
  local aim = rule.aim(arm, foe.at)
  aim.label = arm.name .. " at " .. foe.name
  local hit, c = rule.hits(rule.attempt(who, arm.with, creature[foe.creature].ac, aim, odds))
  set(who, "hidden", false)
  if hit then rule.wound(foe, rule.damage(arm.damage, rule.modifier(who, arm.with), c)) end
end
function rule.hits(ok, c) return ok or c and c.natural == 20 and setting.crit_hits, c end
-- A natural 20 doubles the damage, for everybody.
function rule.damage(of, add, c)
  local n = dice(of, "damage")
  if not (c and c.natural == 20) then return math.max(0, n + add) end
  return math.max(0, setting.crit == "total" and 2 * (n + add) or n + dice(of, "damage") + add)
end

-- An enemy's attack, by its own strength or aim.
function act.strike(_, who, name)
  local foe = rule.foe(name or rule.find(rule.whose_go()) and rule.whose_go() or "")
  rule.use(foe, "active")
  if who.hidden then refuse(who.name .. " is hidden.") end
  rule.strikes(foe, who)
end
function rule.strikes(foe, who)
  local what = creature[foe.creature]
  local with = rule.aim({ name = what.name, ranged = what.ranged }, foe.at)
  with.add, with.label = what.attack, "strike at " .. who.name
  if setting.dark_defence == "ask" and rule.level() == "dark" and not rule.darksight(who) and ask("unseeing", who) then with.adv = 1 end
  local arm = what.ranged and "dex" or "str"
  local hit, c = rule.hits(check(foe, arm, who.ac, with))
  if hit then rule.hurt(who, rule.damage(what.damage, rule.mod(what[arm]), c)) end
  return hit
end
function cannot.harm() return rule.no_fight() end
function act.harm(_, name, n) rule.wound(rule.foe(name), dice(n, "damage")) end
function rule.wound(foe, n)
  foe.hp = math.max(0, foe.hp - n)
  say("%s: %d hp.", foe.name, foe.hp, { public = false })
  if foe.hp > 0 then return end
  emit "felled" { who = foe.name }
  rule.moment "The first death"
  if creature[foe.creature].leads then rule.moment "Their leader is dead" end
  if #rule.standing() * 2 <= #party.foes then rule.moment "It is plain how this will end" end
  rule.end_fight()
end
-- A fight without enemies is over.
function rule.end_fight()
  if rule.fighting() and #party.foes > 0 and #rule.standing() == 0 then leave() end
end

-- --- morale ---

-- Four moments of a fight test the enemies' morale, once each.
function rule.moment(when)
  if #rule.standing() == 0 or rule.among(when, party.moments) then return end
  table.insert(party.moments, when)
  if ask("moment", { moment = when }) then act.morale() end
end
function act.morale(_, odds)
  local how, tested = ask "ranks", {}
  local led
  for foe in each(rule.standing()) do led = led or creature[foe.creature].leads and foe end
  for foe in each(rule.standing()) do
    local of = how == "individual" and foe.name or how == "group" and foe.creature or "side"
    if not rule.among(of, tested) then
      table.insert(tested, of)
      if not rule.stands_fast(how == "side" and led or foe, odds or rule.mood()) then rule.breaks(of, ask("breaks", { name = of == "side" and "The enemy" or of })) end
    end
  end
end
-- The outnumbered are at a disadvantage.
function rule.mood(who)
  local foes, friends = #rule.standing(), #rule.present()
  if foes == 0 or foes == friends then return "plain" end
  return (friends < foes) == (who ~= nil) and "disadvantage" or "plain"
end
function rule.present()
  local list = {}
  for who in each(party) do if not who.escaped then table.insert(list, who) end end
  return list
end
function rule.stands_fast(who, mood)
  local with = { tags = { "morale" } }
  rule.lean(with, mood)
  return check(who, "morale", setting.dc, with)
end
function rule.breaks(of, how)
  for foe in each(rule.standing()) do
    if of == "side" or of == foe.creature or of == foe.name then
      foe.gone = true
      say("%s %s.", foe.name, how == "flee" and "flees" or "surrenders")
    end
  end
  rule.end_fight()
end
function act.nerve(who, odds)
  if not rule.stands_fast(who, odds or rule.mood(who)) then say("%s: %s.", who.name, ask("breaks", who)) end
end

-- --- retreat and chase ---

-- The whole of one's own go; the check failing, or any hit, ends it.
function cannot.retreat() return rule.no_fight() end
function act.retreat(list, with)
  local who = rule.actor(list)
  if rule.left(who).begun then refuse(who.name .. " has acted already.") end
  for sort in each { "active", "movement", "quick" } do rule.use(who, sort) end
  set(who, "holding", false)
  if rule.gets_away(who, with and with.with or "dex") then rule.escapes(who) else say("%s does not get away.", who.name) end
end
function rule.gets_away(who, with)
  if rule.speed(who) == 0 and setting.speed0_travel == "refuse" then return false end
  local how = ask "retreat"
  if (how == "check" or how == "both") and not check(who, with, setting.dc, { tags = {} }) then return false end
  if how ~= "enemy attack" and how ~= "both" then return true end
  local near = {}
  for foe in each(rule.standing()) do if rule.band(foe.at) == "close" then table.insert(near, foe) end end
  for i = 1, math.min(#near, ask("strikers", who)) do
    if rule.strikes(near[i], who) then return false end
  end
  return true
end
function rule.escapes(who)
  set(who, "escaped", true)
  set(who, "hidden", false)
  say("%s is out of the fight.", who.name)
  for other in each(party) do
    if other.retainer and other ~= who and not other.escaped then rule.follow(other) end
  end
  local speed = ask "pursuit"
  if speed > 0 then act.flee({ who }, speed) end
end
-- Retainers who see it test their morale, and the worse of two d20 counts.
function rule.follow(who)
  if rule.stands_fast(who, "disadvantage") then return end
  set(who, "escaped", true)
  say("%s runs in blind panic.", who.name)
end

function act.chase(list, speed, footing) rule.run_after(list, speed, footing, "is caught", "gets away") end
function act.flee(list, speed, footing) rule.run_after(list, speed, footing, "is shaken off", "catches up") end
function rule.run_after(list, speed, footing, won, lost)
  rule.somebody(list)
  local ran = ask({ not footing and "footing" or "placed", not footing and "placed" or "bow_range", not footing and "bow_range" or "stalls",
    not footing and "stalls" or nil }, nil, { text = "The chase" })
  local with = ({ flat = "str", uneven = "dex", days = "con", command = "cha", morale = "morale" })[footing or ran.footing]
  local dc, placed = rule.chase_dc(speed) - ran.bow_range + ran.stalls, ran.placed
  local odds = { adv = (placed == "well placed" or placed == "both") and 1 or 0, dis = (placed == "easy to lose sight" or placed == "both") and 1 or 0 }
  if setting.chase_by == "each" then
    for who in each(list) do rule.runs(who, with, dc, odds, won, lost) end
  else
    local _, worst = least(list, function(who) return rule.speed(who) == 0 and -100 or rule.modifier(who, with) end)
    rule.runs(worst, with, dc, odds, won, lost)
  end
end
function rule.lost_sight() return rule.level() == "dark" and "easy to lose sight" or "even" end
function rule.runs(who, with, dc, odds, won, lost)
  local lame = rule.speed(who) == 0 and setting.speed0_travel == "refuse"
  local ok = not lame and check(who, with, dc, odds)
  say("%s %s.", lame and who.name .. " cannot run: the other" or "The other", ok and won or lost)
end
-- 11 for 30 feet, and 1 for each 5 feet more or less.
function rule.chase_dc(speed)
  local steps = (speed - 30) / 5
  if setting.chase_round == "nearest" then return 11 + math.floor(steps + 0.5) end
  local down = (steps >= 0) == (setting.chase_round == "toward_30")
  return 11 + (down and math.floor(steps) or math.ceil(steps))
end

-- --- the roll to return ---

function cannot.home(_, hours) return rule.in_fight() or rule.no_count(hours) end
function act.home(list, hours, path)
  if not path then
    local home = ask({ "return", "path" }, nil, { text = "The way back" })
    if home["return"] == "play it" then say "The way back is played." return end
    path = home.path
  end
  turn.homeward = true
  local dc = rule.return_dc(hours)
  for who in each(list) do
    local ok, c = check(who, "best", dc, {})
    if ok then -- safe
    elseif path == "dangerous" then rule.pay(who, c) else rule.shed(who, -c.margin) end
  end
  turn.homeward = false
  for _ = 1, hours do
    if setting.return_rolls then rule.travel_turn() end
    pass "1 hour"
    for who in each(list) do gain(who, "waking") end
  end
  rule.tell_hour()
end
function rule.return_dc(hours) return math.min(20, 10 + hours) end
-- Dangerous: a d6 for each point that was missing, whatever armour is worn.
function rule.pay(who, c)
  local n = dice(-c.margin .. "d6", "the way back")
  lose(who, "hp", setting.return_nat1 and c.natural == 1 and 2 * n or n)
  if who.hp > 0 then return end
  local fate = ask("fate", who)
  set(who, fate == "dead" and "dead" or "down", true)
end
-- Arduous: a load for each point.
function rule.shed(who, short)
  local named, other = #who.goods, math.max(0, who.load - #who.goods)
  for thing in each(ask("drop", who, { upto = short })) do rule.leave_behind(who, thing) end
  local more = math.min(other, math.max(0, short - named))
  if more > 0 then lose(who, "load", more) emit "lost" { who = who.name, what = more .. " loads" } end
end
function rule.leave_behind(who, thing)
  for i, had in ipairs(who.goods) do
    if had == thing then table.remove(who.goods, i) break end
  end
  lose(who, "load")
  emit "lost" { who = who.name, what = thing }
end
-- The cheap and the loose first, weapons and armour last.
function rule.drop_order(who)
  local list = {}
  for thing in each(who.goods) do table.insert(list, rule.about(thing)) end
  table.sort(list, function(a, b)
    if a.arms ~= b.arms then return b.arms end
    if a.secured ~= b.secured then return b.secured end
    return a.worth < b.worth
  end)
  for i, thing in ipairs(list) do list[i] = thing.name end
  return list
end
function rule.about(thing)
  for known in each(gear) do if known.name == thing then return { name = thing, arms = known.arms, secured = known.secured, worth = known.worth } end end
  for arm in each(weapon) do if arm.name == thing then return { name = thing, arms = true, secured = false, worth = 0 } end end
  return { name = thing, arms = false, secured = false, worth = 0 }
end

-- --- the prompt ---

function rule.lit() return rule.level() ~= "dark" end

-- For the sheet: the hours left until resilience is tested.
function rule.next_due()
  local left = {}
  for who in each(party) do table.insert(left, string.format("%s in %g hours", who.name, math.max(0, who.con - math.max(who.waking, who.hunger)))) end
  return #left > 0 and "food and rest: " .. table.concat(left, ", ") or {}
end

function rule.status()
  local text = string.format("(%s) %s", rule.dice_text(rule.hour()), rule.quarter(rule.hour()))
  if rule.lit() then text = text .. ", " .. rule.level() end
  local awake = math.max(most(party, "waking") or 0, most(party, "hunger") or 0)
  if awake > 0 then text = text .. ", awake " .. awake .. " h" end
  if rule.every() ~= "hour" then text = text .. ", by the " .. rule.every() end
  if setting.threat_counter and party.threat > 0 then text = text .. ", threat " .. party.threat end
  return rule.fighting() and text .. ", " .. rule.whose_go() .. "'s go" or text
end
