-- dungeon-turn.lua -- act, then the hazard die; lights go from lit to dim to out; nobody counts their hours.
--
-- Fits Heretics, by F. Alvarado; mechanics only, in our own words.
-- The first six turns of a delve are kind.  Fatigue makes tired, then exhausted, and only camp mends it.  When the
-- evening runs out the way home may be rolled, and paid for in blood or baggage.
-- Left out: the game's monsters, magic and fights; a fight is rounds until you say that it is over.  Who comes,
-- whose traces and what the place does are rolled on the small charts of parts/stock_dungeon.lua, or on your own.

ruleset "Dungeon Turn" {
  turn = "10 minutes", check = "1d20", procedure = "turn", room = "camp",
  hint = "You are at camp: 'move hall' or 'delve' enters the dungeon, 'out' leaves it.",
}

include "stock_dungeon"
include "hidden"
include "roll_home"
include "omens"

kind.member:has { str = 0, dex = 0, con = 0, int = 0, wis = 0, cha = 0, speed = 40, darkvision = false }

-- --- the turn ---

procedure "turn" { "weariness", "act", "hazard", "healing", "calm", "time" }

setting "grace" { default = 6, min = 0, help = "how many turns at the start of a delve are calm" }
track "inside"  { start = false, sheet = false, help = "the party is in a dungeon" }
track "calm"    { min = 0, sheet = false, prompt = "changed", help = "calm turns left" }

action "delve"  { turns = 0, unless = { inside = "You are in the dungeon already." }, help = "enter the dungeon: the turns begin; move and enter do it too" }
action "out"    { turns = 0, needs = { inside = "You are not in a dungeon." }, help = "the party has walked out: the delve is over" }
question "result"  { text = "{who}What do they notice?", default = "nothing", public = true }
-- These two are yours to answer with the line, as in move hall: two beds; question.NAME.always = nil asks each time.
question "seen"    { text = "{who}What do they see?", default = "nothing", public = true, always = "nothing" }
question "outcome" { text = "{who}What comes of it?", default = "nothing", public = true, always = "nothing" }

function act.delve()
  party.inside, party.calm = true, setting.grace
  go("the entrance", { apart = true })
end

-- Whoever walks from camp walks into the dungeon.
local enters = { move = true, enter = true }
function rule.cannot(verb)
  if party.inside or enters[verb] or turn.procedure ~= "turn" or action[verb].turns == 0 then return end
  if verb == "rest" then return "At camp 'pass 8 hours' is a night; what it heals you say, as in 'hp Bram +3'." end
  return "You are at camp, not in a dungeon: type delve, or move and a room."
end

-- The end of a delve ends a fight, too.
function act.out()
  if turn.procedure == "combat" then leave() end
  say "The delve is over."
  go("camp", { apart = true })
  party.inside, party.calm, party.hasty, turn.number = false, 0, false, 0
  for who in each(party) do
    who.rested, who.winded = 0, false
    rule.recover(who)
  end
end

function act.listen(list) rule.notice("result", list) end
function act.other(list) rule.notice("outcome", list) end
-- Says whose question it is when others do something else.
function rule.notice(what, list) ask(what, { who = #list < count(party) and names(list) .. ": " or "" }) end

function step.calm()
  if party.calm == 1 then say "The calm is over. From now on every face of the hazard die counts." end
  party.calm = math.max(0, party.calm - 1)
end

function rule.status()
  if turn.procedure == "combat" then return turn.number == 0 and "round, or over" or "" end
  if not party.inside then return "at camp" end
  local rested = most(party, "rested") or 0
  return rested > 0 and "rest " .. rested .. "/" .. setting.rest_turns or ""
end

-- --- moving ---

-- Haste through unknown ground is surprised there, and springs what traps there are.
kind.pace:has  { hasty = false, manner = "string = as they like" }
pace "careful" { distance = "3 zones", manner = "with care", help = "listening, mapping, looking where to step" }
pace "walk"    { distance = "20 zones", manner = "at a walk", hasty = true, help = "over known ground; elsewhere traps go off" }
pace "run"     { distance = "200 zones", manner = "at a run", hasty = true, help = "as walking, but ten times as far" }

track "hasty"  { start = false, help = "hurried into a place where it had never been" }
action "move"  { aka = "m", takes = { "pace?", "unknown|?", "room?" }, elsewhere = "move",
                 help = "careful unless you say walk or run, perhaps to a room; walk unknown: over new ground; move hall: two beds says what they see" }
action "enter" { takes = { "room?" }, elsewhere = "move", help = "enter a room carefully, as move does" }
action "listen" { aka = "l", takes = { "text?" }, help = "listen at a door or into a passage" }
action "other" { takes = { "text?" }, help = "anything else that takes a turn; other bar the door: it holds" }
question "hint" { text = "What hint of a trap do they get?", default = "something here is not as it should be" }

function act.move(list, how, unknown, where)
  if not party.inside then act.delve() end
  how = how or pace.careful
  if how.hasty or not where then rule.tell_way(amount(how.distance, "zone"), how.hasty and how.manner) end
  local new = rule.arrive(where)
  party.hasty = how.hasty and (new or unknown ~= nil)
  if party.hasty then rule.spring() elseif new then rule.hint() end
  if where then rule.notice("seen", list) end
end
-- On careful feet the room they come to says enough.
function rule.tell_way(zones, manner)
  say("They go %g zones, %g ft%s.", zones, zones * rule.zone(), manner and ", " .. manner or "")
end
function act.enter(list, where)
  if not party.inside then act.delve() end
  party.hasty = false
  if rule.arrive(where) then rule.hint() end
  rule.notice("seen", list)
end
-- Moving on without a named room leaves behind what was searched.
function rule.arrive(where)
  if where then return select(2, go(where)) end
  here.traps_done, here.doors_done = 0, 0
end

-- The feet in a zone.
function rule.zone() return (least(party, rule.speed)) end
function rule.speed(who) return who.wounded > 0 and who.speed / 2 or who.speed end

-- Slow on purpose: there is time to look.
function rule.hint() if #rule.traps_here() > 0 then say("A hint: %s.", here.hint or ask "hint") end end

-- --- searching ---

-- Where the size of a room is known, what it hides may lie in a square of it: { "a pit", square = 3 }.
kind.room:has { wide = "distance?", long = "distance?", hint = "string?" }
setting "square"   { default = "10 ft", is = "distance", help = "a search covers a square with such sides" }
track "traps_done" { of = "room", help = "searches for traps" }
track "doors_done" { of = "room", help = "searches for secret doors" }

action "search"    { aka = "s", takes = { "traps|doors|treasure?", "text?" },
                     help = "search a square for traps or secret doors, or one object: search chest" }
question "found"   { text = "What do they find?", default = rule.there, help = "type what they find; a check rolls for it" }

-- Without a goal they look for traps, then for doors, square by square.  "gate for traps" says the goal, too.
local goals = { traps = "traps", doors = "doors", ["secret doors"] = "doors", treasure = "treasure" }
function rule.goal(what, where)
  local said = goals[(" for " .. (where or "")):match ".* for (.*)$"]
  return what or said or where and "treasure" or here.traps_done <= here.doors_done and "traps" or "doors"
end
-- The number of squares of the room, where that is known.
function rule.squares()
  if not (here.wide and here.long) then return math.huge end
  return math.ceil(here.wide / setting.square) * math.ceil(here.long / setting.square)
end

function cannot.search(_, what, where)
  local goal = rule.goal(what, where)
  if goal == "treasure" or here[goal .. "_done"] < rule.squares() then return end
  return "Every square here has been searched for " .. goal .. "."
end
function act.search(group, what, where)
  local goal = rule.goal(what, where)
  if goal == "treasure" then
    where = where and where:gsub(" for .*", "") or "the object"
    return rule.search(group, where, "traps", { here.objects[where] })
  end
  local square, squares = here[goal .. "_done"] + 1, rule.squares()
  here[goal .. "_done"] = square
  where = squares == math.huge and here.name or string.format("square %d of %g", square, squares)
  what = goal == "traps" and "traps" or "secret doors"
  rule.search(group, where, what, rule.in_square(goal == "traps" and rule.traps() or here.doors, square, squares))
end
-- A thing without a square of its own lies in the last, or where nobody counts them in the first.
function rule.in_square(list, square, squares)
  local there = {}
  for thing in each(list) do
    local at = type(thing) == "table" and thing.square or squares == math.huge and 1 or squares
    if at == square then table.insert(there, rule.what(thing)) end
  end
  return there
end

-- The party finds what is there, or what you say; "a check" leaves it to their wits.
function rule.search(group, where, what, there)
  local about = { where = where, what = what, there = there }
  local found = ask({ "found" }, about, { text = "Searching {where} for {what}" }).found
  if found:find "^a? ?check$" then found = rule.spots(group) and rule.there(about) or "nothing" end
  if found == "nothing" then return say("No %s found in %s.", what, where) end
  for thing in each(found == rule.there(about) and there or { found }) do rule.find(thing) end
end
function rule.there(about) return #about.there > 0 and names(about.there) or "nothing" end
function rule.spots(group)
  local _, best = most(group, "int")
  return check(best, "int", 12, { secret = true })
end

-- --- light ---

kind.light:has  { reach = "close|nearby|far = close", details = "close|nearby|far = close" }
kind.light:has  { depletes = true, blows_out = true, beams = false, refills = false }
light "torch"   { reach = "nearby", spends = "torches" }
light "candle"  { spends = "candles" }
light "lantern" { spends = "oil", blows_out = false, beams = true, refills = true }

setting "zones" { default = { close = 0, nearby = 2, far = 3 }, is = "table", help = "how far that is, in zones" }
track "torches" { min = 0, public = true, help = "torches in the packs" }
track "candles" { min = 0, public = true, help = "candles in the packs" }
track "oil"     { min = 0, public = true, help = "oil in the packs, in fills of a lantern" }
track "flame"   { of = "light", steps = { "lit", "dim" }, prompt = "changed", help = "lit, then dim, then out" }
track "beam"    { of = "light", start = false, quiet = true, help = "throws a line of light" }
track "line"    { of = "light", quiet = true, help = "length of the line in zones" }

action "look"   { turns = 0, takes = { "number", "moving|still?" }, help = "what is seen 2 zones off: look 2" }
action "wind"   { turns = 0, help = "a wind blows flames out" }
action "beam"   { turns = 0, takes = { "lamp" }, help = "a lantern throws a line of light, or shines all round" }
action "refuel" { turns = 0, takes = { "lamp" }, help = "fresh oil makes a dim lantern bright: refuel lantern" }
action "try"    { turns = 0, by = "each", takes = { "stat", "number" }, help = "a check: try int 12" }

question "blown"   { text = "Which flames go out?", choices = rule.open_flames, upto = 100, default = {} }
question "line"    { text = "How long is the line of light?", default = 0, min = 0, unit = "zones", again = true }
question "sharp"   { text = "Does {name} need sharp eyes?", choices = { "no", "disadvantage", "impossible" } }
question "in_dark" { text = "What does the dark do to {name}?", choices = { "nothing", "disadvantage", "impossible" } }

-- How many zones away a lamp shows things, "reach", or their details.
function rule.zones(lamp, what)
  if what == "reach" and lamp.beam then return lamp.line end
  return setting.zones[lamp[what]]
end
-- How many zones away anything shows them; -1 in the dark.
function rule.shown(what, who)
  return most(burning(), function(lamp) return rule.zones(lamp, what, who) end) or -1
end
-- One sentence for all who see the same.
function act.look(list, zones, how)
  local left = those(list)
  while #left > 0 do
    local what = rule.sees(left[1], zones, how)
    local all = those(left, function(who) return rule.sees(who, zones, how) == what end)
    left = those(left, function(who) return not has(all, who) end)
    say("%g %s off, %s %s %s.", zones, zones == 1 and "zone" or "zones", names(all, party),
      #all > 1 and #all < count(party) and "see" or "sees", what)
  end
end
function rule.sees(who, zones, how)
  if zones <= rule.shown("details", who) then return "details" end
  if zones <= rule.shown("reach", who) then return "things" end
  return who.darkvision and how == "moving" and "a grey outline" or "nothing"
end

function act.try(who, what, dc)
  local dark = #burning() == 0 and ask(who.darkvision and "sharp" or "in_dark", who)
  if dark == "impossible" then refuse "That cannot be done without light." end
  check(who, what, dc, { dis = dark == "disadvantage" })
end

function rule.open_flames() return those(burning(), "blows_out") end
function act.wind()
  if #rule.open_flames() == 0 then return say "No open flame burns." end
  for lamp in each(ask "blown") do put_out(lamp, "is blown out") end
end

function cannot.beam(_, lamp) if not lamp.beams then return "Only a lantern throws a line of light." end end
function act.beam(_, lamp)
  set(lamp, "beam", not lamp.beam)
  if not lamp.beam then return say("%s's %s shines all round.", lamp.holder, lamp.kind) end
  set(lamp, "line", ask("line", lamp))
  say("%s's %s throws a line of light, %g zones long.", lamp.holder, lamp.kind, lamp.line)
end

function cannot.refuel(_, lamp)
  if not lamp.refills then return "Only a lantern can be refuelled; light a new " .. lamp.kind .. "." end
  if lamp.flame == "lit" then return "It burns brightly already." end
  if party[lamp.spends] == 0 then return "No " .. lamp.spends .. " left." end
end
function act.refuel(_, lamp)
  lose(lamp.spends)
  set(lamp, "flame", "lit")
end

function on.light_out() if #burning() == 0 then say "No light burns." end end

-- --- resting ---

setting "rest_turns" { default = 6, min = 1, help = "turns in an hour of rest" }
track "winded"    { of = "member", start = false, quiet = true, help = "must rest, or becomes tired" }
track "weariness" { of = "member", steps = { "fresh", "tired", "exhausted" } }
track "rested"    { of = "member", help = "turns of rest without a break" }
track "broken"    { of = "turn", start = false, help = "an encounter interrupted the rest" }
action "rest"     { aka = "r", by = "each", takes = { "hour|night?" }, turns = rule.rest_time,
                    help = "rest a turn against fatigue, or an hour to heal: rest hour" }
modifier "exhausted" { when = "weariness exhausted", dis = 1 }

function cannot.rest(_, how)
  if how == "night" then return "Nobody can rest eight hours inside a dungeon." end
end
-- The turns of rest that went before count for the hour.
function rule.rest_time(_, how)
  return how == "hour" and setting.rest_turns - (least(doers "rest", "rested") or 0) or 1
end

-- A winded member rests, or becomes wearier.
function step.weariness(who)
  if who.winded and not rule.rests(who) then rule.wear(who) end
  who.winded = false
end
function rule.rests(who) return doing(who, "rest") end
function rule.wear(who) gain(who, "weariness") end
function rule.recover(who) set(who, "weariness", "fresh") end

-- The last turn of an hour's rest heals; the hazard die falls before.
function step.healing(who)
  who.rested = not turn.broken and doing(who, "rest") and who.rested + 1 or 0
  if who.rested < setting.rest_turns then return end
  who.rested = 0
  rule.heal(who)
end
-- The unhurt roll nothing.
function rule.heal(who)
  if who.hp < who.max.hp then gain(who, "hp", math.max(0, dice("1d8", "rest") + who.str)) end
end

-- --- leaving ---

action "leave"  { turns = 0, needs = { inside = "You are not in a dungeon." }, help = "go home; you are asked whether to play the way or roll for it" }

function act.leave()
  local home = rule.way_home()
  if home.exit == "play it" then return say "The way out is played turn by turn; out ends the delve." end
  rule.go_home(party, home.way, rule.home_dc(home.length, home.rooms))
  act.out()
end
function rule.modifier(who, what) return what and (who.skills[what] or who[what]) or 0 end

-- --- the hazard die ---

-- In the calm turns a late row means nothing.
chart "hazard" { die = "1d6", public = true, help = "rolled every turn, whatever the party does",
  { "1", "encounter", "A wandering monster!",                   rule.meet },
  { "2", "fatigue",   nil,                                      rule.tire },
  { "3", "signs",     "The party finds a trace.",               rule.sign },
  { "4", "effect",    late = true, rolls = "effects" },
  { "5", "depletion", "Lights burn low, and low lights go out.", rule.deplete, late = true },
  { "6", "free",      "Nothing." } }

function on.hazard(r) if party.calm > 0 and r.row.late then r.row = chart.hazard.free end end

function rule.meet() rule.encounter { wanders = true } end
-- Members whose rest goes on next turn are spared: they do what fatigue asks for.
function rule.tire()
  local tired = those(party, function(who)
    return not (has(doers("rest", "hour"), who) and who.rested + 1 < setting.rest_turns)
  end)
  if #tired == 0 then return say "They rest on." end
  gain(tired, "winded")
  if count(party, "not weariness exhausted") == 0 then return say "Everyone is exhausted already." end
  say("Rest next turn, or become %s.", count(party, "weariness tired") == 0 and "tired"
    or count(party, "weariness fresh") == 0 and "exhausted" or "more tired")
end
function rule.sign() say(rule.trace()) end
-- Lit becomes dim, and what was dim before goes out.
function rule.deplete()
  for lamp in each(those(burning(), "depletes")) do
    if lamp.flame == "dim" then put_out(lamp, "goes out") else gain(lamp, "flame") end
  end
end

-- --- encounters ---

include "harvest"

chart "disposition" { die = "2d6", help = "how strangers react",
  { "2-3", "hostile" }, { "4-5", "unfriendly" }, { "6-8", "uninterested" }, { "9-10", "polite" }, { "11-12", "friendly" } }

procedure "combat" { lasts = "0 seconds", "fight", help = "a fight: rounds until it is over" }
action "fight" { turns = 0, takes = { "text?" }, enters = "combat", during = "turn", help = "a fight begins: fight 3 goblins" }
action "round" { at = "fight", help = "a round of the fight" }
action "over"  { turns = 0, leaves = "combat", help = "the fight is over" }
action "meet"  { aka = "encounter", public = false, turns = 0, takes = { "hostile|unfriendly|uninterested|polite|friendly?", "text?" },
                 help = "meet somebody who did not wander in: meet polite gaoler" }

question "creature"    { text = "Who comes?", default = rule.wanderer }
question "distance"    { text = "How many zones off?", min = 0, short = "{it} zones off, coming nearer",
                         default = function() return setting.zones.far end }
question "disposition" { text = "What is its attitude?", rolls = "disposition",
                         choices = { "hostile", "unfriendly", "uninterested", "polite", "friendly" } }
question "combat"      { text = "Is there a fight?", choices = { "no fight", "fight" }, follows = rule.fights }
question "broken_rest" { text = "What becomes of the hour of rest?", choices = { "rest broken", "rest goes on" } }
event.encounter.text = "{what}{coming}; {mood}.{surprised}"

-- A fight ends an hour of rest.
function act.fight() for who in each(party) do who.rested = 0 end end
-- meet 3 rats, friendly: the rest of the question is answered with it.
function act.meet(_, mood, what)
  local said = what and what:find "," and what or nil
  rule.encounter { what = not said and (what or "somebody") or nil, said = said, mood = mood }
end

-- All of it is one question, with what the charts rolled.  about: what, mood (nil: not known yet), wanders.
function rule.encounter(about)
  local asked = { "creature", "distance", "disposition", "combat", rule.rest_hour() and "broken_rest" or nil }
  local met = ask(asked, nil, {
    text = about.what and "Encounter with " .. about.what or "Encounter", said = about.said,
    known = { creature = about.what, disposition = about.mood, distance = not about.wanders and 0 or nil } })
  if met.creature == "nothing" then return say "But nobody comes." end
  emit "encounter" { what = met.creature, mood = met.disposition,
    coming = about.wanders and rule.coming(met.distance, met.disposition) or "",
    surprised = rule.surprised() and " The party is surprised." or "" }
  turn.broken = met.broken_rest == "rest broken"
  if met.combat == "fight" and turn.procedure ~= "combat" then enter "combat" end
end
-- An attitude that is typed over the one rolled decides whether there is a fight.
function rule.fights(met) return met.disposition == "hostile" and "fight" or "no fight" end
-- A wanderer comes nearer whatever its mood.
function rule.coming(distance)
  return string.format(", %g %s off, coming nearer", distance, distance == 1 and "zone" or "zones")
end
function rule.surprised() return party.hasty end
-- An encounter ends an hour's rest, unless you say otherwise; not the turn's rest that fatigue asks for.
function rule.rest_hour()
  return #doers("rest", "hour") > 0 or (most(doers "rest", "rested") or 0) > 0
end
