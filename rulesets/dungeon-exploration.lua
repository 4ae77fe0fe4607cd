-- dungeon-exploration.lua -- say what you do, see what befalls, then do it.
--
-- Fits Olde Swords Reign, second edition; mechanics only, in our own words.
-- The hazard die falls when everybody has said what they do, and before it is done: whoever it tires may drop
-- a deed and rest.  Lights are counted, and a 3 may end one early.  Six Turns without a rest, and everyone
-- saves or tires.  Edge is a d6 more on the roll and Setback a d6 less; they cancel one for one.
-- Left out: combat, spells, encumbrance, and the book's tables.  Short charts of our own say what wanders here,
-- how far off, in what mood, and what it leaves behind: one line, which you take by Enter or change.

ruleset "Dungeon Exploration" { turn = "10 minutes", check = "1d20" }

kind.member:has { str = 0, dex = 0, con = 0, int = 0, wis = 0, cha = 0, speed = "speed = normal", darkvision = false }
kind.light:has  { bright = "distance", dim = "distance" }
kind.pace:has   { times = 1, maps = false, searches = false }
kind.room:has   { look = "string?", hidden = "string?", hidden_dc = "integer?" }
kind "speed"    { a_round = "distance" }

-- So far in a round.  Three times that number, in yards, is so far in a Turn: 45, 90, 135.
speed "slow"   { a_round = "15 ft" }
speed "normal" { a_round = "30 ft" }
speed "fast"   { a_round = "45 ft" }

pace "cautious" { maps = true, searches = true, help = "watching your step, keeping watch, drawing the map" }
pace "rush"     { times = 2, help = "twice as far; no map, no searching, and Setback to spot danger" }

-- Bright so far, and dim so far again beyond it.
light "torch"   { lasts = "6 turns",  bright = "30 ft", dim = "30 ft", spends = "torches" }
light "lantern" { lasts = "36 turns", bright = "30 ft", dim = "30 ft", spends = "flasks" }
light "candle"  { lasts = "6 turns",  bright = "5 ft",  dim = "5 ft",  spends = "candles" }

-- The hazard die.
setting "hazard_when"        { default = "before", choices = { "before", "during", "after", "ask" }, help = "a hazard happens before the actions, after the first, after all, or you are asked each time" }
setting "hazard_on_rest"     { default = true, help = "the die is also rolled in a Turn when everybody rests" }
setting "traditional"        { default = false, help = "no hazard die: a 1 on a die of your choice is an encounter; lights and rests are only counted" }
setting "traditional_die"    { default = "1d6", is = "dice", help = "that die" }
setting "traditional_signs"  { default = false, help = "and a 2 on it is a sign" }
-- Checks.
setting "edge"               { default = "d6", choices = { "d6", "keep" }, help = "Edge and Setback: a d6 more or less on the roll, or two d20 and the higher or lower" }
setting "dc_easy"            { default = 8,  help = "such as a loose flagstone" }
setting "dc_normal"          { default = 12, help = "when you say nothing else; for listening, too" }
setting "dc_hard"            { default = 16, help = "such as a masterly hidden door" }
setting "dc_extreme"         { default = 20 }
setting "save_dc"            { default = 12, help = "DC of CON saves against fatigue" }
setting "surprise_dc"        { default = 12, help = "DC of WIS checks against surprise" }
setting "surprise_monsters"  { default = "ask", choices = { "ask", "check", "say" }, help = "whether the others are surprised: they check with the WIS you are asked for, or at +0, or you say" }
-- Light.
setting "light_timers"       { default = true, help = "lights burn down; false: only a 3 ends them" }
setting "light_turns"        { default = 0, choices = { 0, 1 }, help = "Turns that lighting takes; with 1 the holder does nothing else that Turn" }
setting "just_lit"           { default = 1, min = 0, help = "hazard rolls before a 3 certainly puts a new torch out" }
setting "torch_pick"         { default = "oldest", choices = { "oldest", "random", "ask", "all" }, help = "which of several torches a 3 puts out" }
setting "first_to_fail"      { default = "torch", choices = { "torch", "lantern" }, help = "which light a 3 affects when both burn" }
setting "lantern_low"        { default = "warn", choices = { "warn", "halve", "turns", "out" }, help = "when oil runs low: a warning, half of what is left, some Turns less, or out" }
setting "lantern_low_turns"  { default = 6, min = 0, help = "those Turns, with lantern_low = \"turns\"" }
setting "candle_fails"       { default = false, help = "a 3 puts a candle out when nothing better burns" }
setting "watch_turns"        { default = 24, min = 1, help = "Turns in a Watch, which is how long a lantern burns with traditional counting" }
setting "dim_beyond"         { default = true, help = "dim light begins where bright light ends; false: both are the same circle" }
setting "darkvision_reach"   { default = "30 ft", is = "distance", help = "the reach of darkvision" }
setting "dark_rush"          { default = true, help = "rushing without light is possible (twice the way, halved)" }
setting "dark_search"        { default = "refuse", choices = { "refuse", "setback" }, help = "searching and spotting without light: impossible, or with Setback" }
-- Movement and searching.
setting "move_unit"          { default = "yards", choices = { "yards", "feet" }, help = "three times the speed is read in yards, or in feet" }
setting "search_group"       { default = "any", choices = { "any", "one", "best", "half" }, help = "several searchers: one success is enough, only the first rolls, only the best rolls, or half must succeed" }
setting "search_retry"       { default = true, help = "a place may be searched again after a failure" }
setting "targeted_turns"     { default = 1, choices = { 1, 0.5, 0 }, help = "Turns suggested for looking over one thing" }
-- Rest and fatigue.
setting "rest_every"         { default = 6, min = 0, help = "Turns until a rest is due; 0: never" }
setting "rest_counts"        { default = "any", choices = { "any", "moving" }, help = "Turns that count: all but rests, or only those of moving" }
setting "rest_skipped"       { default = "anew", choices = { "anew", "every turn" }, help = "after a skipped rest: the count restarts after the saves, or there are saves every Turn until you rest" }
setting "rest_scope"         { default = "member", choices = { "member", "party" }, help = "each rests alone, or it counts only when all do" }
setting "fatigue_scope"      { default = "member", choices = { "member", "party" }, help = "a 4: each may decide alone, or all decide as one" }
setting "fatigue_rest"       { default = "this turn", choices = { "this turn", "next turn" }, help = "a 4: resting at once means this Turn, instead of the action, or next Turn" }
setting "hazard_rest_counts" { default = true, help = "a rest taken for a 4 is the hourly rest, too" }
setting "fatigue_effect"     { default = "none", choices = { "none", "published" }, help = "fatigue is only a number; or each point is -1 on checks and saves, Slow at 3, helpless at 5" }
setting "fatigue_removed"    { default = "referee", choices = { "referee", "breather" }, help = "how fatigue is removed: by you (fatigue Bram -1), or also by resting with supplies" }

track "fatigue"    { of = "member", min = 0, help = "how tired; what it does is in setting.fatigue_effect" }
track "helpless"   { of = "member", start = false, help = "too tired for anything; see setting.fatigue_effect" }
track "since_rest" { of = "member", min = 0, public = false, help = "Turns since the last rest" }
track "owes_rest"  { of = "member", start = false, public = false, help = "will rest next Turn" }
track "busy"       { of = "member", start = false, public = false, help = "has spent the Turn on lighting something" }
track "hp"         { of = "member", min = 0, max = "own", help = "hit points, if you count them" }
track "torches"    { min = 0, public = true, help = "torches in the packs" }
track "flasks"     { min = 0, public = true, help = "flasks of oil; one fills a lantern" }
track "candles"    { min = 0, public = true, help = "candles in the packs" }
track "supplies"   { min = 0, public = true, help = "used up by a breather, with setting.fatigue_removed = \"breather\"" }
track "depth"      { start = 1, min = 1, help = "how deep the party is; added to the roll on chart.creatures" }
track "walked"     { unit = "yd", tally = true, help = "distance covered" }
track "pace"       { start = "cautious", help = "how the party moves, or last moved" }
track "met"        { of = "light", public = false, sheet = false, help = "hazard rolls it has burned through, as far as they matter" }
track "low"        { of = "light", start = false, help = "its oil runs low" }
track "spent"      { of = "light", start = false, help = "it failed before its time" }
track "rulings"    { of = "room", start = {}, secret = true, help = "the DCs you gave here; `rulings clear` forgets them" }
track "searched"   { of = "room", start = {}, help = "where a search found nothing" }
track "moved"      { of = "turn", unit = "yd", help = "the way of this Turn" }
track "danger"     { of = "turn", start = "nothing", help = "what the hazard die brought" }
track "held"       { of = "turn", start = "", help = "a hazard that has not happened yet" }
track "when"       { of = "turn", start = "", help = "when it does" }
track "dropped"    { of = "turn", start = {}, help = "who rested instead of acting" }

-- Yours to decide.  Unanswered, each settles itself; question.NAME.always settles one for good.  Those that are settled here,
-- so that a Turn is one line, are asked with question.NAME.always = nil.
question "describe"      { text = "What do they see in {room}?", default = "" }
question "apply"         { text = "{hazard} As rolled?", choices = { "apply", "soften", "ignore" }, always = "apply" }
question "softened"      { text = "What happens instead?", default = "It passes, this once." }
question "moment"        { text = "{hazard} Before, during or after the deeds?", choices = { "before", "during", "after" } }
question "creature"      { text = "Who is it?" }
question "distance"      { text = "How far away?", default = rule.range, min = 0, unit = "ft" }
question "mood"          { text = "In what mood?", choices = { "hungry", "angry", "on guard", "busy", "wary", "curious" }, default = rule.mood }
question "sign"          { text = "What do they notice?", default = rule.trace, always = true }
question "surprise"      { text = "Who could be surprised?", choices = { "the party", "nobody", "the others", "both" }, short = "{it} may be surprised" }
question "circumstances" { text = "How do they check against surprise?", choices = { "no edge", "edge", "setback", "cannot surprise" } }
question "deeds"         { text = "And what the party was about to do?", choices = { "go on", "stop" }, short = "their deeds {it}" }
question "foe_wis"       { text = "What is the others' WIS?", default = 0 }
question "foes"          { text = "Are the others surprised?", default = false }
question "fatigue"       { text = "Rest at once, or save against fatigue?", choices = { "rest", "save" }, default = "save" }
question "flicker"       { text = "{holder}'s torch was just lit. Does it flicker or go out?", choices = { "flicker", "go out" } }
question "which_torch"   { text = "Whose torch goes out?", choices = {} }
question "relight"       { text = "Does {holder} light another {kind}?", default = true }
question "hidden"        { text = "How well is it hidden? {easy} easy, {normal} normal, {hard} hard; 0: nothing is there.", default = rule.normal, min = 0, secret = true }
question "door"          { text = "What is the DC of {thing}? {easy} easy, {normal} normal, {hard} hard, {extreme} extreme.", default = rule.normal, min = 0 }
question "glance"        { text = "How long does looking over {thing} take?", choices = { "a Turn", "half a Turn", "no time" } }
question "fine"          { text = "Can darkvision show it, without colours and fine detail?", default = false }
question "breather"      { text = "{name} rests. Use a supply for hit points or against fatigue?", choices = { "hit points", "fatigue", "both", "neither" } }

procedure "turn" { "weariness", "describe", "hazard", "lighting", "act", "aftermath", "time", "mark" }

chart "hazard" { die = "1d6", help = "rolled every Turn, before the actions",
  { "1",   "encounter", "A wanderer comes upon the party.",        rule.meet },
  { "2",   "sign",      "A sign of danger, close by.",             rule.hint },
  { "3",   "light",     "A torch sputters, or the oil runs low.",  rule.gutter },
  { "4",   "fatigue",   "Fatigue sets in.",                      rule.tire },
  { "5-6", "nothing" } }

chart "wandering" { die = "1d6", help = "instead of the hazard die, with setting.traditional",
  { "1",  "encounter", "A wanderer comes upon the party.", rule.meet },
  { "2+", "nothing" } }

chart "creatures" { die = "1d6", secret = true, help = "who wanders here; every level of depth below the first adds 1",
  { "1",   "rats",     "{3d6} rats, boiling out of a wall" },
  { "2",   "goblins",  "{1d4+1} goblins with a heavy sack" },
  { "3",   "spider",   "a spider the size of a hound" },
  { "4",   "rivals",   "another party, bandaged and nervous" },
  { "5",   "bones",    "{1d3+1} of the dead, walking their old round" },
  { "6",   "ghouls",   "{1d4+1} ghouls, noses to the ground" },
  { "7",   "ooze",     "an ooze that fills the passage" },
  { "8",   "ogre",     "an ogre dragging an empty cage" },
  { "9",   "cold one", "something cold that has no edges" },
  { "10+", "serpent",  "a blind serpent, older than the walls" } }

chart "ranges" { die = "1d6", secret = true, help = "how far off they are, in feet",
  { "1", "here", feet = 5 }, { "2-3", "near", feet = 30 }, { "4-5", "edge of sight", feet = 60 }, { "6", "heard before seen", feet = 90 } }

chart "moods" { die = "1d6", secret = true, help = "in what mood they are",
  { "1", "hungry" }, { "2", "angry" }, { "3", "on guard" }, { "4", "busy" }, { "5", "wary" }, { "6", "curious" } }

chart "signs" { die = "1d8", secret = true, help = "noises, smells, tracks and shadows",
  { "1", "noise",  "A stone rolls, and somebody stops it." },
  { "2", "voice",  "Somebody breathes out, not far away." },
  { "3", "smell",  "A reek of wet fur and old meat." },
  { "4", "smoke",  "A thread of smoke, still warm." },
  { "5", "tracks", "Wet footprints, still spreading." },
  { "6", "scrape", "Fresh scratches on the stone, at knee height." },
  { "7", "shadow", "A shadow at the edge of the light, then none." },
  { "8", "glint",  "Two points of light that blink." } }

action "move"    { aka = "m", takes = { "pace?", "room?" }, help = "cautious or rush (cautious if you do not say), perhaps to a room" }
action "search"  { aka = "s", takes = { "text?" }, help = "search a room, a passage or one feature (WIS)" }
action "inspect" { aka = "i", takes = { "text" }, turns = rule.glance, help = "look over one thing; may take less than a Turn" }
action "force"   { aka = "f", takes = { "text?" }, help = "force a door; the strongest member rolls STR" }
action "pick"    { takes = { "text?" }, help = "pick a lock; the nimblest member rolls DEX" }
action "listen"  { aka = "l", takes = { "text?" }, help = "listen at a door; the sharpest member rolls WIS" }
action "rest"    { aka = "r", by = "each", help = "sit, eat, drink, breathe" }
action "tend"    { by = "each", takes = { "member" }, help = "look after somebody who rests" }
action "try"     { by = "each", takes = { "stat", "number?" }, help = "anything with a check: try dex 16 (normal if you do not say)" }
action "group"   { takes = { "stat", "number?" }, help = "a check that half the group must make: group dex 12" }
action "other"   { by = "each", takes = { "text?" }, help = "anything else that takes a Turn" }
action "spot"    { public = false, turns = 0, takes = { "number?" }, help = "do they see the danger? WIS; with Setback after rushing" }
action "look"    { turns = 0, takes = { "number" }, help = "what they see at a distance in feet: look 35" }
action "read"    { turns = 0, takes = { "text?" }, help = "read letters, a colour or a fine detail" }
action "encounter" { turns = 0, takes = { "text?" }, help = "somebody comes, as you say or by the charts: encounter 3 goblins, wary" }
action "facts"   { turns = 0, help = "the three numbers to remember" }

event "flicker" { text = "{holder}'s torch flickers: a bad omen.", public = true }
event "sign"    { text = "{sign} ({creature})", public = "{sign}" }
event.encounter.text = "{creature}, {distance} ft away, {mood}."
event "marked"  { text = "", help = "every Turn: the light used, the way moved, the danger" }

-- --- the turn ---

-- Members who owe a rest take it this Turn, or save.
function step.weariness()
  party.pace = "cautious"
  if rule.dark() then say "There is no light." end
  local late = {}
  for who in each(party) do
    if (who.owes_rest or rule.due(who)) and not rule.resting(who) then table.insert(late, who) end
    who.owes_rest = false
  end
  rule.save(late)
  for who in each(late) do
    if rule.due(who) and setting.rest_skipped == "anew" then who.since_rest = 0 end
  end
end

-- A new place is described by its room, or by you.
function step.describe()
  local _, _, where = doing "move"
  if not where or known(where) then return end
  local look = rule.look(where) or ask("describe", { room = where })
  if look ~= "" then say("%s: %s", where, look) end
end
function rule.look(where)
  for r in each(room) do if r.name == where then return r.look end end
end

function step.hazard()
  if not setting.hazard_on_rest and rule.all_rest() then return end
  for lamp in each(burning()) do lamp.met = math.min(lamp.met + 1, setting.just_lit + 1) end
  if setting.traditional then roll("wandering", nil, { die = setting.traditional_die }) else roll "hazard" end
end

function step.lighting(who)
  if not who.busy then return end
  instead(who, "other", "seeing to a light")
  say("%s sees to the light.", who.name)
  who.busy = false
end

function step.aftermath() rule.befall() end

function step.mark()
  local due = {}
  for who in each(party) do
    rule.count(who)
    if rule.due(who) then table.insert(due, who.name) end
  end
  if #due > 0 then say("Rest is due: %s.", table.concat(due, ", ")) end
  emit "marked" { light = rule.lights(), moved = turn.moved, mapped = pace[party.pace].maps, danger = turn.danger }
end

-- --- a hazard, and your hand over it ---

function on.hazard(r) rule.judge(r) end
function on.wandering(r)
  if r.total == 2 and setting.traditional_signs then r.row = chart.hazard.sign end
  rule.judge(r)
end

-- Common sense rules over the die: any hazard may be softened, ignored, or take place later.
function rule.judge(r)
  if r.row.name == "nothing" then return end
  local about = { hazard = r.row.text }
  local ruling = ask("apply", about)
  if ruling == "apply" then
    turn.danger = r.row.name
    turn.when = setting.hazard_when == "ask" and ask("moment", about) or setting.hazard_when
    if turn.when ~= "before" then turn.held, r.held = r.row.name, true end
  else
    r.held = true
    say(ruling == "soften" and ask "softened" or "It does not happen.")
  end
end

-- A hazard that was held takes place after the first deed, or after all deeds.
function on.deed() if turn.when == "during" then rule.befall() end end
function rule.befall()
  if turn.held == "" then return end
  local row = chart.hazard[turn.held]
  turn.held = ""
  say("Now: %s", row.text)
  if row.does then row.does() end
end

-- --- 1: an encounter ---

-- One question for all of it.  Before the deeds you say whether they go on.  said: what you typed of it.
function rule.meet(_, _, said)
  local what, parts = rule.wanderer(), { "creature", "distance", "mood", "surprise", "circumstances" }
  if what == "nothing" then return say "But nobody comes." end
  if turn.danger == "encounter" and turn.when == "before" then table.insert(parts, "deeds") end
  local met = ask(parts, nil, { text = "Encounter", said = said, default = { creature = what } })
  emit("encounter", met)
  if met.deeds == "stop" then skip "act" end
  local side, how = met.surprise, met.circumstances
  if how == "cannot surprise" then return end
  if side == "the party" or side == "both" then rule.surprise_party(rule.odds(how)) end
  if side == "the others" or side == "both" then rule.surprise_others(rule.odds(how)) end
end
function act.encounter(_, said) rule.meet(nil, nil, said) end

function rule.wanderer() return rule.creature() end
function rule.creature() return roll("creatures", nil, { add = party.depth - 1, quiet = true }).text end
function rule.range() return roll("ranges").feet end
function rule.mood() return roll("moods").name end
function rule.odds(how) return { adv = how == "edge" and 1 or 0, dis = how == "setback" and 1 or 0 } end

function rule.surprise_party(odds)
  local _, all = checks(party, "wis", setting.surprise_dc, odds)
  local caught = {}
  for c in each(all) do if not c.success then table.insert(caught, c.who.name) end end
  if #caught > 0 then say("Surprised, and lost in the first round: %s.", table.concat(caught, ", ")) end
end

function rule.surprise_others(odds)
  local caught
  if setting.surprise_monsters == "say" then
    caught = ask "foes"
  else
    odds.add = setting.surprise_monsters == "ask" and ask "foe_wis" or 0
    caught = not check(nil, nil, setting.surprise_dc, odds)
  end
  if caught then say "The others are surprised, and lost in the first round." end
end

-- --- 2: a sign ---

-- A sign is no encounter: something is near, and that is all.
function rule.hint()
  local what = rule.creature()
  if what == "nothing" then return say "But nothing is near." end
  local sign = ask({ "sign" }, nil, { text = "Sign" })
  sign.creature = what:gsub("{.-} ", "")
  emit("sign", sign)
end
function rule.trace() return (roll("signs").text:gsub("%.$", "")) end

-- --- 3: light ---

function rule.gutter()
  local torches, lantern = burning "torch", burning("lantern")[1]
  if lantern and (#torches == 0 or setting.first_to_fail == "lantern") then
    rule.run_low(lantern)
  elseif #torches > 0 then
    for torch in each(rule.failing(torches)) do rule.sputter(torch) end
  elseif setting.candle_fails and #burning "candle" > 0 then
    rule.fail(burning("candle")[1])
  end
end

-- The torch that was lit first, unless you want it otherwise.
function rule.failing(torches)
  local way = setting.torch_pick
  if way == "all" then return torches end
  if way == "random" then return { pick(torches, "which torch") } end
  if way == "oldest" or #torches == 1 then return { torches[1] } end
  local holders = {}
  for torch in each(torches) do table.insert(holders, torch.holder) end
  local whose = ask("which_torch", nil, { choices = holders })
  for torch in each(torches) do if torch.holder == whose then return { torch } end end
end

-- A torch that was only just lit flickers, as a bad omen.
function rule.sputter(torch)
  if torch.met <= setting.just_lit and ask("flicker", torch) == "flicker" then
    emit "flicker" { holder = torch.holder }
  else
    rule.fail(torch)
  end
end

function rule.run_low(lantern)
  say("%s's lantern is low on oil.", lantern.holder)
  lantern.low = true
  local left, way = lantern.left, setting.lantern_low
  if way == "out" then return rule.fail(lantern) end
  if way == "warn" or not left then return end
  left = way == "halve" and math.ceil(left / 2) or left - setting.lantern_low_turns
  if left > 0 then lantern.left = left else rule.fail(lantern) end
end

function rule.fail(lamp)
  lamp.spent = true
  put_out(lamp, "sputters out")
end

-- A light that failed or burned down is replaced from the packs, if there is another and you want it.
function on.light_out(lamp)
  local done = lamp.spent or lamp.left == 0
  if done and party[lamp.spends] > 0 and ask("relight", lamp) then return kindle(lamp.kind, lamp.holder) end
  local blind = {}
  for who in each(party) do if rule.blind(who) then table.insert(blind, who.name) end end
  if #blind > 0 then say("Blind: %s.", table.concat(blind, ", ")) end
end

function on.kindled(lamp, again)
  if not setting.light_timers then lamp.left = nil end
  if not again and setting.traditional and lamp.kind == "lantern" and lamp.left then lamp.left = setting.watch_turns end
  if setting.light_turns == 0 or turn.number == 0 then return end
  for who in each(party) do if who.name == lamp.holder then who.busy = true end end
end

-- --- 4: fatigue ---

-- Each may rest at once; who does not saves.
function rule.tire()
  local tired, save, way = {}, {}, nil
  for who in each(party) do if not doing(who, "rest") then table.insert(tired, who) end end
  if #tired == 0 then return say "They are resting already." end
  for who in each(tired) do
    if setting.fatigue_scope == "member" then way = ask("fatigue", who, { among = tired }) else way = way or ask "fatigue" end
    if way == "rest" then rule.rest_at_once(who) else table.insert(save, who) end
  end
  rule.save(save)
end

-- Instead of the deed; but next Turn when the deed may be done already.
function rule.rest_at_once(who)
  if setting.fatigue_rest == "next turn" or turn.when ~= "before" then
    who.owes_rest = true
  else
    instead(who, "rest")
    turn.dropped[who.name] = true
  end
end

function rule.save(list)
  if #list == 0 then return end
  local _, all = checks(list, "con", setting.save_dc)
  for c in each(all) do if not c.success then gain(c.who, "fatigue") end end
end

-- Published: at 3 you are Slow (see rule.speed), at 5 you can do nothing.
function on.fatigue(who)
  local helpless = setting.fatigue_effect == "published" and who.fatigue >= 5
  if helpless == who.helpless then return end
  who.helpless, who.away = helpless, helpless
  if helpless then say("%s can do nothing more.", who.name) end
end

-- --- rest ---

function rule.due(who) return setting.rest_every > 0 and who.since_rest >= setting.rest_every end
function rule.all_rest() return #doers "rest" == #rule.present() end
function rule.resting(who)
  if setting.rest_scope == "party" then return rule.all_rest() end
  return doing(who, "rest")
end
function rule.present()
  local list = {}
  for who in each(party) do table.insert(list, who) end
  return list
end

-- A rest starts the count anew; every other Turn is one more.
function rule.count(who)
  if rule.resting(who) then
    if setting.hazard_rest_counts or not turn.dropped[who.name] then who.since_rest = 0 end
  elseif setting.rest_counts == "any" or doing(who, "move") then
    who.since_rest = math.min(who.since_rest + 1, setting.rest_every)
  end
end

-- A breather: a supply for 1d4 + CON hit points, or for a save against one fatigue; for both if somebody tends you.
function act.rest(who)
  if setting.fatigue_removed ~= "breather" or party.supplies == 0 then return end
  local tended = rule.tended(who)
  local choices = tended and { "hit points", "fatigue", "both", "neither" } or { "hit points", "fatigue", "neither" }
  local what = ask("breather", who, { choices = choices, default = rule.need(who, tended) })
  if what == "neither" then return end
  lose "supplies"
  if what ~= "fatigue" then gain(who, "hp", math.max(0, dice("1d4", "breather") + who.con)) end
  if what ~= "hit points" and check(who, "con", setting.save_dc) then lose(who, "fatigue") end
end
function rule.need(who, tended)
  local hurt, tired = who.hp < who.max.hp, who.fatigue > 0
  if hurt and tired and tended then return "both" end
  return tired and "fatigue" or hurt and "hit points" or "neither"
end
function rule.tended(who)
  for ally in each(doers "tend") do
    local _, whom = doing(ally, "tend")
    if whom == who then return true end
  end
  return false
end

-- --- movement ---

function cannot.move(_, how)
  if how == pace.rush and rule.dark() and not setting.dark_rush then return "It is too dark to rush." end
end
-- Nobody moves on while some have dropped everything to rest.
function act.move(_, how, where)
  if rule.any(function(who) return turn.dropped[who.name] end) then return say "The party stays with those who rest." end
  party.pace = (how or pace.cautious).name
  if rule.any(rule.blind) then say "In the dark they get half as far." end
  set(turn, "moved", rule.distance())
  gain("walked", turn.moved)
  if not pace[party.pace].maps then say "Nothing can be mapped." end
  if where then go(where) end
end

function rule.any(is)
  for who in each(party) do if is(who) then return true end end
  return false
end

-- The slowest sets it.  Rushing is twice the way; without light it is half of it.
function rule.distance() return (least(party, rule.stride)) end
function rule.stride(who)
  local way = 3 * amount(rule.speed(who).a_round, "ft") * pace[party.pace].times
  if rule.blind(who) then way = way / 2 end
  return setting.move_unit == "feet" and way / 3 or way
end
function rule.speed(who)
  if setting.fatigue_effect == "published" and who.fatigue >= 3 then return speed.slow end
  return speed[who.speed]
end

-- --- searching ---

function cannot.search(them, place) return rule.no_search(them, place or "here") end
function act.search(them, place) rule.find(them, place or "here") end
function cannot.inspect(them, thing) return rule.no_search(them, thing) end
function act.inspect(them, thing) rule.find(them, thing) end

function rule.no_search(them, place)
  local _, how = doing "move"
  if how and not how.searches then return "Nobody searches while the party rushes." end
  if #rule.able(them) == 0 then return "It is too dark to search." end
  if not setting.search_retry and here.searched[place] then return "That has been searched already." end
end

-- Looking over one thing: a Turn, unless you say it takes less.
function rule.glance(_, thing)
  local usual = setting.targeted_turns == 1 and "a Turn" or setting.targeted_turns == 0 and "no time" or "half a Turn"
  local takes = ask("glance", { thing = thing }, { default = usual })
  if takes == "half a Turn" then pass "5 minutes" end
  return takes == "a Turn" and 1 or 0
end

-- The words are the same when nothing is hidden, so a failed search does not tell.
function rule.find(them, place)
  local dc = here.hidden_dc or rule.dc("hidden", place)
  if rule.succeed(rule.able(them), dc) and dc > 0 then
    say("Found: %s.", here.hidden or "what is hidden there")
    here.rulings["hidden " .. place] = nil
    if here.hidden_dc then here.hidden_dc = 0 end
  else
    say "Nothing found."
    here.searched[place] = true
  end
end

function rule.able(them)
  if setting.dark_search == "setback" then return them end
  local list = {}
  for who in each(them) do if not rule.blind(who) then table.insert(list, who) end end
  return list
end

function rule.succeed(them, dc)
  local way = setting.search_group
  if way == "one" then them = { them[1] } end
  if way == "best" then them = { rule.best(them, "wis") } end
  local n = checks(them, "wis", dc, { secret = true })
  if way == "half" then return 2 * n >= #them end
  return n > 0
end

function cannot.spot(them) if #rule.able(them) == 0 then return "It is too dark to spot anything." end end
function act.spot(them, dc) checks(rule.able(them), "wis", dc or setting.dc_normal, { secret = true, spotting = true }) end

-- --- doors and checks ---

function act.force(them, door) rule.open(them, "str", door or "door") end
function act.pick(them, lock) rule.open(them, "dex", lock or "lock") end
function rule.open(them, stat, thing)
  local open = check(rule.best(them, stat), stat, rule.dc("door", thing))
  say("%s: %s.", thing, open and "open" or "shut")
  if open then here.rulings["door " .. thing] = nil end
end

function act.listen(them) check(rule.best(them, "wis"), "wis", setting.dc_normal, { secret = true }) end

function act.try(who, what, dc) check(who, what, dc or setting.dc_normal) end
function act.group(them, what, dc)
  local n = checks(them, what, dc or setting.dc_normal)
  say(2 * n >= #them and "Together they succeed." or "Together they fail.")
end

function rule.best(them, stat)
  local _, who = most(them, stat)
  return who
end

-- Your ruling on a thing holds for the next try.
function rule.dc(question, thing)
  local dcs, name = here.rulings, question .. " " .. thing
  if not dcs[name] then
    dcs[name] = ask(question, { thing = thing, easy = setting.dc_easy, normal = setting.dc_normal, hard = setting.dc_hard, extreme = setting.dc_extreme })
  end
  return dcs[name]
end
function rule.normal() return setting.dc_normal end

-- Without light everything is rolled with Setback; so is spotting danger while rushing.
function on.check(c)
  if c.who and rule.blind(c.who) then c.dis = c.dis + 1 end
  if c.spotting and not pace[party.pace].searches then c.dis = c.dis + 1 end
  if c.who and setting.fatigue_effect == "published" then c.add = c.add - c.who.fatigue end
end

local keep_one_of_two = rule.check_dice
function rule.check_dice(c)
  if setting.edge == "keep" then return keep_one_of_two(c) end
  local n = c.adv - c.dis
  return "1d20" .. (n > 0 and "+" .. n .. "d6" or n < 0 and n .. "d6" or "")
end

-- --- seeing ---

function rule.dark() return #burning() == 0 end
function rule.blind(who) return rule.dark() and not who.darkvision end

-- The reach of the best light, bright and dim, in feet.
function rule.bright() return most(burning(), function(lamp) return amount(lamp.bright, "ft") end) or 0 end
function rule.dim()
  return most(burning(), function(lamp) return amount(lamp.dim, "ft") + (setting.dim_beyond and amount(lamp.bright, "ft") or 0) end) or 0
end
function rule.light_at(feet)
  return rule.dark() and "darkness" or feet <= rule.bright() and "bright light" or feet <= rule.dim() and "dim light" or "darkness"
end

-- Darkvision takes dim light for bright and darkness for dim, so far and no farther.
function rule.sees(who, feet)
  local light = rule.light_at(feet)
  if not who.darkvision or feet > amount(setting.darkvision_reach, "ft") then return light end
  return light == "darkness" and "dim light" or "bright light"
end

function act.look(them, feet)
  for who in each(them) do say("%s, %g ft off: %s.", who.name, feet, rule.sees(who, feet)) end
end

function cannot.read(them)
  if not rule.dark() then return end
  if #rule.able(them) == 0 then return "It is too dark to read." end
  if not ask "fine" then return "Darkvision shows no colours and no fine detail." end
end

-- --- at a glance ---

function act.facts()
  say("Hazard die: %s every Turn.", chart.hazard.die)
  say("A torch burns %s.", tostring(light.torch.lasts))
  say("A lantern burns %s; six Turns are an hour.", tostring(light.lantern.lasts))
end

function rule.lights()
  local list = {}
  for lamp in each(burning()) do table.insert(list, lamp.kind .. " " .. lamp.holder .. (lamp.left and " " .. lamp.left or "")) end
  return table.concat(list, ", ")
end

-- In the prompt: Turns since the longest without a rest, whose oil is low, who is tired.
function rule.next_due()
  local left = setting.rest_every - (most(party, "since_rest") or 0)
  if setting.rest_every > 0 then return left > 0 and "rest, in " .. left .. (left > 1 and " Turns" or " Turn") or "rest, now" end
end

function rule.status()
  local parts = {}
  if setting.rest_every > 0 then table.insert(parts, string.format("rest %d/%d", most(party, "since_rest") or 0, setting.rest_every)) end
  for lamp in each(burning()) do if lamp.low then table.insert(parts, lamp.holder .. "'s oil low") end end
  local tired = {}
  for who in each(party.members) do if who.fatigue > 0 then table.insert(tired, who.name .. " F" .. who.fatigue) end end
  if #tired > 0 then table.insert(parts, table.concat(tired, ", ")) end
  return table.concat(parts, " | ")
end
