-- dungeon-turn.lua -- act, then the hazard die; lights go from lit to dim to out, and nobody counts their hours.
--
-- Fits Heretics, by F. Alvarado; mechanics only, in our own words.
-- The first six turns of a delve are kind.  Fatigue makes tired, then exhausted, and only camp mends it.  When the
-- evening runs out the way home may be rolled, and paid for in blood or baggage.
-- Left out: the game's monsters, magic and fights; a fight is rounds until you say that it is over.  Who comes, whose
-- traces and what the place does are rolled on the small charts here, or on your own, and Enter takes them.

ruleset "Dungeon Turn" { turn = "10 minutes", check = "1d20", procedure = "turn" }

kind.member:has { str = 0, dex = 0, con = 0, int = 0, wis = 0, cha = 0, speed = 40, skills = {}, items = {}, darkvision = false }
kind.light:has  { reach = "close|nearby|far = close", details = "close|nearby|far = close", depletes = true, blows_out = true, beams = false,
                  refills = false }
kind.pace:has   { hasty = false }
kind.room:has   { wide = "distance?", long = "distance?", traps = {}, doors = {}, objects = {}, hint = "string?" }
kind "monster"  { hd = "integer" }                                       -- hit dice, for harvesting

-- A light shows things so far, and details so far.  A lantern keeps its flame in any wind, and can be made to throw a line.
light "torch"   { reach = "nearby", spends = "torches" }
light "candle"  { spends = "candles" }
light "lantern" { spends = "oil", blows_out = false, beams = true, refills = true }

-- Haste through unknown ground is surprised there, and springs what traps there are.
pace "careful" { distance = "3 zones", help = "listening, mapping, looking where to step" }
pace "walk"    { distance = "20 zones", hasty = true, help = "over known ground; elsewhere you spring traps and are surprised" }
pace "run"     { distance = "200 zones", hasty = true, help = "as walking, but ten times as far" }

setting "hazard_when"     { default = "after", choices = { "after", "before" }, help = "the hazard die is rolled after the turn's actions, or before them" }
setting "grace"           { default = 6, min = 0, help = "how many turns at the start of a delve are calm" }
setting "grace_from"      { default = 4, help = "in calm turns this face of the hazard die and higher ones mean nothing" }
setting "grace_again"     { default = true, help = "every delve begins with calm turns, not only the first" }
setting "one_action"      { default = false, help = "all members do the same thing in a turn" }
setting "fight_turns"     { default = 0, min = 0, help = "turns that a fight takes; 0: it is part of the turn it began in" }
setting "depletion"       { default = "one step", choices = { "one step", "both steps" }, help = "one roll takes a light one step down (lit, dim, out), or straight out" }
setting "dim"             { default = "shown", choices = { "shown", "halved", "close" }, help = "a dim light shows as far as before, half as far, or only what is close" }
setting "refuel"          { default = true, help = "fresh oil makes a dim lantern bright again" }
setting "close"           { default = 0, help = "up to how many zones away is close" }
setting "nearby"          { default = 2, help = "up to how many zones away is nearby" }
setting "far"             { default = 3, help = "how many zones away is far" }
setting "zone"            { default = "speed", is = "distance|speed", help = "how long a zone is: the speed of the slowest, or \"40 ft\"" }
setting "hint"            { default = "hint", choices = { "hint", "none", "full" }, help = "moving carefully gives a hint of a trap, or nothing, or finds every trap" }
setting "hasty_surprised" { default = true, help = "hurrying through unknown ground gets the party surprised" }
setting "hasty_traps"     { default = true, help = "hurrying through unknown ground springs traps" }
setting "search_area"     { default = "10 ft", is = "distance", help = "a search covers a square with sides of this length" }
setting "search_turns"    { default = 1, min = 1, help = "turns that a search takes" }
setting "search_stat"     { default = "int", help = "when a search needs a check: the ability" }
setting "search_dc"       { default = 12, help = "when a search needs a check: the DC" }
setting "fatigue_scope"   { default = "member", choices = { "member", "party" }, help = "a rest helps each member who takes it, or only when all rest" }
setting "rest_window"     { default = 1, min = 1, help = "turns in which the rest must be taken" }
setting "rest_spares"     { default = false, help = "fatigue spares members who are resting already" }
setting "tired_can_rest"  { default = true, help = "a rest also keeps the tired from exhaustion" }
setting "past_exhausted"  { default = 0, is = "dice", help = "hit protection that an exhausted member loses to fatigue" }
setting "exhausted"       { default = "d20", choices = { "d20", "all" }, help = "an exhausted member has disadvantage on every d20, or on the healing die too" }
setting "cured_by"        { default = "camp", choices = { "camp", "turn", "hour", "never" }, help = "what cures tired and exhausted members: camp, a turn of rest, an hour of rest, nothing" }
setting "rest_turns"      { default = 6, min = 1, help = "turns in an hour of rest" }
setting "rest_heal"       { default = "1d8", is = "dice", help = "hit protection from an hour of rest; STR is added" }
setting "least_heal"      { default = 0, help = "the least that an hour of rest gives" }
setting "harvest_turns"   { default = 1, min = 1, help = "turns that harvesting takes" }
setting "harvest_fail"    { default = "spoiled", choices = { "spoiled", "again" }, help = "after a failure the part is spoiled, or you may try again" }
setting "approach"        { default = true, help = "all wanderers come nearer, not only hostile ones" }
setting "sign_pending"    { default = false, help = "the creature that left the last trace comes next" }
setting "return_dc"       { default = 10, help = "DC of the way home, before its length is added" }
setting "return_most"     { default = 20, help = "the highest DC of the way home" }
setting "return_hazard"   { default = false, help = "rolling for the way home takes a turn, with a hazard die" }
setting "all_arrive"      { default = true, help = "members who fail pay the price, but still get to camp" }
setting "drop_order"      { default = { "ordinary", "weapon", "armour", "spell", "magic" }, help = "what is lost first on the way home" }
setting "hp_name"         { default = "hit protection", help = "what hit points are called" }

track "inside"     { start = false, sheet = false, help = "the party is in a dungeon" }
track "calm"       { min = 0, sheet = false, help = "calm turns left" }
track "delves"     { tally = true, sheet = false, help = "how many delves there were" }
track "hasty"      { start = false, help = "hurried into a place where it had never been" }
track "near"       { start = "", secret = true, help = "the creature that left the last trace" }
track "walking"    { start = false, sheet = false, help = "the way out is played this turn" }
track "torches"    { min = 0, public = true, help = "torches in the packs" }
track "candles"    { min = 0, public = true, help = "candles in the packs" }
track "oil"        { min = 0, public = true, help = "lantern fills in the packs" }
track "flame"      { of = "light", steps = { "lit", "dim" }, prompt = "changed", help = "lit, then dim, then out" }
track "beam"       { of = "light", start = false, help = "throws a line of light" }
track "line"       { of = "light", help = "length of the line in zones" }
track "hp"         { of = "member", min = 0, max = "own", help = "hit protection" }
track "winded"     { of = "member", start = false, quiet = true, help = "must rest, or becomes tired" }
track "respite"    { of = "member", sheet = false, help = "turns left in which to rest" }
track "weariness"  { of = "member", steps = { "fresh", "tired", "exhausted" } }
track "rested"     { of = "member", help = "turns of rest without a break" }
track "omens"      { of = "member", min = 0, quiet = true, help = "omens so far; they are never lost" }
track "wounded"    { of = "member", min = 0, quiet = true, prompt = "changed", help = "cycles of downtime until the wound has healed" }
track "dead"       { of = "member", start = false }
track "known"      { of = "room", start = {}, help = "traps here that were found or sprung" }
track "traps_done" { of = "room", help = "searches for traps" }
track "doors_done" { of = "room", help = "searches for secret doors" }
track "broken"     { of = "turn", start = false, help = "an encounter interrupted the rest" }

question "creature"    { text = "Who comes?", default = rule.wanderer }
question "distance"    { text = "How many zones off?", default = function() return setting.far end, min = 0, short = "{it} zones off" }
question "disposition" { text = "What is its attitude?", choices = { "hostile", "unfriendly", "uninterested", "polite", "friendly" }, default = rule.mood }
question "combat"      { text = "Is there a fight?", choices = { "no fight", "fight" }, default = rule.fights }
question "broken_rest" { text = "What becomes of the hour of rest?", choices = { "rest broken", "rest goes on" } }
question "sign"        { text = "What trace do they find?", default = rule.trace, always = true, help = "rolled; question.sign.always = nil asks you" }
question "effect"      { text = "What happens here?", default = rule.oddity, always = true, public = true, help = "rolled; question.effect.always = nil asks you" }
question "result"      { text = "{who}What do they notice?", default = "nothing" }
question "found"       { text = "Searching {where} for {what}: what do they find?", default = rule.there,
                         help = "type what they find; a check rolls for it" }
question "hint"        { text = "What hint of a trap do they get?", default = "something here is not as it should be" }
question "springs"     { text = "What goes off?", choices = rule.traps_here, default = rule.traps_here, upto = 100 }
question "blown"       { text = "Which flames go out?", choices = rule.open_flames, upto = 100, default = function() return {} end }
question "line"        { text = "How long is the line of light?", default = function() return setting.close end, min = 0, unit = "zones", again = true }
question "sharp"       { text = "Does {name} need sharp eyes?", choices = { "no", "disadvantage", "impossible" } }
question "in_dark"     { text = "What does the dark do to {name}?", choices = { "nothing", "disadvantage", "impossible" } }
question "cut"         { text = "How is the part cut out?", choices = rule.cuts }
question "care"        { text = "Do they know how, and take care?", choices = { "with care", "without care" } }
question "hd"          { text = "How many hit dice did it have?", default = 1, min = 0, unit = "HD" }
question "exit"        { text = "Play the way out, or roll for it?", choices = { "play it", "roll" } }
question "way"         { text = "Is the way home dangerous or arduous?", choices = { "dangerous", "arduous" } }
question "length"      { text = "How far is it from the dungeon to camp?", default = 0, min = 0, unit = "hours" }
question "rooms"       { text = "How many rooms to the way out?", default = rule.rooms_out, min = 0 }

procedure "turn"   { "weariness", "early", "act", "hazard", "healing", "time" }
procedure "combat" { lasts = "0 seconds", "fight", help = "a fight: rounds until it is over" }

chart "hazard" { die = "1d6", public = true, help = "rolled every turn, whatever the party does",
  { "1", "encounter",    "A wandering monster!",                              rule.meet },
  { "2", "fatigue",      "Rest next turn, or become tired.",       rule.tire },
  { "3", "signs",        "The party finds a trace.",                     rule.sign },
  { "4", "local_effect", "Something happens in this place.",        rule.effect },
  { "5", "depletion",    "Lights burn low, and low lights go out.",  rule.deplete },
  { "6", "free",         "Nothing." } }

chart "disposition" { die = "2d6", help = "how strangers react",
  { "2-3", "hostile" }, { "4-5", "unfriendly" }, { "6-8", "uninterested" }, { "9-10", "polite" }, { "11-12", "friendly" } }

chart "omen" { die = "1d6", help = "at 0 hit protection; each omen so far adds 1",
  { "to 4",  "wound",    "Half speed and disadvantage until it has healed.", rule.wound },
  { "5-7",   "injury",   "Something that will not heal." },
  { "8-9",   "bleeding", "A lasting injury, and death without help.",        rule.bleed },
  { "10-14", "last",     "One last action, then death." },
  { "15+",   "dead",     "At once.",                                         rule.die } }

-- How many come is rolled for the question alone.  A table typed at the prompt says it in the name: "2d4 goblins".
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

chart "effects" { die = "1d8", public = true, help = "small effects, for a dungeon without its own",
  { "1", "tremor",  "The ground shivers, and dust comes down." },
  { "2", "draught", "A draught bends every flame." },
  { "3", "water",   "Water begins to run where it was dry." },
  { "4", "voice",   "A word is spoken close by. Nobody is there." },
  { "5", "door",    "Far away, a door falls shut." },
  { "6", "cold",    "Everyone can see their breath." },
  { "7", "light",   "Something glimmers, and is gone when you look." },
  { "8", "stench",  "The air is foul for a while." } }

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

action "delve"   { turns = 0, help = "enter the dungeon: the turns begin" }
action "move"    { aka = "m", takes = { "pace?", "unknown|?", "room?" }, help = "careful, walk or run (careful if you do not say), perhaps to a room; walk unknown is haste over ground where you have never been" }
action "search"  { aka = "s", takes = { "traps|doors|treasure?", "text?" }, turns = rule.search_time, help = "search a square for traps or secret doors, or one object: search chest" }
action "listen"  { aka = "l", takes = { "text?" }, help = "listen at a door or into a passage" }
action "enter"   { takes = { "room?" }, help = "enter a room carefully" }
action "rest"    { aka = "r", by = "each", takes = { "hour|night?" }, turns = rule.rest_time, help = "rest a turn against fatigue, or an hour to heal: rest hour" }
action "harvest" { takes = { "monster?", "text?" }, turns = rule.harvest_time, help = "cut a part from a dead monster: harvest ogre tusk" }
action "other"   { takes = { "text?" }, help = "anything else that takes a turn" }
action "leave"   { turns = 0, help = "go home; you are asked whether to play the way or roll for it" }
action "out"     { turns = 0, help = "the party has walked out: the delve is over" }
action "try"     { turns = 0, by = "each", takes = { "stat", "number" }, help = "a check: try int 12" }
action "look"    { turns = 0, by = "each", takes = { "number", "moving|still?" }, help = "what is seen at a distance in zones: look 2, look 1 moving" }
action "meet"    { public = false, turns = 0, takes = { "hostile|unfriendly|uninterested|polite|friendly?", "text?" },
                   help = "meet somebody who did not wander in: meet polite gaoler" }
action "fight"   { turns = 0, enters = "combat", during = "turn", help = "a fight begins" }
action "wind"    { turns = 0, help = "a wind blows flames out" }
action "refuel"  { turns = 0, takes = { "lamp" }, help = "make a dim lantern bright again with fresh oil: refuel lantern Bram" }
action "beam"    { turns = 0, takes = { "member?" }, help = "switch a lantern between a line of light and light all round" }
action "hurt"    { turns = 0, takes = { "member", "die" }, help = "damage: hurt Bram 3, hurt Bram 1d6" }
action "omen"    { turns = 0, takes = { "member" }, help = "an omen roll" }
action "round"   { at = "fight", help = "a round of the fight" }
action "over"    { turns = 0, help = "the fight is over" }

event "trap"     { text = "A trap goes off: {what}.", stops = true, public = true }
event "omen_due" { text = "{who} has no {hp} left and rolls an omen.", stops = true, public = true }
event "lost"     { text = "{who} loses {n} {things}{what}.", public = true }
event.encounter.text = "{what}, {distance}, {heading}; {mood}.{surprised}"

-- --- the delve and its turns ---

function cannot.delve() if party.inside then return "You are in the dungeon already." end end
function act.delve()
  party.delves = party.delves + 1
  party.inside, turn.number = true, 0
  if setting.grace_again or party.delves == 1 then party.calm = setting.grace end
  go("the entrance", { apart = true })
end

function on.turn_start()
  if turn.procedure ~= "turn" then return end
  if not party.inside then refuse "You are not in a dungeon: delve first." end
  if setting.one_action then rule.together() end
  party.walking = false
end
function on.turn_end()
  if turn.procedure ~= "turn" or party.calm == 0 then return end
  party.calm = party.calm - 1
  if party.calm == 0 then say("The calm is over. From now on %d and above count.", setting.grace_from) end
end

function rule.together()
  for deed in each(action) do
    if #doers(deed.name) > 0 and not rule.all_do(deed.name) then refuse "All of you do the same thing in a turn." end
  end
end
function rule.all_do(verb)
  for who in each(party) do if not doing(who, verb) then return false end end
  return true
end

function rule.status()
  if not party.inside then return "at camp" end
  local parts = {}
  if party.calm > 0 then table.insert(parts, "calm " .. party.calm) end
  local rested = most(party, "rested") or 0
  if rested > 0 then table.insert(parts, "rest " .. rested .. "/" .. setting.rest_turns) end
  return table.concat(parts, ", ")
end

function step.early() if setting.hazard_when == "before" then roll "hazard" end end
function step.hazard() if setting.hazard_when == "after" then roll "hazard" end end

-- The kind turns: no light gutters, and the place keeps still.
function on.hazard(r)
  if party.calm > 0 and r.total and r.total >= setting.grace_from then r.row = chart.hazard.free end
end

-- --- moving ---

function act.move(_, how, unknown, where)
  how = how or pace.careful
  local zones = amount(how.distance, "zone")
  say("%s: %g zones, %g ft.", how.name, zones, zones * rule.zone())
  local new = false
  if where then _, new = go(where) else rule.unsearched() end
  party.hasty = how.hasty and (new or unknown ~= nil)
  if party.hasty then rule.spring() elseif new then rule.hint() end
end
function act.enter(list, where)
  local _, new
  if where then _, new = go(where) else rule.unsearched() end
  party.hasty = false
  if new then rule.hint() end
  rule.notice(list)
end

-- In feet.
function rule.zone() return setting.zone == "speed" and least(party, rule.speed) or amount(setting.zone, "ft") end
function rule.speed(who) return who.wounded > 0 and who.speed / 2 or who.speed end

-- Moving on without a named room: what was searched lies behind.
function rule.unsearched() here.traps_done, here.doors_done = 0, 0 end

function rule.spring()
  if not setting.hasty_traps then return end
  local there = rule.traps_here()
  for what in each(#there > 1 and ask "springs" or there) do
    rule.note(what)
    emit "trap" { what = what }
  end
end

-- Slow on purpose: there is time to look.
function rule.hint()
  if setting.hint == "full" then
    for what in each(rule.traps_here()) do rule.find(what) end
    for what in each(here.doors) do rule.find(rule.what(what)) end
  elseif setting.hint == "hint" and #rule.traps_here() > 0 then
    say("A hint: %s.", here.hint or ask "hint")
  end
end

-- A hidden thing is a text, or { "a pit", square = 3 }.
function rule.what(thing) return type(thing) == "table" and thing[1] or thing end
function rule.traps_here()
  local list = {}
  for thing in each(here.traps) do if not rule.is_known(rule.what(thing)) then table.insert(list, rule.what(thing)) end end
  return list
end
function rule.is_known(what)
  for other in each(here.known) do if other == what then return true end end
  return false
end
function rule.note(what) if not rule.is_known(what) then table.insert(here.known, what) end end
function rule.find(what)
  rule.note(what)
  say("Found: %s.", what)
end

-- --- searching ---

-- Without a goal they look for traps, then for doors, square by square.
function rule.goal(what, where)
  return what or where and "treasure" or here.traps_done <= here.doors_done and "traps" or "doors"
end
function rule.search_time() return setting.search_turns end

-- The number of squares of the room, where that is known.
function rule.squares()
  if not (here.wide and here.long) then return math.huge end
  return math.ceil(here.wide / setting.search_area) * math.ceil(here.long / setting.search_area)
end

function cannot.search(_, what, where)
  local goal = rule.goal(what, where)
  if goal ~= "treasure" and here[goal .. "_done"] >= rule.squares() then
    return "Every square here has been searched for " .. goal .. "."
  end
end
function act.search(group, what, where)
  local goal = rule.goal(what, where)
  if goal == "treasure" then
    where = where or "one thing"
    return rule.search(group, where, "traps", here.objects[where] and { here.objects[where] } or {})
  end
  local square = here[goal .. "_done"] + 1
  here[goal .. "_done"] = square
  local place = rule.squares() == math.huge and here.name or string.format("square %d of %g", square, rule.squares())
  rule.search(group, place, goal == "traps" and "traps" or "secret doors", rule.in_square(here[goal], square))
end

-- A thing without a square of its own lies in the last.
function rule.in_square(list, square)
  local last, there = rule.squares(), {}
  for thing in each(list) do
    local at = type(thing) == "table" and thing.square or last == math.huge and 1 or last
    if at == square then table.insert(there, rule.what(thing)) end
  end
  return there
end

-- The party finds what the room holds, or what you say; "a check" leaves it to their wits.
function rule.search(group, where, what, there)
  local found = ask("found", { where = where, what = what, there = there })
  if found:find "^a? ?check$" then
    local _, best = most(group, setting.search_stat)
    found = check(best, setting.search_stat, setting.search_dc, { secret = true }) and rule.there { there = there } or "nothing"
  end
  if found == "nothing" then return say "Nothing found." end
  for _, thing in ipairs(found == rule.there { there = there } and there or { found }) do rule.find(thing) end
end
function rule.there(about) return #about.there > 0 and table.concat(about.there, ", ") or "nothing" end

function act.listen(list) rule.notice(list) end
function act.other(list) rule.notice(list) end
-- Says whose question it is when others do something else.
function rule.notice(list)
  local names = {}
  for who in each(list) do table.insert(names, who.name) end
  local what = ask("result", { who = #names < count(party) and table.concat(names, ", ") .. ": " or "" })
  if what ~= "nothing" then say("Noticed: %s.", what) end
end

-- --- fatigue and rest ---

function rule.tire()
  for who in each(party) do
    if setting.rest_spares and doing(who, "rest") then -- spared
    elseif who.weariness == "tired" and not setting.tired_can_rest then rule.wear(who)
    elseif not who.winded then
      who.winded = true
      who.respite = setting.rest_window
    end
  end
end

-- A winded member rests in time, or becomes wearier.
function step.weariness(who)
  if not who.winded then return end
  who.respite = who.respite - 1
  local answered = rule.answers(who)
  if answered or who.respite <= 0 then who.winded = false end
  if not answered and who.respite <= 0 then rule.wear(who) end
end
function rule.answers(who)
  if setting.fatigue_scope == "member" then return doing(who, "rest") end
  return rule.all_do "rest"
end
function rule.wear(who)
  if who.weariness ~= "exhausted" then gain(who, "weariness")
  elseif setting.past_exhausted ~= 0 then rule.hurt(who, dice(setting.past_exhausted, "fatigue")) end
end

function on.check(c)
  if c.who.weariness == "exhausted" or c.who.wounded > 0 then c.dis = c.dis + 1 end
end

function cannot.rest(_, how) if how == "night" then return "Nobody can rest eight hours inside a dungeon." end end
function rule.rest_time(_, how) return how == "hour" and setting.rest_turns - (least(doers "rest", "rested") or 0) or 1 end

-- The last turn of an hour's rest heals; the hazard die falls before.
function step.healing(who)
  if not doing(who, "rest") or turn.broken then who.rested = 0
  else
    who.rested = who.rested + 1
    if setting.cured_by == "turn" then set(who, "weariness", "fresh") end
    if who.rested >= setting.rest_turns then rule.heal(who) end
  end
end
function rule.heal(who)
  who.rested = 0
  gain(who, "hp", math.max(setting.least_heal, rule.healing_die(who) + who.str))
  if setting.cured_by == "hour" then set(who, "weariness", "fresh") end
end
function rule.healing_die(who)
  local n = dice(setting.rest_heal, "rest")
  if setting.exhausted == "all" and who.weariness == "exhausted" then n = math.min(n, dice(setting.rest_heal, "rest")) end
  return n
end

-- An encounter ends an hour's rest, unless you say otherwise; not the turn's rest that fatigue asks for.
function rule.resting()
  for who in each(doers "rest") do
    local _, how = doing(who, "rest")
    if how == "hour" or who.rested > 0 then return true end
  end
end

-- --- encounters, traces, local effects ---

-- "{2d4} goblins": how many is rolled with the question.
function rule.wanderer()
  local row = roll "creatures"
  if row.number then return "{" .. row.number .. "} " .. row.name end
  return (row.name:gsub("^%d*d%d[%d+-]*", "{%0}"))
end
function rule.trace(about)
  local row = roll "creatures"
  about.who, about.trace = row.name, row.trace or "Tracks of " .. row.name .. "."
  return about.trace
end
function rule.oddity() return roll("effects").text end

function rule.meet()
  local near = party.near
  party.near = ""
  rule.encounter(near ~= "" and near or nil, true)
end
function act.meet(_, mood, what) rule.encounter(what or "somebody", false, mood) end

-- All of it is one question, with what the charts rolled; the mood is rolled unless it is known.
function rule.mood(about)
  about.mood = about.mood or roll("disposition").name
  return about.mood
end
function rule.fights(about) return about.mood == "hostile" and "fight" or "no fight" end

-- A wanderer comes nearer whatever its mood.
function rule.encounter(what, wanders, mood)
  local asked = { not what and "creature" or nil }
  if wanders then table.insert(asked, "distance") end
  if not mood then table.insert(asked, "disposition") end
  table.insert(asked, "combat")
  local rests = rule.resting()
  if rests then table.insert(asked, "broken_rest") end
  local met = ask(asked, { mood = mood }, { text = "Encounter" .. (what and ", " .. what or "") })
  mood = mood or met.disposition
  local nearer = wanders and (setting.approach or mood == "hostile")
  emit "encounter" { what = what or met.creature, distance = wanders and string.format(met.distance == 1 and "1 zone off" or "%g zones off", met.distance) or "met", mood = mood,
    heading = nearer and "coming nearer" or "about its own business",
    surprised = party.hasty and setting.hasty_surprised and " The party is surprised." or "" }
  turn.broken = rests and met.broken_rest == "rest broken" or false
  if met.combat == "fight" then enter "combat" end
end

function cannot.over() if turn.procedure ~= "combat" then return "There is no fight." end end
function act.over() leave() end
function on.leave(name)
  if name == "combat" then for _ = 1, setting.fight_turns do run "turn" end end
end

function rule.sign()
  local about = {}
  local what = ask("sign", about)
  say(what)
  if setting.sign_pending then party.near = what == about.trace and about.who or what end
end
function rule.effect() ask "effect" end

-- --- light ---

-- Lit becomes dim, and what was dim before goes out.
function rule.deplete()
  for lamp in each(burning()) do
    if lamp.depletes then
      if lamp.flame == "dim" or setting.depletion == "both steps" then put_out(lamp, "goes out") else gain(lamp, "flame") end
    end
  end
end
function on.light_out() if #burning() == 0 then say "No light burns." end end
function on.kindled(lamp, again)
  local supply = not again and lamp.spends
  if supply and party[supply] == 0 then say("That was the last of the %s.", supply) end
end

function cannot.refuel(_, lamp)
  if not setting.refuel then return "A light that has grown dim stays dim." end
  if not lamp.refills then return "Only a lantern can be refuelled; light a new " .. lamp.kind .. "." end
  if lamp.flame == "lit" then return "It burns brightly already." end
  if party[lamp.spends] < 1 then return "No " .. lamp.spends .. " left." end
end
function act.refuel(_, lamp)
  lose(lamp.spends)
  set(lamp, "flame", "lit")
end

function rule.open_flames()
  local open = {}
  for lamp in each(burning()) do if lamp.blows_out then table.insert(open, lamp) end end
  return open
end
function act.wind()
  for lamp in each(ask "blown") do put_out(lamp, "is blown out") end
end

function rule.lanterns(whose)
  local found = {}
  for lamp in each(burning()) do if lamp.beams and (not whose or lamp.holder == whose.name) then table.insert(found, lamp) end end
  return found
end
function cannot.beam(_, whose) if #rule.lanterns(whose) == 0 then return "No lantern burns there." end end
function act.beam(_, whose)
  for lamp in each(rule.lanterns(whose)) do
    set(lamp, "beam", not lamp.beam)
    if lamp.beam then set(lamp, "line", ask("line", lamp)) end
  end
end
function rule.shape(lamp) return lamp.beam and "line" or "radius" end

-- The number of zones in which a light shows things, or details.  To darkvision dim light is as good as the moon.
function rule.reach(lamp, what, who)
  local zones = setting[lamp[what]]
  if what == "reach" and lamp.beam then zones = lamp.line end
  if lamp.flame == "lit" or who.darkvision or setting.dim == "shown" then return zones end
  return setting.dim == "halved" and zones / 2 or math.min(zones, setting.close)
end
function rule.shown(who, zones)
  local seen = "nothing"
  for lamp in each(burning()) do
    if zones <= rule.reach(lamp, "details", who) then return "details" end
    if zones <= rule.reach(lamp, "reach", who) then seen = "things" end
  end
  return seen
end

-- Darkvision in the dark: grey outlines of what moves.
function rule.sees(who, zones, how)
  local seen = rule.shown(who, zones)
  return seen == "nothing" and who.darkvision and how == "moving" and "a grey outline" or seen
end
function act.look(who, zones, how) say("%s, %g zones off: %s.", who.name, zones, rule.sees(who, zones, how)) end

function act.try(who, what, dc)
  local dark = #burning() == 0 and ask(who.darkvision and "sharp" or "in_dark", who)
  if dark == "impossible" then refuse "That cannot be done without light." end
  check(who, what, dc, { dis = dark == "disadvantage" and 1 or 0 })
end

-- --- harvesting ---

function rule.harvest_time() return setting.harvest_turns end
function rule.cuts()
  local ways = {}
  for _, stat in ipairs { "int", "str", "dex", "con", "wis", "cha" } do table.insert(ways, stat:upper() .. " check") end
  table.insert(ways, "no check")
  table.insert(ways, "impossible")
  return ways
end
-- The one who is best at it cuts, and the others help.
function act.harvest(list, beast, part)
  local how = ask({ "cut", "care", not beast and "hd" or nil }, nil, { text = "Harvest" })
  if how.cut == "impossible" then refuse "That part cannot be had." end
  part = part or "the part"
  local stat = how.cut:match("^(%u+) check$")
  local _, who = most(list, stat and stat:lower() or "int")
  if not stat or how.care == "with care" and check(who, stat:lower(), 10 + (beast and beast.hd or how.hd)) then
    table.insert(who.items, { name = part })
    say("%s has %s.", who.name, part)
  else
    say(setting.harvest_fail == "spoiled" and "%s: spoiled." or "%s: not yet.", part)
  end
end

-- --- the way home ---

function cannot.leave()
  if not party.inside then return "You are not in a dungeon." end
  if party.walking then return "The way out is played this turn." end
end
function act.leave()
  local home = ask({ "exit", "way", "length", "rooms" }, nil, { text = "The way home" })
  if home.exit == "play it" then
    party.walking = true
    return say "The way out is played turn by turn; out ends the delve."
  end
  if setting.return_hazard then run "turn" end
  local dc = math.min(setting.return_most, setting.return_dc + home.length + home.rooms)
  for who in each(party) do rule.go_home(who, home.way, dc) end
  rule.camp()
end

function cannot.out() if not party.inside then return "You are not in a dungeon." end end
function act.out() rule.camp() end

function rule.camp()
  say "The delve is over."
  go("camp", { apart = true })
  party.inside, party.calm, party.hasty, party.near = false, 0, false, ""
  for who in each(party) do
    who.rested, who.winded = 0, false
    if setting.cured_by == "camp" then set(who, "weariness", "fresh") end
  end
end

function rule.rooms_out() return rooms_to "the entrance" or 0 end

-- With the best skill, or the best ability where none is written down.
function rule.go_home(who, way, dc)
  local ok, c = check(who, rule.best(who), dc)
  if ok then return end
  if way == "dangerous" then rule.hurt(who, dice(-c.margin .. "d6", "the way home")) else rule.drop(who, -c.margin) end
  if not setting.all_arrive and not who.dead then
    say("%s does not arrive.", who.name)
    who.away = true
  end
end
function rule.best(who)
  local names = {}
  for name in pairs(who.skills) do table.insert(names, name) end
  table.sort(names)
  if #names == 0 then names = { "str", "dex", "con", "int", "wis", "cha" } end
  local _, best = most(names, function(name) return rule.modifier(who, name) end)
  return best
end
function rule.modifier(who, what) return what and (who.skills[what] or who[what]) or 0 end

-- Least worth and least secured first; weapons, armour, spells and magic last.
function rule.by_worth(who)
  local items, names = {}, {}
  for item in each(who.items) do table.insert(items, item) end
  table.sort(items, rule.goes_first)
  for item in each(items) do table.insert(names, item.name) end
  return names
end
function rule.goes_first(a, b)
  local rank_a, rank_b = rule.rank(a), rule.rank(b)
  if rank_a ~= rank_b then return rank_a < rank_b end
  if (not a.secured) ~= (not b.secured) then return not a.secured end
  return (a.value or 0) < (b.value or 0)
end
function rule.rank(item)
  for rank, class in ipairs(setting.drop_order) do if class == (item.class or "ordinary") then return rank end end
  return 0
end

-- Things that are on nobody's list you strike out yourself.
function rule.drop(who, n)
  local gone = table.move(rule.by_worth(who), 1, math.min(n, #who.items), 1, {})
  for name in each(gone) do
    for i, item in ipairs(who.items) do
      if item.name == name then table.remove(who.items, i) break end
    end
  end
  emit "lost" { who = who.name, n = n, things = n == 1 and "item" or "items", what = #gone > 0 and ": " .. table.concat(gone, ", ") or "" }
end

-- --- no hit protection left ---

function rule.hurt(who, n) lose(who, "hp", n) end
function act.hurt(_, whom, n) rule.hurt(whom, dice(n, "damage")) end

function on.hp(who, was, now)
  if now > 0 or was == 0 then return end
  emit "omen_due" { who = who.name, hp = setting.hp_name }
  rule.omen(who)
end
function act.omen(_, who) rule.omen(who) end
function rule.omen(who)
  gain(who, "omens")
  roll("omen", who, { add = who.omens })
end
function rule.wound(who) gain(who, "wounded", dice("1d4", "cycles of downtime")) end
function rule.bleed(who) say("%s dies in %d rounds without help.", who.name, dice("1d4", "rounds to live")) end
function rule.die(who) set(who, "dead", true) end
function on.dead(who, _, now) who.away = now end
