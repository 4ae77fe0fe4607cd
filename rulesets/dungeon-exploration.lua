-- dungeon-exploration.lua -- say what you do, see what befalls, then do it.
--
-- Fits Olde Swords Reign, second edition; mechanics only, in our own words.
-- A Turn is ten minutes.  Everybody says what they do, you say what they see, the hazard die falls, and then
-- they do it: whoever the die tires may drop a deed and rest.  Lights are counted, and a 3 may end one early.
-- Six Turns without a rest, and everyone saves or tires.  Edge is a d6 more on the roll, Setback a d6 less;
-- they cancel one for one.  Left out: combat, spells, encumbrance, and the book's tables; what wanders here
-- is our own.

ruleset "Dungeon Exploration" { turn = "10 minutes", check = "1d20", renamed = { speed = "rule.speed_kind" } }

kind.member:has { str = 0, dex = 0, con = 0, int = 0, wis = 0, cha = 0, speed = "speed = normal" }
kind.pace:has   { times = 1, careful = true }
kind.room:has   { look = "string?" }
kind "speed"    { a_round = "distance" }

-- So far in a round.  Three times that number, in yards, is so far in a Turn: 45, 90, 135.
speed "slow"   { a_round = "15 ft" }
speed "normal" { a_round = "30 ft" }
speed "fast"   { a_round = "45 ft" }

pace "cautious" { help = "watching your step, keeping watch, drawing the map" }
pace "rush"     { times = 2, careful = false,
                  help = "twice as far; no map, no searching, and Setback to spot danger" }

-- Bright so far, and dim so far again beyond it.
light "torch"   { lasts = "6 turns",  bright = "30 ft", dim = "30 ft", spends = "torches" }
light "lantern" { lasts = "36 turns", bright = "30 ft", dim = "30 ft", spends = "flasks" }
light "candle"  { lasts = "6 turns",  bright = "5 ft",  dim = "5 ft",  spends = "candles" }

setting "edge"            { default = "d6", choices = { "d6", "keep" },
                            help = "Edge and Setback: a d6 more or less, or two d20 and the higher or lower" }
setting "hazard_when"     { default = "before", choices = { "before", "during", "after", "ask" },
                            help = "a hazard comes before the deeds, after the first, after all, or you say" }
setting "traditional"     { default = false,
                            help = "no hazard die: a 1 on another die is an encounter, and that is all" }
setting "traditional_die" { default = "1d6", is = "dice", help = "that die" }
setting "watch_turns"     { default = 24, min = 1, help = "turns a lantern burns then, a watch" }
setting "rest_every"      { default = 6, min = 0, help = "turns until a rest is due; 0: never" }
setting "surprise_dc"     { default = 12, help = "DC of WIS checks against surprise" }

track "since_rest" { of = "member", min = 0, public = false, sheet = false, help = "turns since the last rest" }
track "owes_rest"  { of = "member", start = false, public = false, help = "will rest next turn" }
track "torches"    { min = 0, public = true, help = "torches in the packs" }
track "flasks"     { min = 0, public = true, help = "flasks of oil; one fills a lantern" }
track "candles"    { min = 0, public = true, help = "candles in the packs" }
track "walked"     { unit = "yd", tally = true, help = "way covered" }
track "pace"       { start = "cautious", help = "pace" }
track "met"        { of = "light", public = false, sheet = false, help = "hazard rolls it has seen, up to 2" }
track "low"        { of = "light", start = false, prompt = "changed", help = "its oil runs low" }
track "moved"      { of = "turn", unit = "yd", help = "the way of this turn" }
track "danger"     { of = "turn", start = "nothing", help = "what the hazard die brought" }
track "when"       { of = "turn", start = "", help = "when it happens: before, during, after; then now" }
track "halted"     { of = "turn", start = false, help = "somebody dropped everything to rest" }
track "ambush"     { of = "turn", start = {}, help = "who may be surprised by those met, and how they check" }

-- Yours to decide.  question.NAME.always settles a question for good; those that are settled here, so that a
-- Turn is one line, are asked with question.NAME.always = nil.
question "describe" { text = "What do they see in {room}?", default = "nothing new", always = "nothing new" }
question "apply"    { text = "{hazard} As rolled?", choices = { "apply", "soften", "ignore" },
                      always = "apply" }
question "softened" { text = "What happens instead?", default = "It passes, this once." }
question "moment"   { text = "{hazard} Before, during or after the deeds?",
                      choices = { "before", "during", "after" } }
question "outcome" { text = "{who}What comes of it?", default = "nothing", public = true, always = "nothing" }
action "move"  { aka = "m", takes = { "how: pace?", "where: room?" }, elsewhere = "move",
                 help = "cautious (if you do not say) or rush, perhaps to a room; move hall: a dry well says what they see" }
action "rest"  { aka = "r", by = "each", help = "sit, eat, drink, breathe" }
action "other" { takes = { "text?" }, help = "anything else that takes a turn; other bar the door: it holds" }
action "facts" { turns = 0, help = "the three numbers to remember" }

event "rest_due" { text = "{who}.", stops = true, public = "Rest is due: {who}." }
event "marked"   { text = "", help = "every Turn: the light used, the way moved, the danger" }

-- --- the Turn ---

procedure "turn" { "weariness", "describe", "hazard", "surprise", "act", "aftermath", "time", "mark" }

chart "hazard" { die = "1d6", help = "rolled every turn, before the actions",
  { "1",   "encounter", "A wanderer comes upon the party.",       rule.meet },
  { "2",   "sign",      "A sign of danger, close by.",            rule.hint },
  { "3",   "light",     "A torch sputters, or the oil runs low.", rule.gutter },
  { "4",   "fatigue",   "Fatigue sets in.",                       rule.tire },
  { "5-6", "nothing" } }

chart "wandering" { die = "1d6", help = "instead of the hazard die, with setting.traditional",
  { "1",  "encounter", "A wanderer comes upon the party.", rule.meet },
  { "2+", "nothing" } }

-- Whoever owes a rest takes it this Turn, or saves.
function step.weariness()
  party.pace = "cautious"
  if rule.dark() and not doing "move" then say "There is no light." end
  local late = those(party, rule.is_late)
  rule.save(late)
  for who in each(late) do if rule.due(who) then who.since_rest = 0 end end
  for who in each(party) do who.owes_rest = false end
end

-- A new place is described by its room, or by you, behind a colon.
function step.describe()
  local move = deed "move"
  local where = move and move.where
  if not where or known(where) then return end
  local look = place(where).look or ask("describe", { room = where }, { deed = "move" })
  if look ~= "" and look ~= question.describe.default then say("%s: %s", where, look) end
end

function step.hazard()
  for lamp in each(burning()) do lamp.met = math.min(lamp.met + 1, 2) end
  if setting.traditional then roll("wandering", nil, { die = setting.traditional_die }) else roll "hazard" end
end
function on.hazard(r) rule.judge(r) end
function on.wandering(r) rule.judge(r) end

-- Common sense rules over the die: any hazard may be softened, ignored, or take place later.
function rule.judge(r)
  if r.row.name == "nothing" then return end
  local about = { hazard = r.row.text }
  local ruling = ask("apply", about)
  if ruling ~= "apply" then
    r.held = true
    return say(ruling == "soften" and ask "softened" or "It does not happen.")
  end
  turn.danger = r.row.name
  turn.when = setting.hazard_when == "ask" and ask("moment", about) or setting.hazard_when
  r.held = turn.when ~= "before"
end

-- A hazard that was held takes place after the first deed, or after all deeds.
function on.deed() if turn.when == "during" then rule.befall() end end
function step.aftermath() if turn.when == "during" or turn.when == "after" then rule.befall() end end
function rule.befall()
  local row = chart.hazard[turn.danger]
  turn.when = "now"
  say("Now: %s", row.text)
  if row.does then row.does() end
end

-- Light used, way moved, danger; and how long ago everybody rested.
function step.mark()
  for who in each(party) do
    who.since_rest = rule.resting(who) and 0 or math.min(who.since_rest + 1, setting.rest_every)
  end
  local due = those(party, rule.due)
  if #due > 0 then emit "rest_due" { who = names(due, party) } end
  emit "marked" { light = rule.lights(), moved = turn.moved, danger = turn.danger,
    mapped = pace[party.pace].careful }
end
function rule.lights()
  local list = {}
  for lamp in each(burning()) do
    table.insert(list, lamp.kind .. " " .. lamp.holder .. (lamp.left and " " .. lamp.left or ""))
  end
  return table.concat(list, ", ")
end

-- --- moving ---

-- Nobody moves on while some have dropped everything to rest.  The slowest sets the pace.
function act.move(_, how, where)
  if turn.halted then return say "The party stays with those who rest." end
  party.pace = (how or pace.cautious).name
  if count(party, rule.blind) > 0 then say "There is no light: they get half as far." end
  set(turn, "moved", (least(party, rule.stride)))
  gain("walked", turn.moved)
  if not pace[party.pace].careful then say "Nothing can be mapped." end
  if where then go(where) end
end

-- Yards in a Turn.  Rushing is twice the way; without light it is half of it.
function rule.stride(who)
  local way = 3 * amount(rule.speed_kind(who).a_round, "ft") * pace[party.pace].times
  return rule.blind(who) and way / 2 or way
end
function rule.speed_kind(who) return rule.hampered(who) >= 3 and speed.slow or speed[who.speed] end

function act.other(them)
  ask("outcome", { who = #them < count(party) and names(them) .. ": " or "" })
end

-- --- searching, and other checks ---

include "search"

action "spot"  { public = false, turns = 0, takes = { "number?" }, sight = "spot anything",
                 help = "do they see the danger? WIS; with Setback after rushing" }
action "try"   { by = "each", takes = { "stat", "number?" },
                 help = "anything with a check: try dex 16 (normal if you do not say)" }
action "group" { takes = { "stat", "number?" }, help = "a check that half the group must make: group dex 12" }

-- Nobody searches while the party rushes.
kind.action:has { careful = false }
action.search.careful = true
action.inspect.careful = true
local too_dark = rule.cannot
function rule.cannot(verb, them)
  local move = action[verb].careful and deed "move"
  if move and move.how and not move.how.careful then return "Nobody searches while the party rushes." end
  return too_dark(verb, them)
end

modifier "darkness" { when = function(c) return c.who and rule.blind(c.who) end, dis = 1,
                      help = "on every roll" }
modifier "rushing"  { when = function(c) return c.spotting and not pace[party.pace].careful end, dis = 1,
                      help = "to spot danger" }

local keep_one_of_two = rule.check_dice
function rule.check_dice(c)
  if setting.edge == "keep" then return keep_one_of_two(c) end
  local n = c.adv - c.dis
  return "1d20" .. (n > 0 and "+" .. n .. "d6" or n < 0 and n .. "d6" or "")
end

function act.spot(them, dc)
  checks(rule.able(them), "wis", dc or setting.dc.normal, { secret = true, spotting = true })
end
function act.try(who, what, dc) check(who, what, dc or setting.dc.normal) end
function act.group(them, what, dc)
  local n = checks(them, what, dc or setting.dc.normal)
  say(2 * n >= #them and "Together they succeed." or "Together they fail.")
end

-- --- 1: an encounter, and surprise; 2: a sign of one ---

include "encounter"

question "deeds"    { text = "And what the party was about to do?", choices = { "go on", "stop" },
                      short = "the party's deeds {it}" }
question.surprised  { text = "Who could be surprised?", default = "the party",
                      short = "{it} may be surprised" }
question "circumstances" { text = "How do they check against surprise?",
                           choices = { "even terms", "edge", "setback", "cannot surprise" },
                           short = "surprise check: {it}" }
question "foe_wis"  { text = "What is the others' WIS?", default = 0 }
event.encounter.text = "{creature}, {distance} ft away, {mood}."

-- Before the deeds you say, too, whether they go on.
local usual_asks = rule.encounter_asks
function rule.encounter_asks()
  local asks = usual_asks()
  table.insert(asks, "circumstances")
  if turn.danger == "encounter" and turn.when == "before" then table.insert(asks, "deeds") end
  return asks
end

local meet = rule.meet
function rule.meet(...)
  local met = meet(...)
  if not met then return end
  if met.deeds == "stop" then skip "act" end
  if met.circumstances == "cannot surprise" then return met end
  if turn.when == "before" then
    turn.ambush = { side = met.surprised, how = met.circumstances }
  else
    rule.surprise(met.surprised, met.circumstances)
  end
  return met
end

-- Before the deeds it is a step of its own: `odds` then weighs it once, whoever comes.
function step.surprise()
  if turn.ambush.side then rule.surprise(turn.ambush.side, turn.ambush.how) end
  if turn.when == "before" then turn.when = "now" end
end

-- Each of the party checks alone; the others check as one.
function rule.surprise(side, how)
  local odds = { adv = how == "edge", dis = how == "setback" }
  if side == "the party" or side == "both" then
    local caught, _, all = {}, checks(party, "wis", setting.surprise_dc, odds)
    for c in each(all) do if not c.success then table.insert(caught, c.who) end end
    if #caught > 0 then say("Surprise costs %s the first round.", names(caught, party)) end
  end
  if side == "the others" or side == "both" then
    odds.add = ask "foe_wis"
    local alert = check(nil, nil, setting.surprise_dc, odds)
    if not alert then say "The others are surprised and lose the first round." end
  end
end

-- --- 3: light ---

question "flicker"  { text = "{holder}'s torch was just lit. Does it flicker or go out?",
                      choices = { "flicker", "go out" }, always = "flicker" }     -- always = nil asks
question "relight"  { text = "Does {holder} light another {kind}?", default = true, always = true }
event "flicker"  { text = "{holder}'s torch flickers: a bad omen.", public = true }

-- The torch that was lit first; a lantern where no torch burns; never a candle.
function rule.gutter()
  local torch, lantern = rule.failing(burning "torch"), burning("lantern")[1]
  if torch then rule.sputter(torch) elseif lantern then rule.run_low(lantern) else say "But neither is lit." end
end
function rule.failing(torches) return torches[1] end

-- A torch that was only just lit flickers, as a bad omen.
function rule.sputter(torch)
  if rule.just_lit(torch) and ask("flicker", torch) == "flicker" then
    emit "flicker" { holder = torch.holder }
  else
    put_out(torch, "sputters out")
  end
end
function rule.just_lit(torch) return torch.met <= 1 end

function rule.run_low(lantern)
  say("%s's lantern is low on oil%s.", lantern.holder, lantern.low and " already" or "")
  lantern.low = true
end

-- A light that failed or burned down is replaced from the packs, if there is another and you want it.
function on.light_out(lamp, why)
  local failed = lamp.left == 0 or why == "sputters out"
  local another = failed and lamp.spends and party[lamp.spends] > 0
  if another and ask("relight", lamp) then return kindle(lamp.kind, lamp.holder) end
  local blind = those(party, rule.blind)
  if #blind == count(party) then say "Nobody can see." elseif #blind > 0 then say("%s cannot see.", names(blind)) end
end
function on.kindled(lamp, again)
  if setting.traditional and lamp.kind == "lantern" and not again then lamp.left = setting.watch_turns end
end

-- --- 4: fatigue, and rest ---

include "fatigue"

question "fatigue"  { text = "Rest at once, or save against fatigue?", choices = { "rest", "save" },
                      default = "save" }

function rule.due(who) return setting.rest_every > 0 and who.since_rest >= setting.rest_every end
-- True if a member has missed a rest. After setting.rest_every was made shorter, they are warned first.
function rule.is_late(who)
  return not rule.resting(who) and (who.owes_rest or rule.due(who) and who.since_rest == setting.rest_every)
end
function rule.resting(who) return doing(who, "rest") end
function act.rest(who) rule.breathe(who) end

-- Each may rest at once; who does not saves.
function rule.tire()
  local tired, rest, save = those(party, function(who) return not doing(who, "rest") end), {}, {}
  if #tired == 0 then return say "They are resting already." end
  for who in each(tired) do
    local rests = ask("fatigue", who, { among = tired }) == "rest"
    if rests then rule.rest_at_once(who) end
    table.insert(rests and rest or save, who)
  end
  local whose = #rest < count(party) and names(rest) or "They"
  if #rest > 0 then say("%s %s %s.", whose, #rest == 1 and "rests" or "rest", turn.when == "before" and "instead" or "next turn") end
  rule.save(save)
end

-- Instead of the deed; but next Turn when the deed may be done already.
function rule.rest_at_once(who)
  if turn.when ~= "before" then
    who.owes_rest = true
  else
    instead(who, "rest")
    turn.halted = true
  end
end

-- --- what is shown ---

-- In the prompt, Turns since the longest without a rest; on the sheet, when one is due.
function rule.status()
  if setting.rest_every == 0 then return "" end
  return string.format("rest %d/%d", math.min(most(party, "since_rest") or 0, setting.rest_every), setting.rest_every)
end
function rule.next_due()
  if setting.rest_every == 0 then return end
  local left = setting.rest_every - (most(party, "since_rest") or 0)
  return left > 0 and "rest in " .. left .. (left > 1 and " turns" or " turn") or "rest now"
end

function act.facts()
  say("Hazard die: %s every turn.", chart.hazard.die)
  say("A torch burns %s.", tostring(light.torch.lasts))
  say("A lantern burns %s; six turns are an hour.", tostring(light.lantern.lasts))
end
