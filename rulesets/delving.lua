-- delving.lua -- a die at the end of every turn, and torches that burn until it says otherwise.
--
-- Fits Knave, second edition, by Ben Milton; mechanics only, in our own words.
-- No torch is counted: a 3 on the hazard die puts every one of them out, and the embers light the next.
-- What left a trace on a 5 is what comes on a later 1.  Haste, or total darkness, gets you surprised.
-- Left out: the book's tables of creatures, moods and shifts.  Short ones of our own stand in for them;
-- a campaign replaces any of them whole.

ruleset "Delving" { turn = "10 minutes", check = "1d20" }

kind.member:has { str = 0, dex = 0, con = 0, int = 0, wis = 0, cha = 0 }
kind.light:has  { shapes = "distance", details = "distance", search = "integer", to_a_slot = 1, blows_out = false }
kind.pace:has   { maps = false, careless = false, snuffs = false }
kind.room:has   { hidden = {}, clues = {}, trap = "string?" }

-- A light shows shapes so far and details so far; by it a room takes so many turns to search.
light "torch"   { shapes = "12 m", details = "3 m", search = 1, spends = "torches" }
light "candle"  { shapes = "6 m",  details = "3 m", search = 2, spends = "candles", lasts = "48 turns",
                  to_a_slot = 10, blows_out = true }
light "lantern" { shapes = "6 m",  details = "3 m", search = 2, spends = "candles", lasts = "48 turns" }

-- A pace covers so much in a turn.  The careless are always surprised, and spring every trap.
pace "crawl" { distance = "36 m",   maps = true }
pace "walk"  { distance = "720 m",  maps = true, careless = true }
pace "run"   { distance = "1.5 km", careless = true, snuffs = true }    -- the wind of it blows candles out

setting "fatigue_damage" { is = "dice", default = 1, help = "hit points lost by whoever does not rest; dice will do" }
setting "fatigue_lands"  { default = "declaration", choices = { "declaration", "end" }, help = "when that is: as the next turn is declared, or as it ends" }
setting "fatigue_scope"  { default = "member", choices = { "member", "party" }, help = "who rested is spared, or all are spared only when all rested" }
setting "rest_spoiled"   { default = false, help = "an encounter at the end of a rest spoils it: who rested was not spared" }
setting "fight_hazard"   { default = true, help = "a turn of fighting ends with the hazard die, as any other" }
setting "embers"         { default = "at once", choices = { "at once", "flame", "never" }, help = "a new torch from the old one's embers: for nothing at that moment, only if another flame burns, or not at all" }
setting "candle_relight" { default = "flame", choices = { "flame", "ask", "never" }, help = "lighting a candle that was blown out: free if a flame burns (else the GM is asked), always asked, or not at all" }
setting "candle_lasts"   { default = "ask", choices = { "ask", "out", "stays" }, help = "a candle after its last turn: the GM is asked whether it lasts to the end, it is out, or it stays" }
setting "dark_penalty"   { default = -10, help = "on checks of movement or coordination in total darkness" }
setting "dark_search"    { default = "refuse", choices = { "refuse", "ask" }, help = "searching in total darkness" }
setting "dark_beats_crawl" { default = true, help = "in total darkness even who crawls springs every trap" }
setting "dark_speed"     { default = 1, min = 0, help = "how much of the way is covered in total darkness: 0.5 is half" }
setting "slot_round"     { default = "up", choices = { "up", "down", "exact" }, help = "ten candles fill a slot: what eleven fill" }
setting "sign_pending"   { default = "queue", choices = { "queue", "latest", "first" }, help = "several traces: met one after the other, or only the latest, or only the first" }
setting "sign_keep"      { default = false, help = "traces last beyond the expedition" }
setting "surprise_forced" { default = true, help = "haste and darkness surprise the party, whatever the GM would say" }
setting "idle_pace"      { default = "crawl", is = "pace", help = "how careful a turn without movement counts" }
setting "rest_heal"      { is = "dice", default = 0, help = "hit points that a turn of rest gives back" }
setting "hp_zero"        { default = "ask", choices = { "ask", "dead", "down" }, help = "what happens at no hit points" }
setting "last_light"     { default = true, help = "warn when the last torch burns and no light is left" }

track "hp"      { of = "member", min = 0, max = "own", help = "hit points" }
track "weary"   { of = "member", start = false, help = "rest the next turn, or lose hit points" }
track "torches" { min = 0, help = "torches in the packs" }
track "candles" { min = 0, help = "candles in the packs" }
track "walked"  { unit = "m", tally = true, help = "the way covered" }
track "near"    { start = {}, secret = true, help = "creatures that left a trace, first come first met" }
track "shutters" { of = "light", start = false, help = "closed: the flame burns and shows nothing" }
track "blown"   { min = 0, help = "candles blown out that still have wax" }
track "pace"    { of = "turn", start = "", help = "how the party moved this turn" }
track "lost"    { of = "turn", start = {}, help = "who owed a rest as the turn began" }
track "known"   { of = "room", start = false, help = "its trap was seen, or sprung" }

question "sign"      { text = "The trace of a creature, or a clue to something hidden?", choices = { "creature", "clue" } }
question "clue"      { text = "What does the clue say?", default = "a draught where none should be" }
question "shift"     { text = "The dungeon shifts. How?", choices = { "roll", "as I say" } }
question "relight"   { text = "Light a new torch from the embers of {holder}'s?", default = true }
question "flame"     { text = "Can the candle be lit again?", default = false }
question "nimble"    { text = "Does it take movement or coordination?", default = true }
question "dark_hunt" { text = "Search in total darkness, by touch?", default = false }
question "reaction"  { text = "How does it react?", choices = { "the GM decides", "hostile", "wary", "neutral", "friendly" } }
question "activity"  { text = "What is it doing?", default = "on its way" }
question "distance"  { text = "How far off is it?", default = "at the edge of the light" }
question "surprised" { text = "Who is surprised?", choices = { "nobody", "the party", "the others", "both" } }
question "outlasts"  { text = "Does {holder}'s {kind} last to the end of the expedition?", default = false }
question "at_zero"   { text = "{name} has no hit points left. What now?", choices = { "the GM says", "dead", "down" } }

procedure "turn" { "weariness", "act", "hazard", "dues", "time" }

chart "hazard" { die = "1d6", help = "rolled as every turn ends",
  { "1", "encounter", "Something is met.",                     rule.meet },
  { "2", "fatigue",   "Rest the next turn, or be hurt by it.", rule.tire },
  { "3", "burn",      "Every torch burns out.",                rule.burn },
  { "4", "shift",     "The dungeon shifts.",                   rule.shift },
  { "5", "sign",      "Something has left a trace.",           rule.trace },
  { "6", "free",      "Nothing." } }

-- For a dungeon without shifts of its own.
chart "shift" { die = "1d6", help = "small shifts, for a dungeon without its own",
  { "1", "sound",       "A sound, from no side in particular." },
  { "2", "temperature", "The air turns cold, or warm." },
  { "3", "wind",        "A wind gets up." },
  { "4", "debris",      "Dust and pebbles come down." },
  { "5", "apparition",  "Someone stands there who is not there." },
  { "6", "vermin",      "Small things with many legs are everywhere." } }

-- Ours, until a dungeon brings its own.
chart "creatures" { die = "1d6", secret = true, help = "who wanders here",
  { "1", "rats",     "A dozen rats, bold ones." },
  { "2", "bats",     "Bats, startled." },
  { "3", "goblins",  "Four goblins with a sack that moves." },
  { "4", "delvers",  "Other delvers, worse equipped." },
  { "5", "skeleton", "A skeleton, looking for its own grave." },
  { "6", "ooze",     "An ooze that has eaten something with a lantern." } }

action "move"   { takes = { "pace?", "room?" }, help = "crawl, walk or run (crawl if you do not say), perhaps to a room" }
action "search" { turns = rule.search_time, keeps = true, help = "a whole room: one turn by torchlight, two by less" }
action "rest"   { by = "each", help = "catch your breath" }
action "fight"  { help = "a whole fight, however many rounds" }
action "try"    { by = "each", takes = { "stat", "number" }, help = "something with a check: try dex 11" }
action "other"  { by = "each", takes = { "text?" }, help = "anything else that takes a turn" }
action "shut"   { turns = 0, takes = { "member" }, help = "close the shutters of a lantern, or open them" }
action "rekindle" { turns = 0, help = "light a candle that was blown out" }
action "slots"  { turns = 0, help = "how many slots the lights fill" }
action "leave"  { turns = 0, help = "the expedition is over" }

-- Whoever owes a rest takes it now, or pays.
function step.weariness()
  for who in each(party) do
    if who.weary and not rule.spared(who) then table.insert(turn.lost, who.name) end
    set(who, "weary", false)
  end
  if setting.fatigue_lands == "declaration" then rule.pay() end
end
function step.dues()
  if setting.fatigue_lands == "end" then rule.pay() end
  if setting.rest_heal ~= 0 then
    for who in each(doers "rest") do gain(who, "hp", dice(setting.rest_heal, "rest")) end
  end
end

function step.hazard()
  if doing "fight" and not setting.fight_hazard then return end
  roll "hazard"
end

function act.move(_, how, where)
  how = how or pace.crawl
  turn.pace = how.name
  gain("walked", rule.dark() and how.distance * setting.dark_speed or how.distance)
  if how.snuffs then rule.wind() end
  if not rule.maps() then say "Nothing can be mapped." end
  if where then go(where) end
  rule.trap()
end

function cannot.search()
  if not rule.dark() then return end
  if setting.dark_search == "refuse" or not ask "dark_hunt" then return "It is too dark to search." end
end
function act.search()
  for thing in each(here.hidden) do say("Found: %s.", thing) end
  for clue in each(here.clues) do say("A clue: %s.", clue) end
end

function act.try(who, what, dc) check(who, what, dc, { nimble = rule.dark() and ask("nimble", who) }) end
function on.check(c) if c.nimble then c.add = c.add + setting.dark_penalty end end

function act.leave()
  if not setting.sign_keep then set("near", {}) end
  for who in each(party) do set(who, "weary", false) end
end

function cannot.shut(_, whose) if not rule.lantern(whose) then return whose.name .. " holds no lantern." end end
function act.shut(_, whose)
  local lamp = rule.lantern(whose)
  set(lamp, "shutters", not lamp.shutters)
end

function cannot.rekindle() if party.blown == 0 then return "No candle was blown out." end end
function act.rekindle(them)
  local free = setting.candle_relight == "flame" and #burning() > 0
  if setting.candle_relight == "never" or not free and not ask "flame" then refuse "There is no flame to light it from." end
  lose "blown"
  kindle("candle", them[1], { free = true })
end

function act.slots() say("The lights fill %s slots.", rule.slots()) end

-- --- light ---

function rule.shining()                              -- the lights that show anything
  local open = {}
  for lamp in each(burning()) do if not lamp.shutters then table.insert(open, lamp) end end
  return open
end
function rule.dark() return #rule.shining() == 0 end
function rule.brightness()                           -- total darkness, dim, or bright enough to search fast
  local turns = least(rule.shining(), "search")
  return not turns and "dark" or turns == 1 and "bright" or "dim"
end
function rule.sees(distance)                         -- what the best light shows so far off: details, shapes or nothing
  local far = amount(distance, "m")
  local shapes = most(rule.shining(), function(lamp) return amount(lamp.shapes, "m") end) or 0
  local details = most(rule.shining(), function(lamp) return amount(lamp.details, "m") end) or 0
  return far <= details and "details" or far <= shapes and "shapes" or "nothing"
end
function rule.search_time() return (least(rule.shining(), "search")) or 2 end     -- by the best light; by touch, as by candle
function rule.lantern(who)
  for lamp in each(burning "lantern") do if lamp.holder == who.name then return lamp end end
end

function rule.wind()
  for lamp in each(burning()) do
    if lamp.blows_out then
      put_out(lamp, "is blown out")
      gain "blown"
    end
  end
end

function rule.burn()                                 -- the embers light the next one, at once and for nothing
  for torch in each(burning "torch") do
    put_out(torch, "burns out")
    local embers = setting.embers == "at once" or setting.embers == "flame" and #burning() > 0
    if embers and party.torches > 0 and ask("relight", torch) then kindle("torch", torch.holder) end
  end
end

function rule.slots()
  local candles = party.candles / light.candle.to_a_slot
  if setting.slot_round == "up" then candles = math.ceil(candles) elseif setting.slot_round == "down" then candles = math.floor(candles) end
  return party.torches + candles
end

-- --- haste and traps ---

function rule.pace() return pace[turn.pace ~= "" and turn.pace or setting.idle_pace] end
function rule.careless()
  if rule.dark() then return setting.dark_beats_crawl or rule.pace().careless end
  return rule.pace().careless
end
function rule.maps() return not rule.dark() and rule.pace().maps end

function rule.trap()                                 -- whoever crawls sees it in time
  if not here.trap or here.known then return end
  set(here, "known", true)
  emit "trap" { what = here.trap, how = rule.careless() and "springs" or "is seen in time" }
end

-- --- what the hazard die brings ---

function rule.meet()
  local what = table.remove(party.near, 1) or roll("creatures").name
  local forced = setting.surprise_forced and (rule.dark() or rule.pace().careless)
  if setting.rest_spoiled then for who in each(doers "rest") do set(who, "weary", true) end end
  emit "encounter" { what = what, reaction = ask "reaction", activity = ask "activity", distance = ask "distance",
                     surprised = forced and "the party" or ask "surprised" }
end

function rule.trace()
  if ask "sign" == "clue" then
    say("A clue: %s.", ask "clue")
  else
    local what = roll("creatures").name
    if setting.sign_pending == "latest" then set("near", {}) end
    if setting.sign_pending ~= "first" or #party.near == 0 then table.insert(party.near, what) end
  end
end

function rule.shift() if ask "shift" == "roll" then roll "shift" end end

function rule.tire()                                 -- whoever is resting already is spared
  for who in each(party) do if not rule.spared(who) then set(who, "weary", true) end end
end
function rule.spared(who)
  if setting.fatigue_scope == "member" then return doing(who, "rest") end
  return #doers "rest" == #party.members
end
function rule.pay()
  for who in each(party) do
    for name in each(turn.lost) do
      if name == who.name then lose(who, "hp", dice(setting.fatigue_damage, "fatigue")) end
    end
  end
  turn.lost = {}
end

event "trap" { text = "A trap {how}: {what}.", stops = true }
event.encounter.text = "{what}, {distance}, {activity}. Reaction: {reaction}. Surprised: {surprised}."

function on.hp(who, _, now)
  if now > 0 then return end
  local fate = setting.hp_zero
  if fate == "ask" then fate = ask("at_zero", who) end
  say("%s: %s.", who.name, fate)
end

function on.kindled() if setting.last_light and party.torches + party.candles == 0 then say "That was the last light in the packs." end end
function on.light_out(lamp)
  if lamp.left == 0 and (setting.candle_lasts == "stays" or setting.candle_lasts == "ask" and ask("outlasts", lamp)) then
    kindle(lamp.kind, lamp.holder, { free = true })
  end
  if rule.dark() then say "It is totally dark." end
end
