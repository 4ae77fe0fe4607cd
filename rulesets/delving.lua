-- delving.lua -- a die at the end of every turn, and torches that burn until it says otherwise.
--
-- Fits Knave, second edition, by Ben Milton; mechanics only, in our own words.
-- No torch is counted: a 3 on the hazard die puts every one of them out, and the embers light the next.
-- A later 1 brings the creature that left its trace on a 5.  Haste, or total darkness, gets you surprised.
-- Left out: the book's tables.  Small ones of ours say who comes until the campaign has its own, how far off,
-- in what mood, doing what and who is surprised: one line, one Enter.  Six small shifts serve any dungeon.

ruleset "Delving" { turn = "10 minutes", check = "1d20" }

kind.member:has { str = 0, dex = 0, con = 0, int = 0, wis = 0, cha = 0 }
kind.light:has  { shapes = "distance", details = "distance", search = "integer", to_a_slot = 1,
                  blows_out = false, shutters = false }
kind.pace:has   { maps = false, careless = false, snuffs = false }
kind.room:has   { hidden = {}, clues = {}, secrets = {}, trap = "string?" }

-- A light shows shapes so far and details so far; by it a room takes so many turns to search.
light "torch"   { shapes = "12 m", details = "3 m", search = 1, spends = "torches" }
light "candle"  { shapes = "6 m",  details = "3 m", search = 2, spends = "candles", lasts = "48 turns",
                  to_a_slot = 10, blows_out = true }
light "lantern" { shapes = "6 m",  details = "3 m", search = 2, spends = "candles", lasts = "48 turns", shutters = true }

-- A pace covers so much in a turn.  The careless are surprised by everything, and spring every trap.
pace "crawl" { distance = "36 m",   maps = true, help = "listening, tapping, drawing the map: you see traps in time" }
pace "walk"  { distance = "720 m",  maps = true, careless = true, help = "back over known ground; traps spring, encounters surprise" }
pace "run"   { distance = "1.5 km", careless = true, snuffs = true, help = "a last resort: as walking, without a map, and candles blow out" }

-- Fatigue, rest and fights.
setting "fatigue_damage" { default = 1, is = "dice", help = "hit points lost by a weary member who does not rest; a number or dice" }
setting "fatigue_lands"  { default = "declaration", choices = { "declaration", "end" },
                           help = "when fatigue hurts: as the next turn is declared, or at the end of it" }
setting "fatigue_scope"  { default = "member", choices = { "member", "party" },
                           help = "fatigue spares each member who rests, or nobody unless all of them rest" }
setting "rest_spoiled"   { default = false, help = "an encounter at the end of a rest spoils it: fatigue hurts after all" }
setting "rest_heal"      { default = 0, is = "dice", help = "hit points that a turn of rest gives back; a number or dice" }
setting "fight_hazard"   { default = true, help = "a turn of fighting ends with the hazard die, as any other" }

-- Light, and the lack of it.  How long a candle lasts is light.candle.lasts; nil is the whole expedition.
setting "embers"         { default = "at once", choices = { "at once", "flame", "never" },
                           help = "a new torch after a burn: from the embers; only if another flame burns; not at all" }
setting "candle_relight" { default = "flame", choices = { "flame", "ask", "never" },
                           help = "lighting a candle again that was blown out: free from any other flame (else you are asked); you are always asked; never" }
setting "candle_lasts"   { default = "ask", choices = { "ask", "out" },
                           help = "a candle after its last turn: you are asked whether it lasts to the end, or it is out" }
setting "slot_round"     { default = "up", choices = { "up", "down", "exact" }, help = "how a part of a slot is counted, as with eleven candles" }
setting "last_light"     { default = true, help = "warn when the last torch is lit, and when no light is left" }
setting "dark_penalty"   { default = -10, help = "added to checks of movement or coordination in total darkness" }
setting "dark_search"    { default = "refuse", choices = { "refuse", "ask" }, help = "searching in total darkness" }
setting "dark_crawl"     { default = "springs", choices = { "springs", "sees" }, help = "crawling in total darkness springs every trap, or finds it in time" }
setting "dark_speed"     { default = 1, min = 0, help = "how far you get in total darkness: 1 is as far as usual, 0.5 half as far" }

-- Searching.
setting "search_keeps"   { default = true, help = "an interrupted search can be continued while the party stays in the room" }
setting "search_refund"  { default = false, help = "a torch lit in the middle of a search ends it at once, not with its second turn" }

-- Traces, and surprise.
setting "sign_pending"   { default = "queue", choices = { "queue", "latest", "first" },
                           help = "several traces: you meet all of them in order, or only the latest, or only the first" }
setting "sign_keep"      { default = false, help = "traces are kept for the next expedition" }
setting "surprise_forced" { default = true, help = "haste and darkness always surprise the party; you are not asked" }
setting "idle_pace"      { default = "crawl", is = "pace", help = "the pace that a turn without movement counts as" }

-- No hit points left.
setting "hp_zero"        { default = "ask", choices = { "ask", "dead", "down" }, help = "what happens at 0 hit points" }
setting "wounds"         { default = false, help = "damage beyond 0 fills slots with wounds; when all slots are full, the member dies" }

track "hp"       { of = "member", min = 0, max = "own", help = "hit points" }
track "weary"    { of = "member", start = false, help = "must rest next turn, or lose hit points" }
track "wounds"   { of = "member", min = 0, help = "slots filled with wounds" }
track "down"     { of = "member", start = false }
track "dead"     { of = "member", start = false }
track "torches"  { min = 0, public = true, help = "torches in the packs" }
track "candles"  { min = 0, public = true, help = "candles in the packs" }
track "lanterns" { min = 0, public = true, help = "lanterns in the packs, each lit with a candle" }
track "stubs"    { start = {}, help = "candles that were blown out and can be lit again" }
track "walked"   { unit = "m", tally = true, help = "distance covered" }
track "near"     { start = {}, secret = true, help = "creatures that left a trace; the first is met first" }
track "shut"     { of = "light", start = false, help = "the flame burns behind its shutters and shows nothing" }
track "known"    { of = "room", start = false, help = "its trap was found or sprung" }
track "searched" { of = "room", help = "turns spent on an unfinished search" }
track "pace"     { of = "turn", start = "", help = "how the party moved" }
track "rested"   { of = "turn", start = {}, help = "weary members who rested" }
track "nimble"   { of = "turn", start = {}, help = "by stat: what you said of movement or coordination" }
track "found"    { of = "turn", start = false, help = "the search is finished" }

-- The game master's decisions.  Two are settled, so that a turn is one line: a trace is a creature's (type `clue` to make a
-- clue of it), and a shift is rolled.  To be asked: question.shift.always = nil
question "sign"      { text = "The trace of a creature, or a clue to something hidden?", choices = { "creature", "clue" }, always = "creature" }
question "clue"      { text = "What is the clue?", default = "a draught where none should be" }
question "shift"     { text = "What changes in the dungeon?", default = rule.small_shift, always = true }
question "creature"  { text = "Who comes?", default = rule.wanderer }
question "distance"  { text = "How far away?", default = rule.distance, min = 0, unit = "m" }
question "reaction"  { text = "How does it react?", choices = { "hostile", "wary", "neutral", "friendly" }, default = rule.reaction }
question "activity"  { text = "What is it doing?", choices = { "hunting", "on patrol", "eating", "at work", "asleep", "lost", "on the run" }, default = rule.activity }
question "surprised" { text = "Who is surprised?", choices = { "nobody", "the party", "the others", "both" }, default = rule.luck, short = "{it} surprised" }
question "relight"   { text = "Light a new torch from the embers of {holder}'s?", default = true }
question "flame"     { text = "Is there a flame to light it from?", default = false }
question "outlasts"  { text = "Does {holder}'s {kind} last to the end of the expedition?", default = false }
question "nimble"    { text = "Does it need movement or coordination? In the dark that is {penalty}.", default = rule.needs_nimbleness }
question "by_touch"  { text = "Search in total darkness, by touch?", default = false }
question "at_zero"   { text = "{name} has no hit points left. What now?", choices = { "nothing yet", "down", "dead" } }

procedure "turn" { "weariness", "act", "hazard", "time" }

chart "hazard" { die = "1d6", public = true, help = "rolled at the end of every turn",
  { "1", "encounter", nil,                              rule.meet },
  { "2", "fatigue",   nil,                               rule.tire },
  { "3", "burn",      "Every torch burns out.",                rule.burn },
  { "4", "shift",     nil,                              rule.shift },
  { "5", "sign",      "You find a trace of something.",           rule.trace },
  { "6", "free",      "Nothing." } }

chart "shift" { die = "1d6", public = true, help = "small changes, for a dungeon without its own list",
  { "1", "sound",       "A sound that comes from nowhere in particular." },
  { "2", "temperature", "The air turns cold or warm." },
  { "3", "wind",        "A wind rises." },
  { "4", "debris",      "Dust and pebbles come down." },
  { "5", "apparition",  "Somebody stands there for a moment, and then nobody." },
  { "6", "vermin",      "Small things with many legs are everywhere." } }

chart "creatures" { ask = "Which creature?", secret = true, help = "who wanders here; put your own table in its place" }

-- Ours, for a dungeon that brings nothing: bold ones near the door, strange ones further down.
chart "wanderers" { die = "1d8", secret = true, help = "our wanderers, as long as chart.creatures has no rows",
  { "1", "rats",        "{2d6} bold rats" },
  { "2", "bats",        "{3d6} startled bats" },
  { "3", "delvers",     "{1d4+1} other delvers, watching your torches" },
  { "4", "goblins",     "{1d4+1} goblins with a sack that moves" },
  { "5", "skeleton",    "a skeleton that looks for its own grave" },
  { "6", "crawler",     "something long and many-legged on the ceiling" },
  { "7", "lamplighter", "a figure that puts out every lamp it passes" },
  { "8", "ooze",        "an ooze that has eaten somebody with a lantern" } }

-- Ours, too.  Those met are so far away, in parts of what the light shows.
chart "distances" { die = "1d6", secret = true, help = "how far away they are",
  { "1",   "at arm's length",  part = 0.25 },
  { "2-3", "halfway",          part = 0.5 },
  { "4-5", "edge of the light", part = 1 },
  { "6",   "beyond the light", part = 2 } }
chart "reactions" { die = "2d6", secret = true, help = "how they react",
  { "2-4", "hostile" }, { "5-8", "wary" }, { "9-10", "neutral" }, { "11-12", "friendly" } }
chart "activities" { die = "1d8", secret = true, help = "what they are doing",
  { "1-2", "hunting" }, { "3", "on patrol" }, { "4", "eating" }, { "5", "at work" }, { "6", "asleep" }, { "7", "lost" }, { "8", "on the run" } }
chart "surprise" { die = "1d6", secret = true, help = "who is surprised, where neither haste nor darkness says so",
  { "1", "the party" }, { "2", "the others" }, { "3-6", "nobody" } }

action "move"     { takes = { "pace?", "room?" }, help = "crawl, walk or run (crawl if you do not say), perhaps to a room" }
action "search"   { aka = "s", takes = { "text?" }, turns = rule.search_time, help = "a whole room: one turn by torchlight, two by less" }
action "rest"     { aka = "r", by = "each", help = "catch your breath, against fatigue" }
action "fight"    { takes = { "text?" }, help = "a whole fight, however many rounds it has" }
action "try"      { by = "each", takes = { "stat", "number" }, help = "something that needs a check: try dex 11" }
action "other"    { by = "each", takes = { "text?" }, help = "anything else that takes a turn" }
action "look"     { turns = 0, takes = { "number" }, help = "what the light shows at a distance in metres: look 12" }
action "shut"     { turns = 0, takes = { "member?" }, help = "close or open the shutters of a lantern" }
action "rekindle" { turns = 0, help = "light the candles again that were blown out" }
action "slots"    { turns = 0, help = "how many slots the lights fill" }
action "hurt"     { turns = 0, takes = { "member", "die" }, help = "damage: hurt Bram 3, hurt Bram 1d6" }
action "clue"     { turns = 0, takes = { "text?" }, help = "the last trace was a clue to something hidden: clue a draught" }
action "encounter" { turns = 0, takes = { "text?" }, help = "somebody comes, as you say or by the tables: encounter 3 goblins, hostile" }
action "leave"    { turns = 0, help = "the expedition is over" }

event "trap" { text = "A trap {how}: {what}.", stops = true, public = true }
event.encounter.text = "{creature}, {distance} m away: {reaction}, {activity}. Surprised: {surprised}."

-- --- the turn ---

function step.weariness(who) if setting.fatigue_lands == "declaration" then rule.toll(who) end end

function step.hazard()
  if setting.fatigue_lands == "end" then
    for who in each(party) do rule.toll(who) end
  end
  if doing "fight" and not setting.fight_hazard then return end
  roll "hazard"
end

-- A weary member rests this turn, or pays.
function rule.toll(who)
  if who.weary and not doing(who, "rest") then rule.weaken(who)
  elseif who.weary then turn.rested[who.name] = true end
  who.weary = false
end
function rule.weaken(who) rule.hurt(who, dice(setting.fatigue_damage, "fatigue")) end

-- --- deeds ---

function act.move(_, how, where)
  how = how or pace.crawl
  turn.pace = how.name
  gain("walked", rule.dark() and how.distance * setting.dark_speed or how.distance)
  if how.snuffs then rule.wind() end
  if not rule.maps() then say "Nothing can be mapped." end
  here.searched = 0
  if where then go(where) end
  rule.trap()
end

function cannot.search()
  if rule.dark() and (setting.dark_search == "refuse" or not ask "by_touch") then return "It is too dark to search." end
end
function act.search() rule.find() end

-- The clues to a secret, not the secret.
function rule.find()
  for thing in each(here.hidden) do say("Found: %s.", thing) end
  for clue in each(here.clues) do say("A clue: %s.", clue) end
  if #here.hidden + #here.clues == 0 then say "The room has been searched." end
  turn.found, here.searched = true, 0
end
function on.turn_end()
  if doing "search" and not turn.found and setting.search_keeps then here.searched = here.searched + 1 end
end

function act.rest(who) if setting.rest_heal ~= 0 then gain(who, "hp", dice(setting.rest_heal, "rest")) end end

-- In the dark you say once a turn whether this stat is about movement or coordination.
function act.try(who, what, dc)
  local about = { what = what:upper(), penalty = setting.dark_penalty }
  if rule.dark() and turn.nimble[what] == nil then turn.nimble[what] = ask("nimble", about) end
  check(who, what, dc, { nimble = turn.nimble[what] })
end
function rule.needs_nimbleness(about) return about.what == "STR" or about.what == "DEX" end
function on.check(c)
  if not c.nimble then return end
  c.add = c.add + setting.dark_penalty
  c.label = string.format("%s (%+g in the dark)", c.what:upper(), setting.dark_penalty)
end

function act.look(_, metres) say("%g m off: %s.", metres, rule.sees(metres)) end

function cannot.shut(_, whose) if #rule.shutters(whose) == 0 then return "No lantern burns there." end end
function act.shut(_, whose)
  for lamp in each(rule.shutters(whose)) do set(lamp, "shut", not lamp.shut) end
end

function cannot.rekindle() if #party.stubs == 0 then return "Nothing was blown out." end end
function act.rekindle()
  local way = setting.candle_relight
  local lit = way == "flame" and #burning() > 0 or way ~= "never" and ask "flame"
  if not lit then refuse "There is no flame to light it from." end
  for stub in each(party.stubs) do kindle(stub.kind, stub.holder, { free = true, left = stub.left }) end
  party.stubs = {}
end

function act.slots() say("Slots for lights: %g of %g.", rule.slots(), rule.all_slots()) end

function act.hurt(_, whom, n) rule.hurt(whom, dice(n, "damage")) end

function act.encounter(_, said) rule.meet(nil, nil, said) end

function act.leave()
  say("The expedition is over after %d turns and %s.", turn.number, tostring(party.walked))
  if not setting.sign_keep then party.near = {} end
  party.stubs = {}
  for who in each(party) do who.weary = false end
end

-- --- light ---

-- The lights that show anything.
function rule.shining()
  local open = {}
  for lamp in each(burning()) do if not lamp.shut then table.insert(open, lamp) end end
  return open
end
function rule.dark() return #rule.shining() == 0 end
function rule.status() return rule.dark() and #burning() > 0 and "DARK" or "" end

-- By the best light; by touch, as by candle.
function rule.search_time() return math.max(1, (least(rule.shining(), "search") or 2) - here.searched) end

-- The metres to which the best light shows shapes, or details.
function rule.reach(what) return most(rule.shining(), function(lamp) return amount(lamp[what], "m") end) or 0 end
function rule.sees(metres)
  return metres <= rule.reach "details" and "details" or metres <= rule.reach "shapes" and "shapes" or "nothing"
end

function rule.shutters(whose)
  local found = {}
  for lamp in each(burning()) do
    if lamp.shutters and (not whose or lamp.holder == whose.name) then table.insert(found, lamp) end
  end
  return found
end

function rule.wind()
  for lamp in each(burning()) do
    if lamp.blows_out then
      table.insert(party.stubs, { kind = lamp.kind, holder = lamp.holder, left = lamp.left })
      put_out(lamp, "is blown out")
    end
  end
end

-- The embers light the next one, at once and for nothing.  Later, a torch takes another flame or your word.
function rule.burn()
  local out = burning "torch"
  for torch in each(out) do put_out(torch, "burns out") end
  if setting.embers == "never" or setting.embers == "flame" and #burning() == 0 then return end
  for torch in each(out) do
    if party.torches > 0 and ask("relight", torch) then kindle("torch", torch.holder) end
  end
end

function on.kindled(lamp, again)
  if not again and setting.last_light and lamp.spends == "torches" and party.torches == 0 then say "That was the last torch." end
  if setting.search_refund and here.searched >= lamp.search then rule.find() end
end
function on.light_out(lamp)
  local spent = lamp.left == 0 and lamp.spends == "candles"
  if spent and setting.candle_lasts == "ask" and ask("outlasts", lamp) then kindle(lamp.kind, lamp.holder, { free = true }) end
  if setting.last_light and #burning() + party.torches + party.candles == 0 then say "No light is left." end
end

-- --- slots ---

function rule.slots()
  local rounds = { up = math.ceil, down = math.floor, exact = function(n) return n end }
  local function fill(n, kind) return rounds[setting.slot_round](n / kind.to_a_slot) end
  return fill(party.torches, light.torch) + fill(party.candles, light.candle) + fill(party.lanterns, light.lantern)
end
function rule.own_slots(who) return 10 + who.con - who.wounds end
function rule.all_slots()
  local n = 0
  for who in each(party) do n = n + rule.own_slots(who) end
  return n
end

-- --- haste and traps ---

function rule.pace() return pace[turn.pace ~= "" and turn.pace or setting.idle_pace] end
function rule.maps() return rule.pace().maps and not rule.dark() end
function rule.springs() return rule.pace().careless or rule.dark() and setting.dark_crawl == "springs" end
function rule.surprises() return rule.pace().careless or rule.dark() end

function rule.trap()
  if not here.trap or here.known then return end
  set(here, "known", true)
  emit "trap" { what = here.trap, how = rule.springs() and "springs" or "is seen in time" }
end

-- --- what the hazard die brings ---

-- A creature of the campaign's table, as "{2d4} goblins"; "something" as long as there is none.
function rule.creature() return chart.creatures.die and roll("creatures", nil, { quiet = true }).text or "something" end
function rule.wanderer() return roll("wanderers").text end

function rule.distance() return math.max(1, math.floor(roll("distances").part * (rule.dark() and 6 or rule.reach "shapes"))) end
function rule.reaction() return roll("reactions").name end
function rule.activity() return roll("activities").name end
function rule.luck() return roll("surprise").name end

-- Somebody comes: the one who left a trace, or the one that was typed (said), or one of the table.
function rule.meet(_, _, said)
  local what = not said and table.remove(party.near, 1) or rule.creature()
  if what == "nothing" then return say "But nobody comes." end
  local parts, default = { "creature", "distance", "reaction", "activity" }, {}
  if what ~= "something" then default.creature = what end
  local forced = setting.surprise_forced and rule.surprises()
  if not forced then table.insert(parts, "surprised") end
  local met = ask(parts, nil, { text = "Encounter", default = default, said = said })
  if forced then met.surprised = "the party" end
  emit("encounter", met)
  for who in each(party) do
    if setting.rest_spoiled and turn.rested[who.name] then rule.weaken(who) end
  end
end

function rule.trace()
  if ask "sign" == "clue" then return rule.clue() end
  local what = rule.creature()
  if what == "nothing" then return say "It is an old one." end
  if what == "something" then say "Of what, nobody can tell yet." else say("It was left by %s.", rule.kind_of(what), { public = false }) end
  if setting.sign_pending == "latest" then party.near = {} end
  if setting.sign_pending ~= "first" or #party.near == 0 then table.insert(party.near, what) end
end

function rule.clue(said) say("A clue: %s.", said or here.clues[1] or ask "clue") end
function cannot.clue() if #party.near == 0 then return "There is no trace to make a clue of." end end
function act.clue(_, said)
  table.remove(party.near)
  rule.clue(said)
end
function rule.kind_of(what) return (what:gsub("{.-} ", "")) end

function rule.shift() say(ask "shift") end
function rule.small_shift() return roll("shift").text end

-- Tires everyone who is not resting already.
function rule.tire()
  local tired = false
  for who in each(party) do
    if not rule.spared(who) then
      set(who, "weary", true)
      tired = true
    end
  end
  say(tired and "Rest next turn, or take %s damage." or "They are resting already.", setting.fatigue_damage)
end
function rule.spared(who)
  if setting.fatigue_scope == "member" then return doing(who, "rest") end
  for other in each(party) do if not doing(other, "rest") then return false end end
  return true
end

-- --- hit points ---

function rule.hurt(who, n)
  local past = lose(who, "hp", n)
  if setting.wounds and past > 0 then gain(who, "wounds", past) end
end
function on.hp(who, _, now)
  if now > 0 then set(who, "down", false) end
  if now > 0 or setting.wounds then return end
  local fate = setting.hp_zero == "ask" and ask("at_zero", who) or setting.hp_zero
  if fate ~= "nothing yet" then set(who, fate, true) end
end
function on.down(who, _, now) who.away = now end
function on.dead(who, _, now) who.away = now end

-- Wounds fill slots from the highest down; what was in them falls.
function on.wounds(who)
  local left = rule.own_slots(who)
  if left > 0 then say("%s has %d left of %d slots and drops what no longer fits.", who.name, left, 10 + who.con) else set(who, "dead", true) end
end
