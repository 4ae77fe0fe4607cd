-- delving.lua -- a die at the end of every turn, and torches that burn until it says otherwise.
--
-- Fits Knave, second edition, by Ben Milton; mechanics only, in our own words.
-- No torch is counted: a 3 on the hazard die puts every one of them out, and the embers light the next.
-- A later 1 brings the creature that left its trace on a 5.  Haste, or total darkness, gets you surprised.
-- Left out: the book's tables.  Small ones of ours say who comes until the campaign has its own, how far off,
-- in what mood, doing what and who is surprised: one line, one Enter.  Six small shifts serve any dungeon.

ruleset "Delving" { turn = "10 minutes", check = "1d20" }
include "slots"       -- hit points, wounds, what the lights weigh
include "shutters"

kind.member:has { str = 0, dex = 0, con = 0, int = 0, wis = 0, cha = 0 }
kind.light:has  { shapes = "distance", details = "distance", search = "integer", blows_out = false }
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

setting "fatigue_damage" { default = 1, is = "dice", help = "hit points lost by a weary member who does not rest; a number or dice" }

track "weary"    { of = "member", start = false, quiet = true, help = "must rest next turn, or lose hit points" }
track "torches"  { min = 0, public = true, help = "torches in the packs" }
track "candles"  { min = 0, public = true, help = "candles in the packs" }
track "lanterns" { min = 0, public = true, help = "lanterns in the packs, each lit with a candle" }
track "stubs"    { start = {}, help = "candles that were blown out and can be lit again" }
track "walked"   { unit = "m", tally = true, help = "distance covered" }
track "near"     { start = {}, secret = true, help = "what left a trace; the first of them is met first" }
track "known"    { of = "room", start = false, quiet = true, sheet = false, help = "its trap was found or sprung" }
track "searched" { of = "room", help = "turns spent on an unfinished search" }
track "pace"     { of = "turn", start = "crawl", help = "how the party moved; who stays is as careful as who crawls" }
track "blamed"   { of = "turn", start = false, sheet = false, help = "it was said who did not rest" }
track "nimble"   { of = "turn", start = {}, help = "by stat: what you said of movement or coordination" }

-- The game master's decisions.  Those with `always` are settled, so that a turn is one line: a trace is a creature's (type
-- `clue` to make a clue of it), a shift is rolled, embers light the next torch.  To be asked: question.shift.always = nil
question "sign"      { text = "The trace of a creature, or a clue to something hidden?", choices = { "creature", "clue" }, always = "creature" }
question "look"      { text = "What do they see?", default = "", always = "" }        -- go crypt: two skeletons
question "found"     { text = "What do they find?", default = "", always = "" }       -- s desk: a silver key
question "clue"      { text = "What is the clue?", default = "a draught where none should be" }
question "shift"     { text = "What changes in the dungeon?", rolls = "shift", always = true }
question "creature"  { text = "Who comes?", rolls = "wanderers" }
question "distance"  { text = "How far away?", default = rule.distance, min = 0, unit = "m" }
question "reaction"  { text = "How does it react?", choices = { "hostile", "wary", "neutral", "friendly" }, rolls = "reactions" }
question "activity"  { text = "What is it doing?", choices = { "hunting", "on patrol", "eating", "at work", "asleep", "lost", "on the run" }, rolls = "activities" }
question "outcome"   { text = "{who}What comes of it?", default = "nothing", public = true, always = "nothing" }
question "surprised" { text = "Who is surprised?", choices = { "nobody", "the party", "the others", "both" }, default = rule.luck, short = "{it} surprised" }
question "relight"   { text = "Light a new torch from the embers of {holder}'s?", default = true, always = true }
question "flame"     { text = "Is there a flame to light it from?", default = false }
question "outlasts"  { text = "Does {holder}'s {kind} last to the end of the expedition?", default = false }
question "nimble"    { text = "Does it need movement or coordination? In the dark that is much harder.", default = rule.needs_nimbleness }
question "by_touch"  { text = "Search in total darkness, by touch?", default = false, always = false }

procedure "turn" { "weariness", "act", "hazard", "time" }

chart "hazard" { die = "1d6", public = true, help = "rolled at the end of every turn",
  { "1", "encounter", nil,                              rule.meet },
  { "2", "fatigue",   nil,                              rule.tire },
  { "3", "burn",      "Every lit torch burns out.",         rule.burn },
  { "4", "shift",     nil,                              rule.shift },
  { "5", "sign",      "You find a trace of something.", rule.trace },
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
chart "wanderers" { die = "1d8", secret = true, help = "who wanders here, until you write your own chart of creatures",
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
  { "1",   "at arm's length",   part = 0.25 },
  { "2-3", "halfway",           part = 0.5 },
  { "4-5", "edge of the light", part = 1 },
  { "6",   "beyond the light",  part = 2 } }
chart "reactions" { die = "2d6", secret = true, help = "how they react",
  { "2-4", "hostile" }, { "5-8", "wary" }, { "9-10", "neutral" }, { "11-12", "friendly" } }
chart "activities" { die = "1d8", secret = true, help = "what they are doing",
  { "1-2", "hunting" }, { "3", "on patrol" }, { "4", "eating" }, { "5", "at work" }, { "6", "asleep" }, { "7", "lost" }, { "8", "on the run" } }
chart "surprise" { die = "1d6", secret = true, help = "who is surprised, where neither haste nor darkness says so",
  { "1", "the party" }, { "2", "the others" }, { "3-6", "nobody" } }

action "move"     { takes = { "pace?", "room?" }, elsewhere = "move", help = "crawl, walk or run (crawl if you do not say), perhaps to a room" }
action "search"   { aka = "s", takes = { "text?" }, turns = rule.search_time, help = "a whole room: one turn by torchlight, two by less" }
action "rest"     { aka = "r", by = "each", help = "catch your breath, against fatigue; it heals nothing" }
action "fight"    { takes = { "text?" }, help = "a whole fight, however many rounds it has" }
action "try"      { by = "each", takes = { "stat", "number" }, help = "something that needs a check: try dex 11" }
action "other"    { takes = { "text?" }, help = "anything else that takes a turn; other bar the door: it holds" }
action "look"     { turns = 0, takes = { "number" }, help = "what the light shows at a distance in metres: look 12" }
action "rekindle" { turns = 0, needs = { stubs = "Nothing was blown out." }, help = "light the candles again that were blown out" }
action "clue"     { turns = 0, takes = { "text?" }, needs = { near = "There is no trace to make a clue of." }, help = "the last trace was a clue to something hidden: clue a draught" }
action "encounter" { public = false, turns = 0, takes = { "text?" }, help = "somebody comes, as you say or by the tables: encounter 3 goblins, hostile" }
action "leave"    { turns = 0, help = "the expedition is over" }

event "trap" { text = "A trap {how}: {what}.", stops = true, public = true }
event.encounter.text = "{creature}, {distance} m away: {reaction}, {activity}. Surprised: {surprised}."

-- --- deeds ---

function act.move(_, how, where)
  how = how or pace.crawl
  turn.pace = how.name
  gain("walked", rule.covers(how))
  if how.snuffs then rule.wind() end
  here.searched = 0
  if where then rule.draw(go(where)) end
  local look = where and ask "look" or ""
  if look ~= "" then say("%s: %s.", where, look) end
  rule.trap()
end
function act.other(them) ask("outcome", { who = #them < count(party) and names(them) .. ": " or "" }) end
function rule.draw(_, new) if new and not rule.maps() then say "Nothing can be mapped." end end
-- The trap of the room, and those that you set here: `trap here a pit`.
function rule.trap()
  local traps = noted_traps()
  if here.trap then table.insert(traps, 1, here.trap) end
  if #traps == 0 or here.known then return end
  set(here, "known", true)
  for what in each(traps) do emit "trap" { what = what, how = rule.springs() and "springs" or "is seen in time" } end
end

function rule.covers(how) return how.distance end

-- Haste and darkness: no map, traps go off, and those met surprise the party.
function rule.maps() return pace[turn.pace].maps and not rule.dark() end
function rule.springs() return pace[turn.pace].careless or rule.dark() end
function rule.surprises() return pace[turn.pace].careless or rule.dark() end

-- A search shows the clues to a secret, not the secret.
function cannot.search() if rule.dark() and not ask "by_touch" then return "It is too dark to search." end end
function act.search(them, where)
  local found, finds = ask "found", those(here.hidden)
  if found ~= "" then table.insert(finds, found) end
  local who = #them < count(party) and names(them) or "They"
  if #finds > 0 then say("%s %s %s.", who, #them == 1 and "finds" or "find", names(finds)) end
  for clue in each(here.clues) do say("A clue: %s.", clue) end
  if not where and #finds + #here.clues == 0 then say "The room has been searched." end
  here.searched = 0
end
-- A search that is broken off goes on as long as they stay.
function on.turn_end() if doing "search" and deed "search".left > 0 then here.searched = here.searched + 1 end end
-- By the best light; by touch, as by candle.
function rule.search_time() return math.max(1, (least(rule.shining(), "search") or 2) - here.searched) end

-- In the dark you say once a turn whether this stat is about movement or coordination.
modifier "darkness" { when = function(c) return c.nimble end, add = -10, help = "on what needs movement or coordination" }
function act.try(who, what, dc)
  if rule.dark() and turn.nimble[what] == nil then turn.nimble[what] = ask("nimble", { what = what }) end
  check(who, what, dc, { nimble = turn.nimble[what] })
end
function rule.needs_nimbleness(about) return about.what == "str" or about.what == "dex" end

function act.encounter(_, said) rule.meet(nil, nil, said) end

function act.leave()
  say("The expedition is over after %d turns and %s.", turn.number, tostring(party.walked))
  party.near, party.stubs = {}, {}
  for who in each(party) do who.weary = false end
end

-- --- light ---

-- The metres to which the best light shows shapes, or details.
function rule.reach(what) return most(rule.shining(), function(lamp) return amount(lamp[what], "m") end) or 0 end
function act.look(_, metres)
  local sees = metres <= rule.reach "details" and "details" or metres <= rule.reach "shapes" and "shapes" or "nothing"
  say("%g m off: %s.", metres, sees)
end

-- A wind blows out what is not in a case; what is left of it can be lit again from any flame.
function rule.wind()
  for lamp in each(those(burning(), "blows_out")) do
    table.insert(party.stubs, { kind = lamp.kind, holder = lamp.holder, left = lamp.left })
    put_out(lamp, "is blown out")
  end
end
function act.rekindle()
  if not rule.flame() then refuse "There is no flame to light it from." end
  for stub in each(party.stubs) do kindle(stub.kind, stub.holder, { free = true, left = stub.left }) end
  party.stubs = {}
end
function rule.flame() return #burning() > 0 or ask "flame" end

-- The embers light the next one, at once and for nothing.  Later, a torch takes another flame or your word.
function rule.burn()
  local out = burning "torch"
  if #out == 0 then return say "But no torch is lit." end
  for torch in each(out) do put_out(torch, "burns out") end
  for torch in each(out) do
    if party.torches > 0 and ask("relight", torch) then kindle("torch", torch.holder) end
  end
end

function on.kindled(lamp, again) if not again then rule.last_light(lamp) end end
function on.light_out(lamp)
  local spent = lamp.left == 0 and lamp.spends == "candles"
  if spent and ask("outlasts", lamp) then kindle(lamp.kind, lamp.holder, { free = true }) end
  rule.last_light()
end
-- Warns of the last torch, and when none is left.
function rule.last_light(lit)
  if lit and lit.spends == "torches" and party.torches == 0 then warn "That was the last torch." end
  if #burning() + party.torches + party.candles == 0 then warn "No light is left." end
end

-- --- what the hazard die brings ---

-- Somebody comes: the one who left a trace, or the one that was typed (said), or one of the table.
function rule.meet(_, _, said)
  local what = not said and table.remove(party.near, 1) or rule.creature()
  if what == "nothing" then return say "But nobody comes." end
  local default = what ~= "something" and { creature = what } or {}
  emit("encounter", ask({ "creature", "distance", "reaction", "activity", "surprised" }, nil, { text = "Encounter", default = default, said = said }))
end

-- A creature of the campaign's table, as "{2d4} goblins"; "something" as long as there is none.
function rule.creature() return chart.creatures.die and roll("creatures", nil, { quiet = true }).text or "something" end
function rule.distance() return math.max(1, math.floor(roll("distances").part * (rule.dark() and 6 or rule.reach "shapes"))) end
function rule.luck() return rule.surprises() and "the party" or roll("surprise").name end

-- A trace: its creature is the next one met.
function rule.trace()
  if ask "sign" == "clue" then return rule.clue() end
  local what = rule.creature()
  if what == "nothing" then return say "It is an old one." end
  if what ~= "something" then say("It was left by %s.", what:gsub("{.-} ", ""), { public = false }) end
  rule.remember(what)
end
function rule.remember(what) table.insert(party.near, what) end

function rule.clue(said) say("A clue: %s.", said or here.clues[1] or ask "clue") end
function act.clue(_, said)
  table.remove(party.near)
  rule.clue(said)
end

function rule.shift() say(ask "shift") end

-- Tires everyone who is not resting already.
function rule.tire()
  local tired = those(party, function(who) return not rule.spared(who) end)
  gain(tired, "weary")
  if #tired == 0 then return say "They are resting already." end
  local whose = #tired < count(party) and names(tired) .. ": rest" or "Rest"
  say("%s next turn, or take %s damage.", whose, setting.fatigue_damage)
end
function rule.spared(who) return doing(who, "rest") end

-- A weary member rests this turn, or pays as the turn is declared.
function step.weariness(who)
  if rule.unrested(who) then
    rule.blame()
    rule.weaken(who)
  end
  who.weary = false
end
function rule.unrested(who) return who.weary and not doing(who, "rest") end
-- Says who pays, and why, before the first of them does.
function rule.blame()
  if turn.blamed or setting.fatigue_damage == 0 then return end
  local late = those(party, rule.unrested)
  say(#late == count(party) and "Nobody rested." or names(late) .. " did not rest.")
  turn.blamed = true
end
function rule.weaken(who) rule.hurt(who, dice(setting.fatigue_damage, "fatigue")) end

-- What the lights in the packs fill, of 10 slots and the constitution.
function rule.own_slots(who) return 10 + who.con end
function rule.carried()
  local function fill(n, kind) return rule.part(n / kind.to_a_slot) end
  return fill(party.torches, light.torch) + fill(party.candles, light.candle) + fill(party.lanterns, light.lantern)
end

function rule.status() return rule.dark() and #burning() > 0 and "DARK" or "" end
