-- names.lua -- what typed words stand for: members, rooms, lamps, and the arguments of an action.  Verbs are
-- found in vocabulary.lua; but the table of the host's verbs stands here.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local state = module "play/state"
local names = {}

local refuse = events.refuse

-- The verbs of the host; `make docs` reads this table.
--   campaign   the campaign side does it (campaign/table/verbs.c); all others are in play
--   yields     rules may have a verb of that name, or one that begins so, which is then meant
--   always     with this word behind it, the verb is the host's all the same: trap here
--   by         a member may stand before it: Bram found a key
--   seldom     only `help all` lists it
names.host_verbs = {
  light = { takes = "LIGHT [WHO]", help = "light a torch, candle …; costs no turn" },
  snuff = { takes = "[LIGHT] [WHO] | all [but WHO]",
    help = "put a light out, or several: snuff torch Bram, snuff torches, snuff all but Pike" },
  gain = { seldom = true, takes = "TRACK [WHO|all] [N|DIE]",
    help = "something is gained, with all that follows from it: gain stress Ann 2" },
  lose = { seldom = true, takes = "TRACK [WHO|all] [N|DIE]",
    help = "something is lost: lose hp Bram 1d6, lose torches" },
  pass = { takes = "TIME [WHY]", help = "time passes without a turn: pass 10 minutes, pass 2h" },
  note = { takes = "TEXT", help = "a note in the log; note door: sticks stays with the room, "
    .. "note Bram: owes 5 gp with the member" },
  add = { takes = "NAME [FIELD=VALUE …][, …]", help = "new members: add Bram con=1 hp=6, Old Tom" },
  remove = { seldom = true, takes = "NAME", help = "a member leaves for good" },
  away = { takes = "NAME", help = "a member is elsewhere for a while" },
  back = { takes = "NAME", help = "a member is back" },
  order = { seldom = true, takes = "NAME …", help = "the marching order" },
  go = { takes = "ROOM", yields = true, help = "walks to a room, known or new: go crypt, go back" },
  move = { seldom = true, takes = "ROOM", yields = true,
    help = "the same, where the rules have no move of their own" },
  map = { yields = true, help = "the rooms that were seen, and the ways between them" },
  found = { takes = "WHAT", yields = true, by = true,
    help = "what they find and carry: found a silver key, found 3 torches Bram" },
  give = { takes = "WHAT NAME", yields = true, by = true,
    help = "a light or find changes hands, or supplies go to another group: give 2 torches Pike" },
  drop = { takes = "WHAT", yields = true, by = true, help = "left behind in this room: drop silver key" },
  trap = { takes = "[here|ROOM] WHAT", yields = true, always = "here",
    help = "a trap, for your eyes only: trap here a pit, trap ossuary: spikes" },
  party = { takes = "[NAME]", yields = true,
    help = "everything on one screen; a bare name shows one member or track: Bram, torches" },
  sheet = { seldom = true, takes = "[NAME]", yields = true, help = "the same" },
  here = { takes = "ROOM", help = "corrects which room the party is in" },
  correct = { takes = "ANSWER, …", yields = true,
    help = "changes your answers to the last question of several parts: correct hostile, 30 m" },
  time = { takes = "+MINUTES | [day N] HH:MM",
    help = "corrects the clock, and no light burns down: time 23:00 is the next 23:00, time -10 goes back" },
  split = { seldom = true, takes = "NAME …",
    help = "they go their own way, with their own clock, turns and lights; supplies stay (see give)" },
  rejoin = { seldom = true, takes = "[NAME]",
    help = "the other group, or NAME's, joins this one; whoever is behind waits" },
  ["with"] = { seldom = true, takes = "[NAME]",
    help = "lists the groups; with a name, plays that member's group" },
  pause = { seldom = true, help = "stops the lights that burn in real time" },
  resume = { seldom = true, help = "starts them again; or goes on with the line left at a question" },
  state = { seldom = true, takes = "[PATH]", help = "the state, or a part: state party.1.hp" },
  forget = { takes = "[NAME]", help = "takes away a find, trap or note: forget pit; "
    .. "or what the rules have no more" },
  ["="] = { seldom = true, takes = "EXPR", help = "evaluates Lua: = #burning()" },
  lua = { seldom = true, takes = "STATEMENT", help = "runs Lua: lua gain(\"torches\", 2)" },
  undo = { takes = "[NUMBER [anyway]]", campaign = true, aka = { "u" },
    help = "takes back the last line with its dice, or the last few of this evening; anyway: of any" },
  redo = { takes = "[NUMBER | to ENTRY]", campaign = true,
    help = "does again what was undone; to: lines that a new line left behind, as redo alone lists them" },
  recap = { help = "what is worth remembering of this session, and what happened last", campaign = true },
  log = { help = "what has happened", campaign = true },
  help = { takes = "[WORD|all]", campaign = true, aka = { "?" },
    help = "lists what can be typed; explains one word, or all of them" },
  chart = { takes = "[CHART]", help = "shows a chart, with the last row rolled marked", campaign = true },
  changes = { seldom = true, help = "what the house files change", campaign = true },
  why = { takes = "[more] [WORD]", campaign = true,
    help = "why the last line went as it did; why torch: its rule; why more: the Lua" },
  odds = { takes = "EVENT [before EVENT | or EVENT] [in N]", campaign = true,
    help = "how likely it is: odds encounter before torch, odds encounter or sign in 6, odds dark by 12, " ..
    "odds no encounter in 3, odds two encounters in 6, odds encounter given sign in 6, " ..
    "odds Bram hp < 3 in 6, odds burn with crawl; rest" },
  dice = { takes = "auto | hand", help = "who rolls", campaign = true },
  save = { seldom = true, takes = "FOLDER", campaign = true, yields = true,
    help = "keeps a scratch game as a campaign (or save_as, where save is a verb of the rules)" },
  session = { seldom = true, takes = "\"TITLE\"", help = "begins an evening", campaign = true },
  table = { takes = "[NAME:] ROW / ROW …", campaign = true, yields = true,
    help = "a table of encounters, kept in house.lua: table goblins 1-2 / rats 3-4 / nothing 5-6" },
  roll = { takes = "CHART | DICE", yields = true,
    help = "rolls on a table, or dice: roll creatures, roll 2d6" },
  quit = { help = "leaves the table; everything is saved", campaign = true, aka = { "exit" } },
}

-- The words of a text; "two words" in quotes are one, with one blank between them.  A line that is put
-- together from its words again (common.quoted_all) has the same words: the journal keeps such lines, and
-- replays them.
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
-- Capitals do not matter: `go crypt`, typed, is the Crypt and no second room.
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
  found = common.where(list, function(known) return known:lower():find(low, 1, true) end)
  if #found == 1 then return found[1] end
  return nil, found
end

local LONGEST <const> = 6                     -- words of a name: a choice, as each length is tried

-- The name that the words from place i on mean, and the number of words; or nil, and all that it could be.
-- A name of several words is typed in full or by the beginning of some of its words: Old Tom, old, tom.
function names.take(list, i, known)
  if not list[i] then return nil end
  local function name_of(words_n)               -- that so many words mean
    local text = table.concat(list, " ", i, i + words_n - 1):gsub(",$", "")
    return resolve_later(text, known)
  end
  local name, several = name_of(1)
  if not name and #several == 0 then return nil, several end
  for n = math.min(#list - i + 1, LONGEST), 2, -1 do
    local longer = name_of(n)
    if longer then return longer, n end
  end
  return name, name and 1 or several
end

-- The room that a text means, as "to the crypt": a known one, or a new name without "to the", "back to the".
-- "new hall" is a new room although hallway is known.  Returns the name, and the text that means it in a
-- journal.
function names.room(text)
  local known = common.append(common.names(state.rooms()), live.R.kinds.room:names())
  if common.contains(known, text) then return text, text end
  if not live.replays then text = text:match "^[Bb]ack%s+(i?n?to%s.+)$" or text end
  local new = text:match "^[Nn]ew%s+(.+)$"
  if new and resolve(new, known) then return new, text end
  local behind_to = text:match "^[Tt]o%s+(.+)$" or text:match "^[Ii]nto%s+(.+)$"
  local name = behind_to or text
  if common.contains(known, name) then return name, name end
  local behind_the = name:match "^[Tt]he%s+(.+)$"
  if behind_the and (behind_to or common.contains(known, behind_the)) then name = behind_the end
  if common.contains(known, "the " .. name) then return "the " .. name, "the " .. name end
  local meant = resolve(name, known)
  -- Up to three letters are hardly a new room's whole name, so nobody is warned that they were completed.
  if meant and #name > 3 and meant:lower() ~= name:lower() and not live.replays then
    live.warn("'%s' was taken for %s. For a new room, type u and 'new %s'.", name, meant, name)
  end
  return meant or name, meant or name
end

-- The first present member whose name is a word of the text: "hurt Bram 6", but not "Bram's brother"; or nil.
function names.member_in(text)
  local padded = (" " .. text .. " "):gsub("[,;+]", " ")
  return common.first(names.members(), function(name) return padded:find(" " .. name .. " ", 1, true) end)
end

-- Words that say where to go or how, and that are no names of rooms.
local NO_ROOM <const> = common.set [[ahead away carefully down east forward in inside left north onward out
  quickly quietly right silently slowly south up west]]

-- The room to walk to: as names.room, but "back" is the room before, unless a room is called so.
function names.room_to(text)
  local is_known = common.contains(common.names(state.rooms()), text) or live.R.kinds.room.entries[text]
  if not is_known and not live.replays and (NO_ROOM[text:lower()] or text:find "^%d+%s+%l+s$") then
    refuse("'%s' names no room; leave it out, or name the room they come to", text)
  end
  if is_known or text:lower() ~= "back" then return names.room(text) end
  local came = rawget(live.party, "came")
  if not came then refuse "There is no room to go back to." end
  return came[#came], came[#came]
end

function names.ambiguous(word, several)
  return ("'%s' could be %s"):format(word, common.list(several, "or"))
end

-- Returns the name that a word means; refuses a word that means no name, or several.  none: the sentence for
-- no name, such as "there is no light '%s'".
function names.choose(word, list, none)
  local name, several = resolve(word, list)
  if name then return name end
  if #several > 1 then refuse("%s", names.ambiguous(word, several)) end
  refuse(none .. "%s", word, common.hint(word, list))
end

function names.members() return common.names(live.party.members) end

local function refuse_other_group(word)
  local at, who = live.group_of(word)
  if at and at ~= live.S.at then
    refuse("%s is with another group; 'with %s' turns to it", who.name, common.quoted(who.name))
  end
end

-- The name that the words from place i on mean, and the number of words; refuses what names.choose refuses.
function names.choose_at(list, i, known, none)
  local name, used = names.take(list, i, known)
  if name then return name, used end
  local word = list[i]:gsub(",$", "")
  if #used > 1 then refuse("%s", names.ambiguous(word, used)) end
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

-- Reads the words about one member, from place i on, to the comma or "and" that ends them.  part: has the
-- name, and gets the words.  ends: the name was followed by a comma.  Returns the place behind them; and
-- whether a comma or "and" ended them.
local function read_words_about(part, list, i, ends)
  while list[i] and not ends do
    local word = list[i]
    local is_and = word:lower() == "and"
    -- "and" behind the name alone, as in "Bram and Pike 5"; later it may join things: "rope and torch".
    ends = word:find ",$" or #part == 1 and is_and
    if not is_and then part[#part + 1] = word:gsub(",$", "") end
    i = i + 1
  end
  return i, ends
end

-- The parts of a line about several members (names.by_member), from place i on; nil when a part begins with
-- no member's name.
local function parts_of_members(list, i)
  local parts, behind_comma = {}, false         -- behind a comma or "and"
  while list[i] do
    local name, used = names.take(list, i, names.members())
    local seems_name = behind_comma and list[i]:find "^%u"            -- with a capital letter
    if not name and seems_name then names.member_at(list, i) end      -- refuses the unknown name
    if not name then return nil end
    local part = { name }
    i = i + used
    i, behind_comma = read_words_about(part, list, i, list[i - 1]:find ",$")
    parts[#parts + 1] = part
  end
  return parts
end

-- Reads a line about several members from place i on: "Pike 2, Maud 1", "Bram, Pike 5", "all 5".  Returns a
-- list for each member, the name first and then the words about that member; a member without words of their
-- own, such as Bram here, gets those of the next one.  Nil when the words are not about several members.
function names.by_member(list, i)
  local is_all = (list[i] or ""):lower() == "all" and list[i + 1] and not names.take(list, i, names.members())
  if is_all then
    return common.map(live.present(), function(who) return { who.name, table.unpack(list, i + 1) } end)
  end
  local parts = parts_of_members(list, i) or {}
  for n = #parts - 1, 1, -1 do
    local part, next_part = parts[n], parts[n + 1]
    if #part == 1 then table.move(next_part, 2, #next_part, 2, part) end
  end
  return #parts > 1 and parts or nil
end

-- --- lights that burn ------------------------------------------------------

-- The lights that burn and that the words from place i on mean: KIND, HOLDER or KIND HOLDER; every light
-- where the word there is neither.  Returns a list, the number of words, and the kind if it was named.
function names.lamps_at(list, i)
  local kind, used, holder, more
  if list[i] then kind, used = names.take(list, i, live.R.kinds.light:names()) end
  local at = kind and i + used or i
  if list[at] then holder, more = names.take(list, at, names.members()) end
  return common.where(live.party.lights, function(lamp)
    return (not kind or lamp.kind == kind) and (not holder or lamp.holder == holder)
  end), (kind and used or 0) + (holder and more or 0), kind
end

-- Returns the one lamp of a list, or the first where all would be named by the same words, as two torches of
-- Bram.  Refuses where the words differ, and says what to type.  example(lamp): what to type for that lamp;
-- all: what to type for all of them, or nil.
function names.one_lamp(lamps, example, all)
  local texts = {}
  for _, lamp in ipairs(lamps) do
    local text = example(lamp)
    if not common.contains(texts, text) then texts[#texts + 1] = text end
  end
  if #texts > 1 then
    texts[#texts + 1] = all
    refuse("Several lights burn. Type %s.", common.list(texts, "or"))
  end
  return lamps[1]
end

-- --- arguments -------------------------------------------------------------

-- The fields of members that a check can add up, or that can be rolled: numbers and dice.
function names.stats()
  return common.names(common.where(live.R.has.member, function(field)
    return type(field.default) == "number" or field.base == "dice"
  end))
end

local joins <const> = common.set "and then & /"

-- The verb of a second deed, which "and" at place j joins to the first, or a comma behind that word if
-- of_members: "rest and search", "rest, Pike search"; or nil.  comma: the word without its comma, if it has
-- one.
local function joined_verb(list, j, of_members, comma)
  if not joins[list[j]:lower()] and not comma then return nil end
  local verb = not comma and list[j + 1]               -- behind a comma a member must stand before the verb
  local two_doers = live.member(comma or list[j - 1] or "")       -- "Bram and Pike search": it is one deed
  if of_members and not two_doers then
    local who, used = names.take(list, j + 1, names.members())
    verb = who and list[j + 1 + used] or verb
  end
  return verb and live.R.vocabulary.by_word[verb:lower()]
end

-- Refuses "rest and search", with the "and" at place i or behind it, and says that + or ; joins two deeds.
-- of_members: also what members do behind it, as "rest, Pike search".
local function refuse_joined(action, list, i, of_members)
  for j = i, #list - 1 do
    local comma = of_members and list[j]:match "^(.+),$"
    if joined_verb(list, j, of_members, comma) then
      local said = action.name .. " " .. table.concat(list, " ", i, comma and j or j - 1)
      said = common.trim(said):gsub(",$", "")
      local rest = table.concat(list, " ", j + 1)
      refuse("Type '%s + %s' for both in one turn, '%s; %s' for one after the other.", said, rest, said, rest)
    end
  end
end

-- Readers by the word of an argument: f(take, list, i, last, action).  Each reads list[i] …, and returns the
-- value, the number of words used, and their text.  Where a word does not fit: nil, and why: { said: a
-- sentence }, or { word, known: the names that would fit }.  take: the argument (read/procedures.lua); last:
-- it is the action's last.
local readers = {}

-- Reads a name from a closed list; returns what a reader returns.
local function read_name(list, i, known)
  local name, used = names.take(list, i, known)
  if name then return name, used, common.quoted(name) end
  return nil, { word = list[i], known = known }
end

-- A word that lacks only the last s of a choice stays as it was typed: "march 1 hour" is of "hours".
function readers.choices(take, list, i)
  local choice, used = names.take(list, i, take.choices)
  if choice then return choice, used, choice == list[i] .. "s" and list[i] or choice end
  local cure = #take.choices == 1 and "the only choice is " or "choose "
  return nil, { said = cure .. common.list(take.choices, "or") }
end

-- A thing.  Behind a number its name may stand in the plural, "4 goblins", which `many` may give: "2 wolves".
function readers.kind(take, list, i)
  local kind, word = live.R.kinds[take.kind], list[i]:lower()
  for _, e in ipairs(tonumber(list[i - 1]) and kind:live() or {}) do
    local many = rawget(e.final, "many")
    if word == (type(many) == "string" and many or e.name .. "s"):lower() then
      return e.name, 1, common.quoted(e.name)
    end
  end
  return read_name(list, i, kind:names())
end
function readers.member(_, list, i) return read_name(list, i, names.members()) end

function readers.room(_, list, i, last, action)
  live.looked_about = true
  if last then refuse_joined(action, list, i) end
  if list[#list]:lower() == "x0" then refuse("How many times? As in '%s x3'.", action and action.name) end
  local name, full = names.room_to(last and table.concat(list, " ", i) or list[i])
  return name, last and #list - i + 1 or 1, last and full or common.quoted(full)
end

-- A field of members, or several that are added up: "might|nerve".
function readers.stat(_, list, i)
  local known, parts = names.stats(), {}
  for part in list[i]:gmatch("[^|]+") do
    local name = resolve(part, known)
    if not name then return nil, { word = part, known = known } end
    parts[#parts + 1] = name
  end
  local text = table.concat(parts, "|")
  return text, 1, text
end

-- Below 1e15 a number stays exact where it meets a fraction (2^53).
function readers.number(_, list, i)
  local n = tonumber(list[i])
  if n and n > -1e15 and n < 1e15 then return math.tointeger(n) or n, 1, list[i] end
  return nil, { said = "'" .. list[i] .. "' is not a number" }
end

function readers.integer(take, list, i)
  local n, range = math.tointeger(tonumber(list[i])), take.range
  local is_within = n and math.abs(n) < 1e15 and not (range and (n < range[1] or n > range[2]))
  if is_within then return n, 1, list[i] end
  return nil, { said = range and ("'%s' is not a number from %d to %d"):format(list[i], range[1], range[2])
    or "'" .. list[i] .. "' is not a whole number" }
end

function readers.die(_, list, i)
  local min, max = door.range(list[i])                       -- or nil, and a sentence
  if min == nil then return nil, { said = max } end
  local is_negative = max < 0 and not live.replays
  if is_negative then return nil, { said = ("'%s' is less than nothing"):format(list[i]) } end
  return list[i], 1, list[i]
end

-- A light that burns: KIND, HOLDER or both; or nothing, where only one burns.
function readers.lamp(_, list, i, _, action)
  live.looked_about = true
  local lamps, used, kind = names.lamps_at(list, i)
  if #live.party.lights == 0 then refuse "no light burns" end
  if used == 0 and list[i] then return nil, { word = list[i], known = live.R.kinds.light:names() } end
  if #lamps == 0 then
    local burns = not kind or common.first(live.party.lights, function(l) return l.kind == kind end)
    local said = burns and "nobody of that name holds a %s" or "no %s burns"
    return nil, { said = said:format(kind or "light") }
  end
  local lamp = names.one_lamp(lamps, function(l) return action.name .. " " .. l.kind .. " " .. l.holder end)
  return { kind = lamp.kind, holder = lamp.holder }, used, common.quoted_all { lamp.kind, lamp.holder }
end

-- All words from i on.  An "and" with a verb behind it would become a part of the text, and is refused.
function readers.text(_, list, i, _, action)
  refuse_joined(action, list, i, joins[list[i]:lower()] or not live.replays)
  local text = table.concat(list, " ", i)
  return text, #list - i + 1, text
end

function readers.word(_, list, i) return list[i], 1, list[i] end

-- Reads all words from place i on, with commas or "and" between them, as a list.  Returns what a reader does.
local function read_several(read, take, list, i, action)
  local words, values, texts = {}, {}, {}
  for n, word in ipairs(list) do words[n] = word:gsub(",$", "") end
  local next_word = i
  while words[next_word] do
    local is_and = next_word > i and joins[words[next_word]:lower()]
    if is_and and words[next_word + 1] then
      refuse_joined(action, words, next_word)
      next_word = next_word + 1
    end
    local value, used, text = read(take, words, next_word, false, action)
    if value == nil then return nil, used end                -- why, see readers
    values[#values + 1] = value
    texts[#texts + 1] = text
    next_word = next_word + used
  end
  return values, next_word - i, table.concat(texts, " ")
end

-- Refuses a member where something else is needed, as in "infect Bram", with the line in its right order.
local function refuse_member_here(action, list, i, known)
  local name, used = names.take(list, i, names.members())
  local is_rest = name and i + used > #list
  if is_rest and action.by ~= nil then
    refuse("%s comes first, as in '%s %s %s'", name, common.quoted(name), action.name, known[1] or "…")
  end
end

-- Reads one argument.  Returns its value, the number of words used, and their text; nothing when an optional
-- argument is left out.
local function read_argument(take, list, i, action, last)
  if list[i] == nil and (take.word ~= "lamp" or take.optional) then return nil end
  local sort = take.choices and "choices" or take.kind and "kind" or take.word
  local value, used, text
  if take.several then value, used, text = read_several(readers[sort], take, list, i, action)
  else value, used, text = readers[sort](take, list, i, last, action) end
  if value ~= nil then return value, used, text end
  if take.optional then return nil end
  local why = used
  if why.said then refuse("%s: %s", action.name, why.said) end
  refuse_member_here(action, list, i, why.known)
  local kind = take.kind or take.word == "lamp" and "light"
  local none = kind and ("there is no %s '%s'"):format(kind, why.word)
    or ("'%s' is not %s"):format(why.word, common.a(take.word))
  refuse("%s: %s%s", action.name, none, common.hint(why.word, why.known))
end

-- The possible texts of an argument, when they are a closed list; else nil.
function names.could_be(take)
  if take.choices then return take.choices end
  if take.kind then return live.R.kinds[take.kind]:names() end
  if take.word == "member" then return names.members() end
end

local in_words <const> = {
  number = "a number", integer = "a whole number", die = "a number or dice",
  lamp = "a light that burns", text = "a few words", word = "a word",
}

-- Describes the argument that an action takes: "a number from 1 to 20".
local function needed(take)
  if take.range then return ("a number from %d to %d"):format(table.unpack(take.range)) end
  if take.choices then return common.list(take.choices, "or") end
  if take.word == "stat" then return common.list(names.stats(), "or") end
  return in_words[take.word] or take.kind and "the " .. take.kind or common.a(take.word)
end

local FEW <const> = 12                        -- names that a sentence may list: they fill about two lines

-- Refuses the words from place i on, which none of the arguments took.  passed: the optional arguments that
-- could have taken the first of them.
local function refuse_left_over(action, passed, list, i)
  local word = list[i]
  refuse_joined(action, list, i, true)
  for _, take in ipairs(passed) do
    local known = names.could_be(take)
    local near = common.nearest(word, known)
    if near then refuse("%s: there is no '%s'; did you mean '%s'?", action.name, word, near) end
    if take.kind and #list == i and #known > 0 and #known <= FEW then
      refuse("There is no %s '%s'; choose %s.", take.kind, word, common.list(known, "or"))
    end
  end
  local takes = common.map(action.takes, needed)
  local example = takes[1] and action.help and action.help:match ": ([^:]+)$"
  refuse("'%s' takes %s, so what is '%s'?%s", action.name,
    takes[1] and common.list(takes) or "no other words", table.concat(list, " ", i),
    example and " For example: '" .. example .. "'." or "")
end

-- Refuses a line that lacks an argument: "'search' needs a member: Bram or Pike"; where its help ends with an
-- example, that follows: "'place' needs a word, as in 'place goblin far'".
local function refuse_missing(action, take)
  local list = not take.choices and names.could_be(take) or {}
  local what = take.name and take.range and take.name .. ", " or ""
  local example = action.help and action.help:match(": (" .. action.name .. " [^:;,]+)$")
  local cure = #list > 0 and #list <= FEW and ": " .. common.list(list, "or")
    or example and ", as in '" .. example .. "'" or ""
  refuse("'%s' needs %s%s%s", action.name, what, needed(take), cure)
end

-- Reads the word at place i as the first argument that was left out and that it fits; returns the place
-- behind it, or nil.  Only arguments from a closed list and numbers can come late: a free text would take any
-- word.
local function read_late_argument(action, list, i, args, texts)
  for n, take in ipairs(action.takes) do
    if args[n] == false and (names.could_be(take) or take.word == "number" or take.word == "integer") then
      local value, used, text = read_argument(take, list, i, action)
      if value ~= nil then
        args[n], texts[n] = value, text
        return i + used
      end
    end
  end
end

-- Reads what is left from list[i] on as arguments that were left out: "try great push" and "try push great"
-- are the same.  Returns the place of the first word that is none.  A word that names members in full ends
-- them, unless `who` is known already.
local function read_out_of_order(action, list, i, who, args, texts)
  while list[i] and (who or not names.members_in_full(list, i)) do
    local behind = read_late_argument(action, list, i, args, texts)
    if not behind then return i end
    i = behind
  end
  return i
end

-- Reads list[i…] as the arguments of an action; returns their values (false: left out), the words of the
-- line in full, and the place of the first word that is no argument: members, where `who` is nil.  pace: the
-- pace that the verb names, or nil.
function names.read_arguments(action, list, i, pace, who)
  local args, texts, full = {}, {}, {}
  local passed = { at = 0 }                   -- arguments that did not take the word at that place
  for n, take in ipairs(action.takes) do
    local is_named = pace and take.kind == "pace"
    local value, used, text
    if not is_named then value, used, text = read_argument(take, list, i, action, n == #action.takes) end
    if is_named then args[n], pace = pace, nil
    elseif value ~= nil then args[n], texts[n], i = value, text, i + used
    elseif not take.optional then refuse_missing(action, take)
    else
      args[n] = false
      if passed.at ~= i then passed = { at = i } end
      if names.could_be(take) then passed[#passed + 1] = take end
    end
  end
  i = read_out_of_order(action, list, i, who, args, texts)
  for n = 1, #args do full[#full + 1] = texts[n] end
  if list[i] and (who or not names.members_in_full(list, i)) then
    refuse_left_over(action, passed.at == i and passed or {}, list, i)
  end
  return args, full, i
end

return names
