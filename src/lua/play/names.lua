-- names.lua -- what typed words stand for: members, verbs, and the arguments of an action.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local state = module "play/state"
local names = {}

local refuse = events.refuse

-- The verbs of the host; `make docs` reads this table.  campaign: done by the campaign side, the others in
-- play; yields: rules may have a verb of that name, or one that begins so, which is then meant; by: members
-- may do it, Bram found a key.
names.host_verbs = {
  light = { takes = "LIGHT [WHO]", help = "light a torch, candle …; costs no turn" },
  snuff = { takes = "[LIGHT] [WHO]", help = "put a light out" },
  gain = { takes = "TRACK [WHO|all] [N|DIE]",
    help = "something is gained, with all that follows from it: gain stress Ann 2" },
  lose = { takes = "TRACK [WHO|all] [N|DIE]", help = "something is lost: lose hp Bram 1d6, lose torches" },
  pass = { takes = "TIME [WHY]", help = "time passes without a turn: pass 10 minutes, pass 2h" },
  note = { takes = "TEXT", help = "a note in the log; note door: sticks stays with the room, "
    .. "note Bram: owes 5 gp with the member" },
  add = { takes = "NAME [FIELD=VALUE …][, …]", help = "new members: add Bram con=1 hp=6, Old Tom" },
  remove = { takes = "NAME", help = "a member leaves for good" },
  away = { takes = "NAME", help = "a member is elsewhere for a while" },
  back = { takes = "NAME", help = "a member is back" },
  order = { takes = "NAME …", help = "the marching order" },
  go = { takes = "ROOM", yields = true, help = "walks to a room, known or new: go crypt, go back" },
  move = { takes = "ROOM", yields = true, help = "the same, where the rules have no move of their own" },
  map = { yields = true, help = "the rooms that were seen, and the ways between them" },
  found = { takes = "WHAT", yields = true, by = true,
    help = "what they find and carry: found a silver key, Bram found 3 torches" },
  give = { takes = "WHAT NAME", yields = true, by = true,
    help = "a light or a find changes hands: give torch Ysolde" },
  drop = { takes = "WHAT", yields = true, by = true, help = "left behind in this room: drop silver key" },
  trap = { takes = "[here|ROOM] WHAT", yields = true,
    help = "a trap, for your eyes only: trap here a pit" },
  party = { takes = "[NAME]", yields = true,
    help = "everything on one screen; a bare name shows one member or track: Bram, torches" },
  sheet = { takes = "[NAME]", yields = true, help = "the same" },
  here = { takes = "ROOM", help = "corrects which room the party is in" },
  correct = { takes = "ANSWER, …", yields = true,
    help = "other answers to the last question of several parts: correct hostile, 30 m" },
  time = { takes = "+MINUTES | [day N] HH:MM",
    help = "corrects the clock; lights do not burn: time 23:00 is the next one, time -10 goes back" },
  split = { takes = "NAME …", help = "they go their own way, with their own clock, turns and lights" },
  rejoin = { takes = "[NAME]", help = "the other group, or NAME's, joins this one; whoever is behind waits" },
  ["with"] = { takes = "[NAME]", help = "lists the groups; with a name, plays that member's group" },
  pause = { help = "stops the lights that burn in real time" },
  resume = { help = "starts them again; or goes on with the line left at a question" },
  state = { takes = "[PATH]", help = "the state, or a part: state party.1.hp" },
  forget = { takes = "[NAME]", help = "takes away a find, trap or note: forget pit; "
    .. "or what the rules have no more" },
  ["="] = { takes = "EXPR", help = "evaluates Lua: = #burning()" },
  lua = { takes = "STATEMENT", help = "runs Lua: lua gain(\"torches\", 2)" },
  undo = { takes = "[NUMBER [anyway]]", campaign = true, aka = { "u" },
    help = "takes back the last line with its dice, or the last few of this evening; anyway: of any" },
  redo = { takes = "[NUMBER | to ENTRY]", campaign = true,
    help = "does again what was undone; to: lines that a new line left behind, as redo alone lists them" },
  recap = { help = "what is worth remembering of this session, and what happened last", campaign = true },
  log = { help = "what has happened", campaign = true },
  help = { takes = "[WORD|all]", campaign = true, aka = { "?" },
    help = "lists what can be typed; explains one word, or all of them" },
  chart = { takes = "[CHART]", help = "shows a chart, with the last row rolled marked", campaign = true },
  changes = { help = "what the house files change", campaign = true },
  why = { takes = "[WORD]", campaign = true,
    help = "why the last line went as it did; why torch: its rule; why more: the Lua" },
  odds = { takes = "EVENT [before EVENT] [in N]", campaign = true,
    help = "how likely it is: odds encounter before torch, odds dark by 12, odds no encounter in 3, " ..
    "odds two encounters in 6, odds encounter given sign in 6, odds Bram hp < 3 in 6, " ..
    "odds burn with crawl; rest" },
  dice = { takes = "auto | hand", help = "who rolls", campaign = true },
  save = { takes = "FOLDER", campaign = true, yields = true,
    help = "keeps a scratch game as a campaign (or save_as, where save is a verb of the rules)" },
  session = { takes = "\"TITLE\"", help = "begins an evening", campaign = true },
  table = { takes = "[NAME:] ROW / ROW …", campaign = true, yields = true,
    help = "a table of encounters, kept in house.lua: table goblins 1-2 / rats 3-4 / nothing 5-6" },
  roll = { takes = "CHART | DICE", yields = true,
    help = "rolls on a table, or dice: roll creatures, roll 2d6" },
  quit = { help = "leaves; everything is saved already", campaign = true, aka = { "exit" } },
}

-- The words of a text; "two words" in quotes are one, with one blank between them.  A line that is put
-- together from its words again has the same words: so it is replayed.
function names.split(text)
  local list, at = {}, 1
  while true do
    local from = text:find("%S", at)
    if not from then return list end
    local word, after = text:match('^"([^"]*)",?()', from)
    if word then word = word:gsub("%s+", " "):match "^ ?(.-) ?$"
    else word, after = text:match("^(%S+)()", from) end
    if word ~= "" then list[#list + 1] = word end
    at = after
  end
end

-- The name that a word means, exactly or as an unambiguous beginning; or nil and all that it could be.
local function resolve(word, list)
  local low, found = word:lower(), {}
  for _, name in ipairs(list) do
    local n = name:lower()
    if n == low then return name end
    if n:sub(1, #low) == low and not common.contains(found, name) then found[#found + 1] = name end
  end
  if #found == 1 then return found[1] end
  return nil, found
end
names.resolve = resolve

-- The name that words mean, also by a later word of it: "tom" means Old Tom; or nil and all that it could be.
local function resolve_later(words, list)
  local name, found = resolve(words, list)
  if name or #found > 0 then return name, found end
  local low = " " .. words:lower()
  for _, known in ipairs(list) do
    if known:lower():find(low, 1, true) then found[#found + 1] = known end
  end
  if #found == 1 then return found[1] end
  return nil, found
end

local LONGEST <const> = 6                     -- words of a name

-- The name that the words from place i on mean, and the number of words; or nil, and all that it could be.
-- A name of several words is typed in full or by the beginning of some of its words: Old Tom, old, tom.
function names.take(list, i, known)
  local name, several
  for n = math.min(#list - i + 1, LONGEST), 1, -1 do
    name, several = resolve_later((table.concat(list, " ", i, i + n - 1):gsub(",$", "")), known)
    if name then return name, n end
  end
  return nil, several
end

-- The room that a text means, as "to the crypt": a known one, or a new name without "to the".  "new hall" is
-- a new room although hallway is known.  Returns the name, and what means it whatever rooms there are now.
function names.room(text)
  local known = common.names(state.rooms())
  for _, name in ipairs(live.R.kinds.room:names()) do known[#known + 1] = name end
  if common.contains(known, text) then return text, text end
  local new = text:match "^[Nn]ew%s+(.+)$"
  if new and resolve(new, known) then return new, text end
  local behind = text:match "^[Tt]o%s+(.+)$" or text:match "^[Ii]nto%s+(.+)$"
  local name = behind or text
  if common.contains(known, name) then return name, name end
  local short = name:match "^[Tt]he%s+(.+)$"
  if short and (behind or common.contains(known, short)) then name = short end
  if common.contains(known, "the " .. name) then return "the " .. name, "the " .. name end
  local meant = resolve(name, known)
  if meant and #name > 3 and meant:lower() ~= name:lower() and not live.replays then
    live.warned[#live.warned + 1] = ("'%s' was taken for %s. For a new room, type u and 'new %s'.")
      :format(name, meant, name)
  end
  return meant or name, meant or name
end

-- The room to walk to: as names.room, but "back" is the room before, unless a room is called so.
function names.room_to(text)
  if text:lower() ~= "back" or common.contains(common.names(state.rooms()), text)
    or live.R.kinds.room.entries[text] then
    return names.room(text)
  end
  local came = rawget(live.party, "came")
  if not came then refuse "There is no room to go back to." end
  return came[#came], came[#came]
end

local function ambiguous(word, several)
  return ("'%s' could be %s"):format(word, common.list(several, "or"))
end

-- Returns the name that a word means; refuses a word that means no name, or several.  none: the sentence for
-- no name, such as "there is no light '%s'".
function names.choose(word, list, none)
  local name, several = resolve(word, list)
  if name then return name end
  if #several > 1 then refuse("%s", ambiguous(word, several)) end
  refuse(none .. "%s", word, common.hint(word, list))
end

function names.members() return common.names(live.party.members) end

-- Refuses a member who is with another group.
local function refuse_other_group(word)
  for at, group in ipairs(live.S.parties) do
    for _, who in ipairs(at ~= live.S.at and group.members or {}) do
      if who.name:lower() == word:lower() then
        refuse("%s is with another group; 'with %s' turns to it", who.name, common.quoted(who.name))
      end
    end
  end
end

-- The member whom a word means, or refuses.
function names.member(word)
  refuse_other_group(word)
  return live.member(names.choose(word, names.members(), "nobody is called '%s'"))
end

-- The name that the words from place i on mean, and the number of words; refuses what names.choose refuses.
function names.choose_at(list, i, known, none)
  local name, used = names.take(list, i, known)
  if name then return name, used end
  local word = list[i]:gsub(",$", "")
  if #used > 1 then refuse("%s", ambiguous(word, used)) end
  return names.choose(word, known, none), 1
end

-- The member whom the words from place i on mean, and the number of words; or refuses.
function names.member_at(list, i)
  if not list[i] then refuse("Whom? Choose %s.", common.list(names.members(), "or")) end
  refuse_other_group(list[i])
  local name, used = names.choose_at(list, i, names.members(), "nobody is called '%s'")
  return live.member(name), used
end

-- The members whom the words from place i on mean: Bram, Old Tom and Pike
function names.member_list(list, i)
  local out = {}
  while list[i] do
    if #out > 0 and list[i]:lower() == "and" and list[i + 1] then i = i + 1 end
    local who, used = names.member_at(list, i)
    out[#out + 1] = who
    i = i + used
  end
  return out
end

-- The members whom the words from place i on name in full; nil when a word belongs to no name.
function names.members_in_full(list, i)
  local out = {}
  while list[i] do
    local name, used = names.take(list, i, names.members())
    if not name or table.concat(list, " ", i, i + used - 1):gsub(",$", ""):lower() ~= name:lower() then
      return nil
    end
    out[#out + 1] = name
    i = i + used
  end
  return #out > 0 and out or nil
end

-- The parts of a line about several members, from place i on, as lists of words, the member's name first:
-- "Pike 2, Maud 1", "Bram, Pike 5", "all 5"; one who is given no words takes those of the next.  Nil when the
-- words are not about several members.
function names.by_member(list, i)
  local parts, at, ends = {}, i, false
  if (list[i] or ""):lower() == "all" and list[i + 1] and not names.take(list, i, names.members()) then
    return common.map(live.present(), function(who) return { who.name, table.unpack(list, i + 1) } end)
  end
  while list[at] do
    local name, used = names.take(list, at, names.members())
    if not name and ends and list[at]:find "^%u" then names.member_at(list, at) end     -- refuses it
    if not name then return nil end
    local part = { name }
    at = at + used
    ends = list[at - 1]:find ",$"
    while list[at] and not ends do
      ends = list[at]:find ",$" or #part == 1 and list[at]:lower() == "and"
      if list[at]:lower() ~= "and" then part[#part + 1] = list[at]:gsub(",$", "") end
      at = at + 1
    end
    parts[#parts + 1] = part
  end
  for n = #parts - 1, 1, -1 do
    if #parts[n] == 1 then table.move(parts[n + 1], 2, #parts[n + 1], 2, parts[n]) end
  end
  return #parts > 1 and parts or nil
end

-- --- lights that burn ------------------------------------------------------

-- The lights that burn and that the words from place i on mean: KIND, HOLDER or KIND HOLDER; all of them
-- where no word is of that.  Returns a list, the number of words, and the kind if it was named.
function names.lamps_at(list, i)
  local kind, used, holder, more
  if list[i] then kind, used = names.take(list, i, live.R.kinds.light:names()) end
  local at = kind and i + used or i
  if list[at] then holder, more = names.take(list, at, names.members()) end
  local lamps = {}
  for _, lamp in ipairs(live.party.lights) do
    local fits = (not kind or lamp.kind == kind) and (not holder or lamp.holder == holder)
    if fits then lamps[#lamps + 1] = lamp end
  end
  return lamps, (kind and used or 0) + (holder and more or 0), kind
end

-- The one lamp of a list, or the first of those that nobody could tell apart; refuses several others.
-- example(lamp): what to type for that lamp.
function names.one_lamp(lamps, example)
  local texts = {}
  for _, lamp in ipairs(lamps) do
    local text = example(lamp)
    if not common.contains(texts, text) then texts[#texts + 1] = text end
  end
  if #texts > 1 then refuse("Several lights burn. Type %s.", common.list(texts, "or")) end
  return lamps[1]
end

-- --- verbs -----------------------------------------------------------------

local host_list <const> = common.keys(names.host_verbs)

-- Collects the verbs of the rules: word -> { verb, pace or nil }, and the list of words.
local function verbs_of(R)
  local by_word, list = {}, {}
  local function put(word, verb, pace)
    if by_word[word] then return end
    by_word[word], list[#list + 1] = { verb = verb, pace = pace }, word
  end
  local actions = R.kinds.action:live()
  for _, e in ipairs(actions) do put(e.name, e.name) end
  for _, e in ipairs(actions) do
    for _, aka in ipairs(R.actions[e.name].aka) do put(aka, e.name) end
  end
  for _, e in ipairs(actions) do
    for _, take in ipairs(R.actions[e.name].takes) do
      local paces = take.kind == "pace" and R.kinds.pace:names() or {}
      for _, pace in ipairs(paces) do put(pace, e.name, pace) end
    end
  end
  return by_word, list
end

-- Tracks and lights that can be corrected by hand, as torches +1 or hp Bram 3; and the numbers among them.
local function corrections_of(R)
  local all, numbers = {}, {}
  for _, name in ipairs(R.kinds.track:names()) do
    local t = R.tracks[name]
    if t.of ~= "turn" then
      all[#all + 1] = name
      if t.kind == "number" or t.kind == "quantity" then numbers[#numbers + 1] = name end
    end
  end
  for _, name in ipairs(R.kinds.light:names()) do all[#all + 1] = name end
  return all, numbers
end

-- The rules' own verb for "go" or "move", where it walks to a room and only the other one is theirs.
local function walks_of(R, by_word)
  local walks = {}
  for word, other in next, { go = "move", move = "go" } do
    local action = by_word[other] and R.actions[by_word[other].verb]
    for _, take in ipairs(action and not by_word[word] and action.takes or {}) do
      if take.kind == "room" or take.word == "room" then walks[word] = other end
    end
  end
  return walks
end

-- The first words of lines, read once for each set of rules: { by_word, verbs, corrections, numbers }.
local function vocabulary()
  local R = live.R
  if not R.vocabulary then
    local v = {}
    v.by_word, v.verbs = verbs_of(R)
    v.corrections, v.numbers = corrections_of(R)
    v.walks = walks_of(R, v.by_word)
    R.vocabulary = v
  end
  return R.vocabulary
end

-- Every verb of the rules: word -> { verb, pace or nil }, and the list of words.
function names.rule_verbs()
  local v = vocabulary()
  return v.by_word, v.verbs
end

-- What to type where the rules have no such verb: for hurt, heal, or another deed.  Returns a sentence or
-- nil, and whether it certainly is what was meant.
local function other_way(low)
  local by_word, hp = vocabulary().by_word, live.R.tracks.hp
  local who = names.members()[1] or "Bram"
  local member_hp = hp and hp.of == "member" and hp.kind == "number"
  if member_hp and (low == "hurt" or low == "damage" or low == "wound") then
    return ("'lose hp %s 2' takes hit points, and dice in place of 2 are rolled"):format(who), true
  end
  if member_hp and low == "heal" then return ("'gain hp %s 2' gives hit points back"):format(who), true end
  local other = by_word.other and live.R.actions[by_word.other.verb]
  if low:find "^%a%a%a+$" and other and #other.takes > 0 and other.takes[1].word == "text" then
    return ("for anything else, type 'other %s'"):format(low)
  end
end

-- Why a word is not a verb.  last: the last word of the line; "+2" is a correction of something.
local function no_verb(word, last)
  local v, members, low = vocabulary(), names.members(), word:lower()
  for _, n in ipairs(members) do
    if n:lower() == low then
      return ("what does %s do? For example, '%s %s'"):format(n, n, v.verbs[1] or "rest")
    end
  end
  local all = {}
  for _, from in ipairs { v.verbs, host_list, v.corrections, members } do
    table.move(from, 1, #from, #all + 1, all)
  end
  local near = #word > 1 and common.nearest(word, all)
  if not near and last and last:find "^[+-]%d+$" then
    return ("there is no number '%s'; choose %s"):format(word, common.list(v.numbers, "or"))
  end
  if word:find ",$" and common.contains(all, word:sub(1, -2)) then
    return ("after '%s' comes a semicolon, and not a comma"):format(word:sub(1, -2))
  end
  local way, certain = other_way(low)
  local cure = near and not certain and "did you mean '" .. near .. "'?" or way or "? lists them"
  return "there is no verb '" .. word .. "'; " .. cure
end

-- True if a word of the rules begins so, which a verb of the host that yields leaves to them.
local function is_of_rules(v, word)
  local name, several = resolve(word, v.verbs)
  return name or #several > 0 or common.contains(v.corrections, word)
end

-- True if a verb of the rules is for other procedures than the one that runs.
local function is_elsewhere(verb)
  local during = verb and live.R.actions[verb.verb].during
  if not during then return false end
  live.looked_about = true
  return not common.contains(during, live.turn.procedure)
end

-- The one verb of the rules that a beginning means, or nil, and the sentence if it is ambiguous.  Several
-- words may be one verb; two paces of it are two.
local function begun_verb(v, word)
  local name, several = resolve(word, v.verbs)
  if name or #several == 0 then return name end
  local verb = v.by_word[several[1]].verb
  for _, s in ipairs(several) do
    local what = v.by_word[s]
    if what.verb ~= verb or what.pace then return nil, ambiguous(word, several) end
  end
  return verb
end

-- The one name in a list that a beginning means, or nil, and the sentence if it is ambiguous.
local function begun_name(list, word)
  local name, several = resolve(word, list)
  if name or #several < 2 then return name end
  return nil, ambiguous(word, several)
end

-- Finds what the first word of a line is.  Returns "rule", "host" or "correct", and its name; or nil and
-- why it is nothing.  last: the last word of the line.  The order:
--   1 a verb of the rules, whole; but one for other procedures leaves it to a verb of the host that yields
--   2 "go" or "move", where the rules walk by the other
--   3 a verb of the host, whole; but one that yields leaves a word with which one of the rules begins
--   4 the name of something that can be corrected, whole
--   5 the beginning of a verb of the rules, then of one of the host, then of something to correct
function names.verb(word, last)
  local v, low = vocabulary(), word:lower()
  local host, rule = names.host_verbs[low], v.by_word[low]
  local elsewhere = host and host.yields and is_elsewhere(rule)
  if rule and not elsewhere then return "rule", low end
  if host and v.walks[low] then return "rule", v.walks[low] end
  if elsewhere or host and not (host.yields and is_of_rules(v, word)) then return "host", low end
  if common.contains(v.corrections, word) then return "correct", word end

  local name, unclear = begun_verb(v, word)
  if name then return "rule", name end
  if unclear then return nil, unclear end
  name, unclear = begun_name(host_list, word)
  if name then return "host", name end
  if unclear then return nil, unclear end
  name, unclear = begun_name(v.corrections, word)
  if name then return "correct", name end
  return nil, unclear or no_verb(word, last)
end

-- --- arguments -------------------------------------------------------------

-- The fields of members that can be added or rolled: numbers and dice.
function names.stats()
  local list = {}
  for _, field in ipairs(live.R.has.member) do
    if type(field.default) == "number" or field.base == "dice" then list[#list + 1] = field.name end
  end
  return list
end

local joins <const> = { ["and"] = true, ["then"] = true, ["&"] = true }

-- Refuses "rest and search" with the "and" at place i, or behind it: two deeds are joined by + or by ;
local function refuse_joined(action, list, i)
  for j = i, #list - 1 do
    if joins[list[j]:lower()] and names.rule_verbs()[list[j + 1]:lower()] then
      local said = action.name .. (j > i and " " .. table.concat(list, " ", i, j - 1) or "")
      local other = table.concat(list, " ", j + 1)
      refuse("Type '%s + %s' for both in one turn, '%s; %s' for one after the other.", said, other, said,
        other)
    end
  end
end

-- Readers by the word of an argument.  Each reads list[i] …, and returns the value, the number of words
-- used, and their text.  Where a word does not fit: nil, a sentence or the names that would, and the word.
-- last: the argument is the action's last; action: the action.
local readers = {}

-- Reads a name from a closed list; returns what a reader returns.
local function read_name(list, i, known)
  local name, used = names.take(list, i, known)
  if name then return name, used, common.quoted(name) end
  return nil, known, list[i]
end

function readers.choices(take, list, i)
  local choice, used = names.take(list, i, take.choices)
  if choice then return choice, used, choice end
  return nil, (#take.choices == 1 and "the only choice is " or "choose ") .. common.list(take.choices, "or")
end

function readers.kind(take, list, i) return read_name(list, i, live.R.kinds[take.kind]:names()) end
function readers.member(_, list, i) return read_name(list, i, names.members()) end

function readers.room(_, list, i, last, action)
  live.looked_about = true
  if last then refuse_joined(action, list, i) end
  local name, full = names.room_to(last and table.concat(list, " ", i) or list[i])
  return name, last and #list - i + 1 or 1, last and full or common.quoted(full)
end

function readers.stat(_, list, i)
  local known, parts = names.stats(), {}
  for part in list[i]:gmatch("[^|]+") do
    local name = resolve(part, known)
    if not name then return nil, known, part end
    parts[#parts + 1] = name
  end
  local text = table.concat(parts, "|")
  return text, 1, text
end

function readers.number(_, list, i)
  local n = tonumber(list[i])
  if n and n > -1e15 and n < 1e15 then return math.tointeger(n) or n, 1, list[i] end
  return nil, "'" .. list[i] .. "' is not a number"
end

function readers.integer(take, list, i)
  local n, range = math.tointeger(tonumber(list[i])), take.range
  if n and math.abs(n) < 1e15 and not (range and (n < range[1] or n > range[2])) then return n, 1, list[i] end
  if range then return nil, ("'%s' is not a number from %d to %d"):format(list[i], range[1], range[2]) end
  return nil, "'" .. list[i] .. "' is not a whole number"
end

function readers.die(_, list, i)
  local min, sentence = door.range(list[i])
  if min ~= nil then return list[i], 1, list[i] end
  return nil, sentence
end

-- A light that burns, KIND or KIND HOLDER.
function readers.lamp(_, list, i)
  live.looked_about = true
  local lamps, used, kind = names.lamps_at(list, i)
  if not kind or #lamps == 0 then return nil, "no such light burns" end
  local lamp = names.one_lamp(lamps, function(l) return l.kind .. " " .. l.holder end)
  return { kind = lamp.kind, holder = lamp.holder }, used, common.quoted_all { lamp.kind, lamp.holder }
end

function readers.text(_, list, i, _, action)
  refuse_joined(action, list, i)
  local text = table.concat(list, " ", i)
  return text, #list - i + 1, text
end

function readers.word(_, list, i) return list[i], 1, list[i] end

-- Reads all words from place i on, with commas or "and" between them, as a list.  Returns what a reader does.
local function read_several(read, take, list, i, action)
  local plain, values, texts, at = {}, {}, {}, i
  for n, word in ipairs(list) do plain[n] = word:gsub(",$", "") end
  while plain[at] do
    if at > i and joins[plain[at]:lower()] and plain[at + 1] then
      refuse_joined(action, plain, at)
      at = at + 1
    end
    local value, used, text = read(take, plain, at, false, action)
    if value == nil then return nil, used, text end
    values[#values + 1], texts[#texts + 1] = value, text
    at = at + used
  end
  return values, at - i, table.concat(texts, " ")
end

-- Reads one argument.  Returns its value, the number of words used, and their text; nothing when an optional
-- argument is left out.
local function read_argument(take, list, i, action, last)
  if list[i] == nil then return nil end
  local read = readers[take.choices and "choices" or take.kind == "room" and "room" or take.kind and "kind"
    or take.word]
  local value, used, text
  if take.several then value, used, text = read_several(read, take, list, i, action)
  else value, used, text = read(take, list, i, last, action) end
  if value ~= nil then return value, used, text end
  if take.optional then return nil end
  if type(used) == "string" then refuse("%s: %s", action.name, used) end
  refuse("%s: '%s' is no %s%s", action.name, text, take.kind or take.word, common.hint(text, used))
end

-- The possible texts of an argument, when they are a closed list; else nil.
local function could_be(take)
  if take.choices then return take.choices end
  if take.kind and take.kind ~= "room" then return live.R.kinds[take.kind]:names() end
  if take.word == "member" then return names.members() end
end

-- Refuses the words from place i on, which none of the arguments took.  passed: the optional arguments that
-- could have taken the first of them.
local function refuse_left_over(action, passed, list, i)
  local word = list[i]
  refuse_joined(action, list, i)
  for _, take in ipairs(passed) do
    local near = common.nearest(word, could_be(take))
    if near then refuse("%s: there is no '%s'; did you mean '%s'?", action.name, word, near) end
  end
  refuse("'%s' takes %s, so what is '%s'?", action.name,
    action.usage ~= "" and action.usage or "no other words", table.concat(list, " ", i))
end

local FEW <const> = 12                        -- names that fit into a sentence

-- Refuses a line that lacks an argument: "search takes MEMBER: Bram or Pike".
local function refuse_missing(action, take)
  local list = not take.choices and could_be(take) or {}
  refuse("%s takes %s%s", action.name, action.usage,
    #list > 0 and #list <= FEW and ": " .. common.list(list, "or") or "")
end

-- Reads list[i…] as the arguments of an action; returns their values (false: left out), the words of the
-- line in full, and the place of the first word that is no argument: members, where `who` is nil.  pace: the
-- pace that the verb names, or nil.
function names.read_arguments(action, list, i, pace, who)
  local args, full = {}, {}
  local passed = { at = 0 }                   -- arguments that did not take the word at that place
  for n, take in ipairs(action.takes) do
    local v, used = pace, 0
    if pace and take.kind == "pace" then pace = nil
    else
      v, used, full[#full + 1] = read_argument(take, list, i, action, n == #action.takes)
      if v == nil then
        if not take.optional then refuse_missing(action, take) end
        if passed.at ~= i then passed = { at = i } end
        if could_be(take) then passed[#passed + 1] = take end
        v, used = false, 0
      end
    end
    args[n] = v
    i = i + used
  end
  if list[i] and (who or not names.members_in_full(list, i)) then
    refuse_left_over(action, passed.at == i and passed or {}, list, i)
  end
  return args, full, i
end

-- --- commands that are typed at a question -----------------------------------------------------------

-- By the first word of what a verb takes: may this word be it?
local plain_word = {
  LIGHT = function(word) return resolve(word, live.R.kinds.light:names()) end,
  TRACK = function(word) return common.contains(live.R.kinds.track:names(), word) end,
  NAME = function(word) return resolve(word, names.members()) end,
  WHO = function(word) return resolve(word, names.members()) end,
  NUMBER = function(word) return word:find "^%d+$" end,
  TIME = function(word) return word:find "^%d" end,
  MINUTES = function(word) return word:find "^[+-]?%d" end,
  HH = function(word) return word:find "^%d+:%d" end,
  ROOM = function(word) return common.contains(common.names(state.rooms()), word) end,
  EVENT = function(word) return word == "dark" or word == "no" or live.R.events[word]
    or resolve(word, live.R.kinds.light:names()) end,
  EXPR = function() return true end,
  STATEMENT = function() return true end,
  CHART = function(word) return live.R.charts[word] end,
  DICE = function(word) return door.range(word) ~= nil end,
  WORD = function(word) return vocabulary().by_word[word] or names.host_verbs[word] end,
}

-- True if a word may follow a verb of the host.  takes: "[LIGHT] [WHO]", "auto | hand".
local function may_follow(takes, word)
  for option in takes:gmatch "[^|%[%]%s]+" do
    local is_word = plain_word[option:match "%u+" or ""]
    if option == word or is_word and is_word(word) then return true end
  end
  return false
end

-- True if a word is an argument of this action, of those that are known names, numbers or dice.
local function is_argument(action, word)
  for _, take in ipairs(action.takes) do
    local list = could_be(take)
    local takes_number = take.word == "number" or take.word == "integer"
    if list and resolve(word, list) or takes_number and tonumber(word) then return true end
  end
  return false
end

-- True if a text begins with a verb, typed in full, or with a member and then a verb of the rules.
function names.begins_with_verb(text)
  local list = names.split(text)
  local word = (list[1] or ""):lower()
  if vocabulary().by_word[word] or names.host_verbs[word] then return true end
  local name, used = nil, 0
  if list[1] then name, used = names.take(list, 1, names.members()) end
  return name ~= nil and vocabulary().by_word[(list[used + 1] or ""):lower()] ~= nil
end

-- The verb of the rules that a text begins with, if that is typed in full, perhaps behind a member, and takes
-- what follows: "force door", "Pike search niches".
function names.takes_words(text)
  local list = names.split(text)
  local _, used = names.take(list, 1, names.members())
  for _, at in ipairs { 1, 1 + (math.tointeger(used) or 0) } do
    local verb = vocabulary().by_word[(list[at] or ""):lower()]
    if verb and #live.R.actions[verb.verb].takes > 0 then return verb.verb end
  end
end

-- The verb, if a text is plainly a command and no answer: a verb typed in full, alone, with a count, or with
-- a word behind it that it takes; its first letter or two with a count, "m x2"; or a correction, as
-- "hp Bram +1".  Else nil.
function names.command(text)
  local first, counts = text:gsub("%s*;.*$", ""):gsub("%s*%+%D.*$", ""):gsub("%s+[xX]%d+$", "")
  local list = names.split(first)
  if #list == 0 then return nil end
  local name, used = names.take(list, 1, names.members())
  local v, at = vocabulary(), 1
  if name and list[used + 1] and not names.host_verbs[list[1]:lower()] then at = used + 1 end
  local word, after = (list[at] or ""):lower(), list[at + 1]
  local rule, host = v.by_word[word], names.host_verbs[word]
  for name, verb in next, names.host_verbs do
    if verb.aka and common.contains(verb.aka, word) then word, host = name, verb end
  end
  if counts > 0 and #word <= 2 and not rule then
    local what, full = names.verb(word)
    rule = what == "rule" and v.by_word[full]
  end
  if rule then
    local action = live.R.actions[rule.verb]
    local alone = not action.takes[1] or action.takes[1].optional or rule.pace
    if not after and alone or after and is_argument(action, after) then return rule.verb end
  elseif host and at == 1 then
    local alone = not host.takes or host.takes:find "^%["
    if not after and alone or after and may_follow(host.takes or "", after) then return word end
  end
  if at == 1 and common.contains(v.corrections, list[1]) and after and list[#list]:find "^[+-]?%d+$" then
    return list[1]
  end
end

return names
