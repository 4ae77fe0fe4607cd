-- trespasser.lua -- an alarm that climbs with every step, and a d10 against it.
--
-- Fits Trespasser, by Tundalus, in a player's telling of it; mechanics only, in our own words.
-- A round opens with the lights and one of four ways to go on; only when nobody is met do the members act, one deed each,
-- all at the same time.  Checks reach for the dungeon's hostility, and bring sparks or shadows with them.
-- Left out: the encounter itself, the incantations, the equipment.  Charts of ours say who comes, from where and in
-- what mood: one line, which you take by Enter or change.

ruleset "Trespasser" { turn = "10 minutes", check = "1d20",
  hint = "A round begins with move, stay or hide; then say what each does, as in 'move hall; Bram search desk'.",
  renamed = { entry_counts = "wrap act.delve", ["alarm_falls hide_resets"] = "replace rule.alarm_falls",
              together = "wrap on.loud", rest_when = "write cannot.rest", other = "replace rule.result" } }

include "depletion"   -- lights and their dice
include "sparks"      -- checks
include "encounter"   -- who comes, in what mood, and who is surprised

kind.member:has {
  might = 0, agility = 0, intellect = 0, spirit = 0, athletics = 0, stealth = 0, tinkering = 0, perception = 0,
  incantations = {}, lockpicks = false }
kind.room:has  { look = "string?", features = {} }

light "torch"   { spends = "torches" }
light "lantern" { spends = "oil" }

setting "checked"        { default = { "advance", "backtrack" }, help = "the ways that call for an encounter check" }
setting "stay"           { default = 1, help = "added to the alarm when the party stays" }
setting "loud"           { default = 0, help = "added to the alarm by something loud" }
setting "hide"           { default = "roll", choices = { "roll", "ask" }, help = "whether the group stays hidden: dice are rolled, or you are asked" }
setting "hide_with"      { default = "agility|stealth", help = "what is rolled to hide" }
setting "encounter_ends" { default = true, help = "an encounter ends the round: nobody acts" }
setting "moved"          { default = true, help = "an encounter on the way happens in the new room" }
setting "rooms"          { default = 1, min = 1, help = "how many rooms the party can go back in a round" }
setting "reach"          { default = 1, help = "how many rooms away you can listen and search" }
setting "search_one"     { default = "auto", choices = { "auto", "check" }, help = "searching one thing always shows what is there, or needs a check" }
setting "spot"           { default = 2, help = "bonus for listening at a door or into a passage" }
setting "improvised"     { default = -4, help = "picking a lock without lockpicks" }

track "alarm"     { min = 0, sheet = false, help = "how alert the place is" }  -- no max: from 10 on each d10 brings somebody
track "torches"   { min = 0, public = true, help = "torches in the packs" }
track "oil"       { min = 0, public = true, help = "oil in the packs, in fills of a lantern" }
track "noise"     { of = "turn", help = "loud actions that do not count yet" }

question.distance = nil
question "distance"  { text = "Where are they?", choices = { "at hand", "across the room", "in the next room" }, default = rule.distance }
question "describe"  { text = "What do they see?", default = "nothing out of the ordinary", always = "" }
question "ahead"     { text = "Which way?", choices = rule.unseen }
question "back"      { text = "Back to which room?", choices = rule.seen }
question "hidden"    { text = "Does the group stay hidden?", default = true }
question "sparks"    { text = "How many sparks?", default = 0, min = 0, max = 5 }
question "sound"     { text = "Listening at {spot}: what is to be heard?", default = rule.sound, always = true }
question "shows"     { text = "What does searching {feature} turn up?", default = "nothing more than meets the eye", always = true }
question "room_told" { text = "What does searching the room turn up?", default = "nothing new", always = true }
question "heard"     { text = "Who hears it?", default = "nobody", always = "nobody" }
question "result"    { text = "{name}: what comes of it?", default = "nothing", always = "" }

procedure "round" { "lights", "navigate", "act", "noise", "time" }

chart.creatures { die = "1d8", help = "who comes; each tier of the dungeon adds 2",
  { "1-2", "vermin", "{2d6} vermin" }, { "3", "bats", "{3d6} bats" }, { "4", "looters", "{1d4+1} looters" }, { "5", "a lost pilgrim" },
  { "6", "hounds", "{1d4+1} hounds" }, { "7-8", "bones", "{1d6+1} walking bones" }, { "9-10", "sentries", "{1d3+1} sentries" },
  { "11", "a swarm" }, { "12", "a sorcerer" }, { "13-14", "a shade" }, { "15", "a troll" }, { "16-17", "a nameless thing" }, { "18+", "a wyrm" } }
-- A table that ends with its die, as those typed at the prompt do, is rolled as it stands.
modifier "depth" { chart = "creatures", help = "2 for each tier, on a table that goes on above its die",
                   add = function() return rule.goes_on(chart.creatures) and 2 * party.tier or 0 end }
function rule.goes_on(table)
  local last = tonumber(table:at(99).at:match "%d+")
  return last > (tonumber(table.die:match "^%d+") or 1) * sides(table.die)
end
chart.distances { die = "1d6", help = "where they are", { "1-2", "at hand" }, { "3-4", "across the room" }, { "5-6", "in the next room" } }

chart "sounds" { die = "1d8", public = true, help = "what a listener hears at a door or into a passage",
  { "1", "steps",   "steps, going away" },
  { "2", "breath",  "breathing, slow and large" },
  { "3", "voices",  "two voices, and a joke between them" },
  { "4", "metal",   "metal drawn over stone" },
  { "5", "water",   "water, and something in it" },
  { "6", "claws",   "many small claws" },
  { "7", "singing", "somebody singing, without words" },
  { "8", "nearer",  "steps, coming nearer" } }

action "delve"     { turns = 0, takes = { "room?" }, help = "enter a new dungeon, in its first room" }
action "move"      { aka = "m", at = "navigate", takes = { "room?" }, elsewhere = "stay", help = "advance to a new room, or backtrack to one you know" }
action "advance"   { at = "navigate", takes = { "room?" }, elsewhere = "stay", help = "go to a room where you have never been" }
action "stay"      { at = "navigate", default = true, help = "go on where you are" }
action "hide"      { at = "navigate", help = "lie low; nobody acts" }
action "backtrack" { at = "navigate", takes = { "room?" }, elsewhere = "stay", help = "go back to a room you know" }
action "listen"    { aka = "l", default = true, takes = { "text?" }, help = "listen, as everybody does who does nothing else: listen east door" }
action "search"    { aka = "s", takes = { "text?" }, help = "search one thing (search desk) or the whole room" }
include "recovery"    -- rest: a moment to eat and heal
action "batter"    { by = "each", takes = { "text?" }, help = "break a door open; loud" }
action "pick"      { by = "each", takes = { "improvise|picks?", "text?" }, help = "pick a lock; without lockpicks: pick improvise" }
action "incant"    { aka = "cast", by = "each", takes = { "text" }, help = "cast an incantation" }
action "disarm"    { takes = { "text?" }, help = "disarm a trap" }
action "dodge"     { takes = { "text?" }, help = "dodge a trap" }
action "flee"      { takes = { "text?" }, help = "run away" }
action "other"     { takes = { "text?" }, help = "anything else" }

event "loud" { text = "{who} is loud.", public = true }
event.encounter.text = "{creature}, {distance}, {mood}. Surprised: {surprised}."

-- --- the round ---

function rule.status() return "alarm " .. party.alarm end

function act.delve(_, where)
  set("alarm", 0)
  go(where or "the entrance", { apart = true })
end

-- One way for all of them.
function on.turn_start()
  local ways = count(action, function(way) return way.at == "navigate" and #doers(way.name) > 0 end)
  if ways > 1 then refuse "One way a round: the whole party goes together." end
end

step.lights = rule.lights

-- --- the four ways ---

function cannot.advance(_, where)
  if where and known(where) then return "You know that room: advance goes where you have never been." end
  if rule.mapped() and #rule.unseen() == 0 then return "Every room next to this one is known." end
end
-- The alarm climbs first; then the d10.
function act.advance(_, where)
  where = where or rule.ahead()
  gain "alarm"
  local met = rule.comes "advance"
  local look = (setting.moved or not met) and rule.arrive(where)
  if met then return rule.encounter(setting.moved and not look and where) end
  if not look then rule.see(where, ask "describe") end
end
-- They come into a room, which is described.
function rule.arrive(where)
  go(where)       -- where you are asked, the description comes with whoever is met: rule.encounter
  local look = place(where).look or question.describe.always and ask "describe"     -- m hall: a broken throne
  if look then rule.see(where, look) end
  return look
end
function rule.see(where, what) if what ~= "" then say("%s: %s.", where, what) end end

-- To move is to advance, or to backtrack to a room that is known.
function rule.way(where) return where and known(where) and "backtrack" or "advance" end
function cannot.move(group, where) return cannot[rule.way(where)](group, where) end
function act.move(group, where) act[rule.way(where)](group, where) end

-- A room that the map knows has its exits; elsewhere there is always a way on.
function rule.mapped() return named(here.name, room) ~= nil end
function rule.ahead() return rule.mapped() and ask "ahead" or new_name "room" end
function rule.unseen() return those(here.exits, function(name) return not known(name) end) end
function rule.seen() return those(here.exits, known) end

function act.stay()
  gain("alarm", setting.stay)
  rule.encounter_check "stay"
end

function cannot.backtrack(_, where)
  if #rule.seen() == 0 then return "There is no room to go back to." end
  if not where then return end
  if not known(where) then return "You do not know that room: backtrack goes where you have been." end
  local far = rooms_to(where)
  if not far or far > setting.rooms then
    return ("%s is too far for a round; name a room on the way, as in 'backtrack %s'."):format(where, rule.seen()[1])
  end
end
function act.backtrack(_, where)
  go(where or ask "back")
  rule.encounter_check "backtrack"
end

-- Nobody acts in a round of hiding, even of hiding well.
function act.hide()
  skip "act"
  local hidden, sparks = rule.hides()
  say(hidden and "The group is hidden." or "The group is found.")
  if not hidden then return rule.encounter() end
  lose("alarm", 2 + sparks)
  rule.encounter_check "hide"
end
function rule.hides()
  if setting.hide == "roll" then return rule.group_check(setting.hide_with) end
  local group = ask({ "hidden", "sparks" }, nil, { text = "The group" })
  return group.hidden, group.hidden and group.sparks or 0
end

-- --- encounters ---

function rule.encounter_check(way) if rule.comes(way) then rule.encounter() end end
function rule.comes(way) return has(setting.checked, way) and dice("1d10", rule.check_label()) <= party.alarm end
function rule.check_label() return "encounter on " .. party.alarm .. " or less" end

-- It is yours to play; then the next round begins with its lights.
function rule.encounter(place)
  local what, asks = rule.creature(), rule.encounter_asks()
  if what == "nothing" then return say "But nobody comes." end
  rule.alarm_falls()
  if setting.encounter_ends then skip "act" end
  if place and not question.describe.always then table.insert(asks, "describe") end
  local met = ask(asks, nil, { text = place or "Encounter", default = { creature = what } })
  if met.creature == "nothing" then return say "But nobody comes." end
  if met.describe then rule.see(place, met.describe) end
  emit("encounter", met)
end
function rule.alarm_falls() set("alarm", 0) end  -- as the book has it
-- Somebody of your own alarms nobody any more, either.
local usual = act.encounter
function act.encounter(...)
  rule.alarm_falls()
  usual(...)
end

-- --- deeds ---

-- What matters most comes first: those who dodge and run, down to those who only listen.
local importance = { dodge = 1, flee = 2, disarm = 3, incant = 4, cast = 4, batter = 5, pick = 6, search = 7, other = 8, rest = 9, listen = 10 }
function rule.deed_order(deeds)
  local ranked = {}
  for rank = 1, 10 do
    for deed in each(deeds) do
      if (importance[deed:match ": (%a+)"] or 8) == rank then table.insert(ranked, deed) end
    end
  end
  return ranked
end
function rule.too_far(where)
  local far = where and known(where) and rooms_to(where)
  return far and far > setting.reach and "That is too far away." or nil
end

-- At a door or down a passage there may be news, the sooner the higher the alarm.  In the middle of the room there is
-- only the room, and nothing is asked or rolled.
function cannot.listen(_, where) return rule.too_far(where) end
function act.listen(group, where)
  if not where then
    if deed(group[1], "listen").typed then say "Nothing but the sounds of this room." end
    return
  end
  local news = ask("sound", { spot = where })
  local ears = rule.those_who_pass(group, "intellect|perception", setting.spot)
  if #ears == 0 or news == "nothing" then return say "They hear nothing." end
  say("%s %s %s.", names(ears), #ears == 1 and "hears" or "hear", news)
end
function rule.sound() return dice("1d10", "something to hear") <= party.alarm and roll("sounds").text or "nothing" end

-- A search of a named thing always tells something; one of the whole room takes a check, and failing it tells nothing.
function cannot.search(_, what) return rule.too_far(what) end
function act.search(group, what)
  local sure = what and setting.search_one == "auto"
  local finders = {}
  for who in each(group) do
    if sure or rule.try(who, "intellect|perception") then table.insert(finders, who) end
  end
  if #finders == 0 then return say "They learn nothing." end
  if what then return say("%s: %s.", what, here.features[what] or ask("shows", { feature = what })) end
  say("%s %s %s.", names(finders), #finders == 1 and "finds" or "find", ask "room_told")
end

-- The thing that was typed, as a sentence says it: grate, the grate.  A name, as Orm's vault, stays as it is.
function rule.the(what)
  local is_bare = what:find "^%l" and not what:find "^the " and not what:find "^an? "
  return is_bare and "the " .. what or what
end

function act.batter(who, what)
  what = what or "the door"
  local opens = rule.try(who, "might|athletics")
  say("%s %s %s.", who.name, opens and "breaks open" or "fails to open", rule.the(what))
  emit "loud" { who = who.name, what = what }
end

-- Loud is heard; how much it alarms the place the book does not say.
function on.loud()
  local by = ask "heard"
  if by ~= "nobody" then say("Heard by: %s.", by, { public = false }) end
  turn.noise = turn.noise + 1
end
function step.noise() rule.alarm() end
function rule.alarm()
  gain("alarm", turn.noise * setting.loud)
  turn.noise = 0
end

function cannot.pick(who, how)
  if how == "improvise" or who.lockpicks or count(finds(who), rule.are_lockpicks) > 0 then return end
  return ("%s has no lockpicks. Type 'pick improvise', or '%s found lockpicks' first."):format(who.name, who.name)
end
function rule.are_lockpicks(thing) return thing:lower():find "lock ?pick" ~= nil end
function act.pick(who, how, what)
  local opens = rule.try(who, "agility|tinkering", how == "improvise" and setting.improvised or 0)
  say("%s %s %s.", who.name, opens and "opens" or "fails to open", rule.the(what or "lock"))
end

function cannot.incant(who, what)
  if not rule.known_as(who, what) then return who.name .. " does not know " .. what .. "." end
end
function act.incant(who, what) say("%s casts %s.", who.name, rule.known_as(who, what)) end
-- An incantation as the member has it: "Light", for "light".
function rule.known_as(who, what)
  return those(who.incantations, function(known) return known:lower() == what:lower() end)[1]
end

for verb in each { "disarm", "dodge", "flee", "other" } do act[verb] = rule.result end
function rule.result(group)
  local comes = ask("result", { name = names(group) })      -- disarm trap: the blade is jammed
  if comes ~= "" then say("%s: %s.", names(group), comes) end
end
