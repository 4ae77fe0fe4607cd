-- vocabulary.lua -- which verb a word means: one of the rules, one of the host, or what can be corrected by
-- hand; and whether a text typed at a question is a command.
local common = module "common"
local live = module "play/live"
local names = module "play/names"
local state = module "play/state"
local vocabulary = {}

local resolve = names.resolve
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
  return common.append(all, R.kinds.light:names()), numbers
end

-- If the rules have just one of "go" and "move", and it takes a room: { [the word that they lack] = the one
-- that they have }.
local function walks_of(R, by_word)
  local walks = {}
  for word, other in next, { go = "move", move = "go" } do
    local action = by_word[other] and R.actions[by_word[other].verb]
    for _, take in ipairs(action and not by_word[word] and action.takes or {}) do
      if take.word == "room" then walks[word] = other end
    end
  end
  return walks
end

-- Prepares the first words of lines, R.vocabulary: by_word, every verb of the rules, word -> { verb, pace or
-- nil }; verbs, the list of these words; corrections and numbers, from corrections_of; walks, from walks_of.
function vocabulary.prepare(R)
  local by_word, list = verbs_of(R)
  local corrections, numbers = corrections_of(R)
  R.vocabulary = { by_word = by_word, verbs = list, corrections = corrections, numbers = numbers,
    walks = walks_of(R, by_word) }
end

local function verb_of(word) return live.R.vocabulary.by_word[word] end

local ASKS_FOR_SHEET <const> = { "who", "status", "stats", "info", "inventory" }

-- Returns how to see the sheet, if that is what a word such as "who" or a member's name asks for; or nil.
function vocabulary.asks_for_sheet(word)
  if not live.member(word) and not common.contains(ASKS_FOR_SHEET, word:lower()) then return nil end
  return "'party' shows everyone, and what they have"
end

local FIGHTS <const> = common.set "attack attacks strike hit fight combat round rounds"
local MEETS <const> = common.set "meet meets"
local FINDS <const> = common.set "buy buys take takes get gets grab grabs find finds loot loots"
local FOOD <const> = common.set "cook drink eat fish forage hunt provisions ration rations"
local STORES <const> = { "sup", "supplies", "food", "rations" }
local ASKS <const> = common.set "are can does how what when where"
-- Words that begin a sentence and are no short form of a verb, although "a" begins several.
local SENTENCE <const> = common.set "a an the two three some this that there they we it is"

-- Tells what to type in place of `text`, which begins with a word that is no verb here; and true if that is
-- surely what was meant, so that no verb that is spelt alike is offered.  low: the word in small letters;
-- doers: the members before it, "Bram ", or "".
local function other_way(low, text, doers)
  local sheet = vocabulary.asks_for_sheet(low)
  if sheet then return sheet, true end
  if live.R.charts[low] then return ("'roll %s' rolls on the chart of that name"):format(low), true end
  if live.R.settings[low] ~= nil then
    return ("it is a setting, and changed in house.lua: setting.%s = …"):format(low), true
  end
  if state.room_called(text) then return ("'go %s' walks there; 'map' shows its ways"):format(text), true end
  if low == "always" or low == "never" then
    return ("type '%s' at a question, and it is not asked again"):format(low), true
  end
  if low == "yes" or low == "no" then return "no question is open", true end
  if low == "end" or low == "next" then return "a turn ends by itself, after what they do in it", true end
  -- Names stay, since lights, ways, notes and the log name people and rooms.
  if low == "rename" then return "names stay; 'add' or 'remove' a member, 'note' a room's new name", true end
  if ASKS[low] then return "'party' shows time, lights, room and what they have", true end
  if low == "walk" and verb_of "move" then return ("type '%s'"):format(text:gsub("^%a+", "move")), true end
  local found = FINDS[low] and text:match "%s(.+)$"
  if found then return ("'found %s' keeps what they find or buy"):format(found), true end
  if SENTENCE[low] then return "'note' and a sentence keeps that in the log, and takes no turn", true end
  local stock = FOOD[low] and common.first(STORES, function(name) return live.R.tracks[name] end)
  if stock then
    if live.R.tracks[stock].of == "member" then stock = stock .. " " .. (names.members()[1] or "Bram") end
    return ("'%s -1' takes what they eat, '%s +1' adds what they find"):format(stock, stock), true
  end
  local hp = live.R.tracks.hp
  if FIGHTS[low] and verb_of "fight" then return "'fight' begins a fight", true end
  if MEETS[low] and verb_of "encounter" then
    return ("type '%s'"):format(text:gsub("^%a+", "encounter")), true
  end
  if FIGHTS[low] then return "fights are yours to play here; note what comes of it", true end
  local who = doers:match "^[^,]+%f[%s,]" or names.members()[1] or "Bram"
  local member_hp = hp and hp.of == "member" and hp.kind == "number"
  if member_hp and (low == "hurt" or low == "damage" or low == "wound") then
    return ("'lose hp %s 2' takes hit points, and dice in place of 2 are rolled"):format(who), true
  end
  if member_hp and (low == "heal" or low == "heals") then
    return ("'gain hp %s %s' gives hit points back"):format(who, text:match "%s(%d%S*)$" or "2"), true
  end
  local other = verb_of "other" and live.R.actions[verb_of("other").verb]
  local is_other_here = other and live.procedure().place_of[other.at] -- but not in a fight
  if low:find "^%a%a%a+$" and is_other_here and #other.takes > 0 and other.takes[1].word == "text" then
    return ("for anything else, type '%sother %s'"):format(doers, text)
  end
  if text:find "^%a+%s+%a" then return "'note' and a sentence keeps it in the log; ? lists the verbs" end
end

-- The end of no_verb's sentence.  near: a verb spelt alike, or nil; way, is_certain: as other_way returns
-- them.
local function what_to_type(near, way, is_certain)
  if not near or is_certain then return way or "? lists them" end
  local question = "did you mean '" .. near .. "'?"
  return way and way:find "other" and question .. " 'other' is for anything else." or question
end

-- Why a word is not a verb.  text: the line from that word on, or nil; "+2" at its end corrects a number.
local function no_verb(word, text, doers)
  local v, members, low = live.R.vocabulary, names.members(), word:lower()
  local who = common.first(members, function(name) return name:lower() == low end)
  if who then return ("what does %s do? For example, '%s %s'"):format(who, who, v.verbs[1] or "rest") end
  if low:find "^x%d+$" then return ("'%s' follows a verb, as in 'move %s'"):format(low, low) end
  local all = common.append(common.append({}, v.verbs), host_list)
  common.append(common.append(all, v.corrections), members)
  local near = #word > 1 and common.nearest(word, all)
  if not near and text and text:find " [+-]%d+$" then
    return ("there is no number '%s'; choose %s"):format(word, common.list(v.numbers, "or"))
  end
  if word:find ",$" and common.contains(all, word:sub(1, -2)) then
    return ("after '%s' comes a semicolon, and not a comma"):format(word:sub(1, -2))
  end
  return "there is no verb '" .. word .. "'; " .. what_to_type(near, other_way(low, text or low, doers or ""))
end

-- True if a verb or correction of the rules begins with this word: a verb of the host that yields leaves it
-- to them.
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

-- The one name in a list that begins with a word; or nil, and a sentence if several do.  by_word: given for
-- the verbs of the rules (verbs_of), where words that all mean one verb leave no doubt, but those for its
-- paces do.
local function begun(list, word, by_word)
  local name, several = resolve(word, list)
  if name or #several == 0 then return name end
  local verb = by_word and by_word[several[1]].verb
  for _, s in ipairs(several) do
    local is_same = verb and by_word[s].verb == verb and not by_word[s].pace
    if not is_same then return nil, names.ambiguous(word, several) end
  end
  return verb
end

-- Finds what the first word of a line is.  Returns "rule", "host" or "correct", and its name; or nil and
-- why it is nothing.  text: the word and all behind it; doers: as in other_way.  The order:
--   1 a verb of the rules, whole; but one for other procedures leaves it to a verb of the host that yields
--   2 "go" or "move", where the rules walk by the other
--   3 a verb of the host, whole; but one that yields leaves a word with which one of the rules begins
--   4 the name of something that can be corrected, whole
--   5 the beginning of a verb of the rules, then of one of the host, then of something to correct
function vocabulary.find(word, text, doers)
  word = #word > 1 and word:gsub(":$", "") or word         -- as in "note: the door sticks"
  local v, low = live.R.vocabulary, word:lower()
  local host, rule = names.host_verbs[low], v.by_word[low]
  local is_left_to_host = host and host.yields and is_elsewhere(rule)
  if rule and not is_left_to_host then return "rule", low end
  if host and v.walks[low] then return "rule", v.walks[low] end
  local yields = host and host.yields and not is_left_to_host and is_of_rules(v, word)
  if host and not yields then return "host", low end
  if common.contains(v.corrections, word) then return "correct", word end

  -- "a", "no" and "we" begin verbs, but begin sentences more often.
  if low == "a" or low == "no" or low == "we" then return nil, no_verb(word, text, doers) end
  local kinds = { { what = "rule", names = v.verbs, by_word = v.by_word },
    { what = "host", names = host_list }, { what = "correct", names = v.corrections } }
  for _, kind in ipairs(kinds) do
    local name, unclear = begun(kind.names, word, kind.by_word)
    -- A number is not corrected without one: `walk north` is not `walked north`.
    local has_more = (text or ""):find "%s"
    local lacks_number = kind.what == "correct" and has_more and not text:find "%d"
      and common.contains(v.numbers, name)
    if name and not lacks_number then return kind.what, name end
    if unclear then return nil, unclear end
  end
  return nil, no_verb(word, text, doers)
end

-- --- commands that are typed at a question -----------------------------------------------------------

-- True if help and why tell of a thing of this name.
local function is_of_book(word)
  for _, kind in ipairs { "chart", "light", "track", "question", "setting" } do
    if common.contains(live.R.kinds[kind]:names(), word) then return true end
  end
  return live.R.events[word] ~= nil
end

-- By a word in capitals of `takes` in names.host_verbs: true if what was typed may stand for it.
local plain_word = {
  LIGHT = function(word) return resolve(word, live.R.kinds.light:names()) end,
  TRACK = function(word) return common.contains(live.R.kinds.track:names(), word) end,
  NAME = function(word) return resolve(word, names.members()) or live.group_of(word) end,
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
  WORD = function(word) return verb_of(word) or names.host_verbs[word] or is_of_book(word) end,
}

-- True if a word may follow a verb of the host.  takes: "[LIGHT] [WHO]", "auto | hand".
local function may_follow(takes, word)
  for option in takes:gmatch "[^|%[%]%s]+" do
    local is_word = plain_word[option:match "%u+" or ""]
    if option == word or is_word and is_word(word) then return true end
  end
  return false
end

-- True if a word is one of the names or numbers that this action takes.  A free text would be any word, and
-- does not count.
local function is_argument(action, word)
  for _, take in ipairs(action.takes) do
    local list = names.could_be(take)
    local takes_number = take.word == "number" or take.word == "integer"
    if take.word == "room" and state.room_called(word) then return true end
    if list and resolve(word, list) or takes_number and tonumber(word) then return true end
  end
  return false
end

-- True for the letter of a verb, as in `m hall`: "a hall" and "I" begin sentences.
local function is_letter(word) return #word == 1 and word:find "[^ai]" ~= nil end

-- True if a text begins with a verb in full, with the letter of a verb of the rules and a word behind it
-- ("m hall"), or with a member and then a verb of the rules in full.
function vocabulary.begins_with_verb(text)
  local list = names.split(text)
  local word = (list[1] or ""):lower()
  if verb_of(word) or names.host_verbs[word] then return true end
  if is_letter(word) and list[2] then return vocabulary.find(word) == "rule" end
  local name, used = names.take(list, 1, names.members())
  return name ~= nil and verb_of((list[used + 1] or ""):lower()) ~= nil
end

-- The first result of find(word, next word) for the first word of a text, or for the one behind a member's
-- name; nil for none.
local function first_of(text, find)
  local list = names.split(text)
  local function find_at(i) return find((list[i] or ""):lower(), list[i + 1]) end
  local found = find_at(1)
  if found then return found end
  local name, used = names.take(list, 1, names.members())
  if name then return find_at(1 + used) end
end

-- The verb of the rules that a text begins with, if that is typed in full, perhaps behind a member, and takes
-- what follows: "force door", "Pike search niches".
function vocabulary.takes_words(text)
  return first_of(text, function(word)
    local verb = verb_of(word)
    return verb and #live.R.actions[verb.verb].takes > 0 and verb.verb
  end)
end

-- The verb of the program with which a text keeps or hands on a thing, perhaps behind a member: "found a
-- key", "Bram found a key"; or nil.
function vocabulary.handles_thing(text)
  return first_of(text, function(word, behind)
    local verb = behind and names.host_verbs[word]
    return verb and verb.by and not verb_of(word) and word
  end)
end

-- By verb of the host: is a text plainly that command, and no answer?  "note door: sticks" is, and
-- "give torch Ysolde", "table rats 1-3 / goblins 4-6".
local plain_form = {
  table = function(text) return text:find "%d%s+/%s" end,
  note = function(text) return text:find "^%S+%s+[^%s:][^:]*:%s" end,
  give = function(_, list) return #list > 2 and resolve(list[#list], names.members()) end,
}

-- True if a text is several deeds, each of which begins with a verb: "advance hall; search + Pike listen".
local function is_lines(text)
  local parts = 0
  for part in text:gsub(" %+ ", ";"):gmatch "[^;]+" do
    parts = parts + 1
    if not vocabulary.begins_with_verb(part) then return false end
  end
  return parts > 1
end

-- The words of the first deed in a text: without its count, answers behind a colon, parts behind a semicolon
-- and deeds behind a +.  Returns them, and true if it had a count.
local function first_deed(text)
  local bare = text:gsub("^(%S+):%s.*$", "%1"):gsub("%s*;.*$", ""):gsub("%s*%+%D.*$", "")
  local first, counts = bare:gsub("%s+[xX]%d+$", "")
  return names.split(first), counts > 0
end

-- The verb of the host that a word is, and its record; also by another name, as "u" is undo.
local function host_verb(word)
  for name, verb in next, names.host_verbs do
    if verb.aka and common.contains(verb.aka, word) then return name, verb end
  end
  return word, names.host_verbs[word]
end

-- True if a verb of the rules may stand so, alone (after nil) or with this word behind it.
local function rule_stands(rule, after)
  local action = live.R.actions[rule.verb]
  if after then return is_argument(action, after) end
  return not action.takes[1] or action.takes[1].optional or rule.pace
end

-- True if a verb of the host may stand so, alone or with this word behind it.
local function host_stands(host, after)
  if after then return may_follow(host.takes or "", after) end
  return not host.takes or host.takes:find "^%["
end

-- The verb of the rules that a word stands for: in full; or its first letter or two, with a count or a word
-- behind it. has_count: whether a count follows; after: the word that follows, or nil.
local function rule_typed(typed, has_count, after)
  local by_word = live.R.vocabulary.by_word
  local word = host_verb(typed)
  local may_be_short = has_count and #word <= 2 or after and is_letter(word)
  if by_word[typed] or not may_be_short then return by_word[typed] end
  local what, full = vocabulary.find(word)
  return what == "rule" and by_word[full] or nil
end

-- The verb, if a text is plainly a command and no answer; else nil.  It is one of these:
--   a verb typed in full, alone, with a count, or with a word behind it that it takes
--   a member and a verb of the rules, with any words that it takes: "Odo other prays"
--   the first letter or two of a verb of the rules with a count, "m x2", or the letter with a word, "m crypt"
--   a verb typed in full with an answer of its own, "search altar: a bowl", or with a new room, "move crypt"
--   several deeds, each of which begins with a verb
--   a correction, "hp Bram +1", or what should be one, "torch Bram out"
function vocabulary.command(text)
  local list, has_count = first_deed(text)
  if #list == 0 or is_lines(text) then return list[1] end
  local member, used = names.take(list, 1, names.members())
  local is_behind_member = member and list[used + 1] and not names.host_verbs[list[1]:lower()]
  local verb_at = is_behind_member and used + 1 or 1
  local typed, after = (list[verb_at] or ""):lower(), list[verb_at + 1]
  local rule, host_word, host = rule_typed(typed, has_count, after), host_verb(typed)
  if rule then
    local action = live.R.actions[rule.verb]
    local takes_words = action.takes[1] and (is_behind_member or text:find "^[^:;+]+:%s")
    local is_way = after and common.first(action.takes, function(take) return take.word == "room" end)
    local is_plain = takes_words or is_way or after and is_letter(typed)
    if is_plain or rule_stands(rule, after) then return rule.verb end
  elseif host_word == "light" and is_behind_member and after then
    return host_word                            -- refused, with what to type: light torch Bram
  elseif host and not is_behind_member then
    local form = plain_form[host_word]
    if host_stands(host, after) or form and form(text, list) then return host_word end
  end
  local is_correction = not is_behind_member and common.contains(live.R.vocabulary.corrections, list[1])
  local corrects = after and (list[#list]:find "^[+-]?%d+$" or names.take(list, 2, names.members()))
  if is_correction and corrects then return list[1] end
end

return vocabulary
