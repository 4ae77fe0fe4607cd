-- line.lua -- a typed line: doers and deeds, counts, several things in a row.
--   Bram, Pike search altar + Ysolde rest x3; light torch
-- is two parts; the first has two deeds, done three times.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local names = module "play/names"
local procedures = module "play/turns/procedures"
local typed = module "play/questions/typed"
local recorder = module "play/recorder"
local state = module "play/state"
local status = module "play/status"
local turn = module "play/turns/turn"
local verbs = module "play/verbs"
local vocabulary = module "play/vocabulary"
local line = {}

local refuse, resolve, split_words, trim = events.refuse, names.resolve, names.split, common.trim
local are_present = lists.are_present
local find_verb = vocabulary.find

-- --- reading a part --------------------------------------------------------

-- Returns the names at the head of a deed, "Bram, Pike", a list or nil for none, and the index of its verb.
-- A word that is or begins a verb of the rules is that verb, unless it is a member's name in full.
local function read_doers(list)
  local people, who, i = names.members(), nil, 1
  local rules_have, all_verbs = live.R.vocabulary.by_word, live.R.vocabulary.verbs
  while list[i] and list[i + 1] do
    local at = who and list[i]:lower() == "and" and i + 1 or i
    local name, used = names.take(list, at, people)
    if not name or not list[at + used] then break end
    local word = list[at]:gsub(",$", "")
    local low = word:lower()
    if used == 1 and (rules_have[low] or name:lower() ~= low and resolve(word, all_verbs)) then break end
    who = who or {}
    who[#who + 1] = name
    i = at + used
  end
  return who, i
end

-- The name of a member or track that is all of a line: "Bram", "?Bram", "torches"; or nil.  A member's name
-- in full comes before abbreviated verbs.
local function name_alone(list)
  local word = list[1]
  if word == "?" and #list == 2 then return list[2] end
  if #list > 1 then
    local whole = table.concat(list, " "):lower():gsub("^%?", "")
    return common.first(names.members(), function(name) return name:lower() == whole end)
  end
  local asked = word:match "^%?(.+)$"
  if asked then
    local what = find_verb(asked)
    -- ?search asks for the help of a verb, which the campaign side has.
    if what == "rule" or what == "host" then
      common.stop { stop = "refused", verb = "help", text = "'help' cannot be used here" }
    end
    return asked
  end
  if live.R.vocabulary.by_word[word:lower()] or names.host_verbs[word:lower()] then return nil end
  if live.member(word) then return word end
  local what = find_verb(word)
  local member = not what and names.take(list, 1, names.members())
  return what == "correct" and word or member or nil     -- "correct": it is a track or a light
end

-- The number of words that name an action: 2 for `roll six`, if the action is roll_six; as a rule 1.
local function words_of_name(verb, list, i)
  local n = 0
  for part in verb:gmatch "[^_]+" do
    if n > 0 and (list[i + n] or ""):lower() ~= part:lower() then return 1 end
    n = n + 1
  end
  return math.max(1, n)
end

-- A verb of the host or a correction, as run_host_verb takes it: { what, name, who, words,
-- at: the place of the verb among the words }.
local function host_verb_of(what, name, list, at, who)
  local track = what == "correct" and live.R.tracks[name]
  if who and track and track.of == "member" then                      -- "Bram hp 2" is "hp Bram 2"
    for n = #who, 1, -1 do table.insert(list, at + 1, who[n] .. (n < #who and "," or "")) end
    who = nil
  end
  if who and not (what == "host" and names.host_verbs[name].by) then
    local takes = what == "host" and names.host_verbs[name].takes
    if takes and takes:find "%[WHO%]" then
      refuse("type '%s %s'", table.concat(list, " ", at), list[1])
    end
    refuse("'%s' is not something a member does", list[at])
  end
  return { what = what, name = name, words = list, at = at, who = who }
end

-- Reads the arguments of a verb of the rules.
local function deed_of(name, list, at, who)
  local found = live.R.vocabulary.by_word[name]
  local action = live.R.actions[found.verb]
  local behind = at + words_of_name(name, list, at)
  if name == "other" and not who and not live.replays and list[behind + 1] and live.member(list[behind]) then
    who, behind = { list[behind] }, behind + 1   -- "other Bram mends his boots"; journals have "Bram other …"
  end
  local args, full, after = names.read_arguments(action, list, behind, found.pace, who)
  who = who or list[after] and names.members_in_full(list, after)      -- "try int 12 Ysolde"
  if found.pace then table.insert(full, 1, found.pace) end
  local said = (#name > 2 and name or action.name) .. (#full > 0 and " " .. table.concat(full, " ") or "")
  if found.pace and #action.takes > 0 then said = table.concat(full, " ") end
  for _, doer in ipairs(who or {}) do
    local member = live.member(doer)
    if member.away then refuse("%s is %s", doer, status.laid_low(member) or "away") end
  end
  return { who = who, verb = action.name, args = args, text = said }
end

-- Reads "Bram, Pike s altar": a deed, { who, verb, args, text }; or, with `what`, what run_host_verb takes: a
-- verb of the host, a correction, or { what = "alone", name } for a name that is all of the line.
local function read_deed(text)
  local list = split_words(text)
  local who, at = read_doers(list)
  local word = list[at]
  if not word then refuse("what does %s do?", common.list(who or { "who" })) end
  local alone = name_alone(list)
  if alone then return { what = "alone", name = alone } end
  local doers = at > 1 and table.concat(list, " ", 1, at - 1) .. " " or ""
  local what, name = find_verb(word, table.concat(list, " ", at), doers)
  local host = names.host_verbs[name]
  if what == "rule" and host and host.always == (list[at + 1] or ""):lower() then what = "host" end
  if what == "rule" then return deed_of(name, list, at, who) end
  if what then return host_verb_of(what, name, list, at, who) end
  if live.group_of(word) and list[at + 1] then
    refuse("%s is in another group; each line is for one group", word)
  end
  refuse("%s", name)
end

local function is_room(name)
  live.looked_about = true
  return live.R.kinds.room.entries[name] ~= nil or state.find_room(name) ~= nil
end

-- True if the number after these words is a room ("travel 0304") or the end of its name ("move room 2"), and
-- no count.  The action takes a room, and
--   a room has to be named, or
--   the number begins with 0, as on maps of hexes, or is a known room, or
--   the words before it do not end in a known room, so that it ends the name of a new one.
-- False if the last of the words is another argument.
local function is_room_number(action, list, at, number)
  local takes_room = false
  for _, take in ipairs(action.takes) do
    if take.word == "room" then
      takes_room = true
      if not take.optional or number:match "^0" or is_room(number) then return true end
    end
    local choices = take.choices or take.kind and live.R.kinds[take.kind]:names()
    if choices and resolve(list[#list], choices) then return false end
  end
  if not takes_room or #list == at then return false end
  for n = at + 1, #list do
    if is_room(table.concat(list, " ", n)) then return false end
  end
  return true
end

-- By the word of an argument: may what is typed for it be a number?
local takes_digits <const> = { number = true, integer = true, text = true, word = true, die = true }

-- True if what is typed for an argument may be a number, as for "4|6|8".
local function may_be_number(take)
  return takes_digits[take.word] or common.first(take.choices or {}, tonumber) ~= nil
end

-- The words of a deed, the place of its verb, the action of the rules that the verb means, or nil, and the
-- verb in full (a key of R.vocabulary.by_word).
local function action_in(text)
  local list = split_words(text)
  local _, at = read_doers(list)
  local what, name = find_verb(list[at] or "")
  return list, at, what == "rule" and live.R.actions[live.R.vocabulary.by_word[name].verb] or nil, name
end

-- True if a number after these words is a count ("search 3"), and not an argument of the verb.
local function is_count(rest, number)
  local list, at, action = action_in(rest)
  if not action then return false end
  if common.first(action.takes, may_be_number) or is_room_number(action, list, at, number) then
    return false
  end
  return #list == at or #action.takes > 0       -- false where words stand behind a verb that takes none:
                                               -- the line is refused as it was typed
end

local AT_ONCE_MAX <const> = 1000               -- turns of one part, so that a slip such as x10000 is refused
-- Splits a count off the end of a part, "m x3", "m x 3" or "search 3".  Returns the rest and the count (1
-- where none is given), and true where one is given.
local function split_off_count(text)
  local rest, n = text:match("^(.-)%s+[xX]%s*([1-9]%d*)%s*$")
  if n then return rest, math.tointeger(tonumber(n)) or math.maxinteger, true end
  -- A bare number is a count only behind a single deed, whose arguments is_count can look at.
  rest, n = text:match("^(.-)%s+(%d+)%s*$")
  if n and not rest:find(" + ", 1, true) and is_count(rest, n) then
    return rest, math.tointeger(tonumber(n)) or math.maxinteger, true
  end
  return text, 1
end

-- The texts between the places where a pattern is found.
local function split(text, separator)
  local parts, at = {}, 1
  while true do
    local from, to = text:find(separator, at)
    parts[#parts + 1] = text:sub(at, (from or 0) - 1)
    if not from then return parts end
    at = to + 1
  end
end

-- Appends the text of a deed to a list.  A verb of no turn that takes a member first may be of several: "hurt
-- Pike 2, Maud 1" is two, "hurt Pike 2" and "hurt Maud 1".
local function add_deeds(texts, text)
  local list, i, action, name = action_in(text)
  local take = action and action.turns == 0 and action.takes[1]
  local is_of_member = take and take.word == "member" and not take.several
  local at = is_of_member and i + words_of_name(name, list, i)
  local parts = at and names.by_member(list, at)
  if not parts then return table.insert(texts, text) end
  local head = common.quoted_all { table.unpack(list, 1, at - 1) }
  for _, part in ipairs(parts) do texts[#texts + 1] = head .. " " .. common.quoted_all(part) end
end

-- The room to which a deed leads the whole party: one of the rules' own `move` or `go`; or nil.
local function way_of(deed)
  local action = live.R.actions[deed.verb]
  local goes = names.host_verbs[deed.verb] and action.by == "all"
  for i, take in ipairs(goes and action.takes or {}) do
    if take.word == "room" then return deed.args[i] end
  end
end

-- Refuses two ways in one turn, which would lead the party to both.
local function refuse_two_ways(deeds)
  local ways = common.where(deeds, way_of)
  local other = common.first(ways, function(deed) return way_of(deed) ~= way_of(ways[1]) end)
  if other then
    refuse("The party goes one way at a time, together. Type '%s; %s' for one after the other.", ways[1].text,
      other.text)
  end
end

-- Refuses deeds of a turn joined with others that take none, as "round + hurt Pike 2".
local function refuse_mixed(deeds, texts)
  local in_turn, free = {}, {}
  for i, d in ipairs(deeds) do
    local list = live.R.actions[d.verb].turns == 0 and free or in_turn
    list[#list + 1] = trim(texts[i])
    if list == free then free.verb = d.verb end
  end
  refuse("'%s' takes no turn, and + joins what is done in the same turn. Type '%s; %s'", free.verb,
    table.concat(in_turn, " + "), table.concat(free, "; "))
end

local function takes_no_turn(deed) return live.R.actions[deed.verb].turns == 0 end

-- A deed as a line has it in full: who does it, and what.
local function full_text(deed)
  if not deed.who or #deed.who == 0 then return deed.text end
  return common.quoted_all(deed.who) .. " " .. deed.text
end

-- Reads the deeds behind the first one.  texts: the texts of all deeds.
local function read_deeds(first, texts)
  local deeds = { first }
  for j = 2, #texts do
    deeds[j] = read_deed(trim(texts[j]))
    if deeds[j].what then refuse("'%s' is not something a member does", trim(texts[j])) end
  end
  refuse_two_ways(deeds)
  for _, deed in ipairs(deeds) do
    if takes_no_turn(deed) ~= takes_no_turn(first) then refuse_mixed(deeds, texts) end
  end
  return deeds
end

-- Reads a part: { deeds, count, free: they take no turn, full: its text, assigned: see turn.play }; or, with
-- `what`, what read_deed returns for a verb of the host, a correction or a name alone.
local function read_part(part)
  local rest, count, has_count = split_off_count(part)
  if rest:find "^%+%s" or rest:find "%s%+$" then
    refuse "something is missing at the +, which joins two deeds"
  end
  local texts = {}
  for _, text in ipairs(split(rest, "%s%+%s")) do add_deeds(texts, trim(text)) end
  local first = read_deed(trim(texts[1]))
  if first.what then
    if #texts > 1 then refuse("type '%s' on its own; + joins what members do", first.name) end
    -- A verb of the host takes no count: in `torches 3` the number is what is corrected.
    if has_count then first.words = split_words(part) end
    return first
  end
  if count > AT_ONCE_MAX then refuse("at most %d turns at once", AT_ONCE_MAX) end
  local deeds = read_deeds(first, texts)
  local full = table.concat(common.map(deeds, full_text), " + ") .. (count > 1 and " x" .. count or "")
  return { deeds = deeds, count = count, free = takes_no_turn(first), full = full, assigned = {} }
end

-- --- answers typed with the line -------------------------------------------
-- "search chest: a silver key" is the deed `search chest`, and the first question that it brings is answered.
-- The journal keeps the deed and the answer apart, so a colon in a line of the journal is part of a text.

local no_thing <const> = common.set "and by for from like of to with"

-- "a silver key Wren" behind a deed: the thing, and the line that gives it to her; "found a silver key" does
-- the same for the party.  nil where the text is of another form, as "a statue of Wren", or the deed goes
-- to a room.
local function found_by(text, action)
  if common.first(action.takes, function(take) return take.word == "room" end) then return nil end
  local kept = text:match "^[Ff]ound%s+(.+)$"
  local whole = kept or text
  for _, name in ipairs(names.members()) do
    local thing = whole:sub(-#name - 1) == " " .. name and whole:sub(1, -#name - 2)
    local is_thing = thing and (thing:find "^an? " or thing:find "^some " or thing:find "^%d+ ")
    if is_thing and not no_thing[thing:match "%S+$"] then return thing, "found " .. thing .. " " .. name end
  end
  if kept then return kept, "found " .. kept end
end

-- Returns a part without the answers behind its deeds, and a list of these: { text, ahead: the deed
-- that it is for, or true where there is only one, found: the line that keeps what was found, or nil }.
local function split_off_answers(part)
  local answers = {}
  local texts = split(part, "%s%+%s")
  for i, text in ipairs(texts) do
    local deed, answer = text:match "^(.-)%s*:%s+(.-)%s*$"
    local list, _, action = action_in(deed or "")
    if action and answer ~= "" then
      texts[i] = deed
      local of = #texts == 1 or { verb = action.name, who = read_doers(list) }
      local thing, found = found_by(answer, action)
      answers[#answers + 1] = { text = thing or answer, ahead = of, found = found }
    end
  end
  return #answers > 0 and table.concat(texts, " + ") or part, answers
end

-- --- lines read before -----------------------------------------------------
-- Programs give the same few lines over and over.  A part that reads the same whenever the same members are
-- there is read once.  One that looked at rooms or lamps (live.looked_about), or that warned, is read again
-- every time.

local LINES_KEPT <const> = 500                 -- a plan has a few lines; more: all are forgotten
-- The lines read so far.  rules: for which rules; lines: line -> its parts, with `turn`, what read_part made
-- of the part, where the line is a single one that asks for one turn; parts: part -> the same of any part.
local memory = { size = 0 }

local function forget() memory = { rules = live.R, size = 0, lines = {}, parts = {} } end

local function remember(kind, text, v)
  if memory.size >= LINES_KEPT then forget() end
  memory.size = memory.size + 1
  memory[kind][text] = v
end

-- Returns what read_part returns.  Remembers a part that reads the same whenever the same members are there.
local function read_and_remember(part)
  live.looked_about = false
  local warned = #live.warned
  local read = read_part(part)
  if read.what then return read end
  read.crowd = names.members()
  if not live.looked_about and #live.warned == warned then remember("parts", part, read) end
  return read
end

-- --- running ---------------------------------------------------------------

local takes_whole_line <const> = { note = true, ["="] = true, lua = true }

-- The place where the line stands (line.where):
local part_number = nil                        -- the number of the part under way
local part_read = nil                          -- that part as it was read
local part_round = 1                           -- which of the turns that its count asks for is running
-- The turn before which the line stops, as it was refused: see line.refused_turn; or nil.
local refused = nil

-- Copies of deeds as they were read: turns change them.
local function fresh(deeds)
  local list = {}
  for i = 1, #deeds do
    local d = deeds[i]
    list[i] = { verb = d.verb, text = d.text, args = common.copy(d.args), who = common.copy(d.who) }
  end
  return list
end

-- Why the line stops after turn n of a part: the news; or why the next turn was refused when the line was
-- played before; or the event that stops it.  nil where there is none.  mark: as status.mark() was before the
-- turn, or nil.
local function reason_to_stop(mark, n)
  local news = mark and status.news(mark)
  if news then return news end
  if refused and refused.part == part_number and refused.round == n + 1 then return refused.why end
  -- "halted": a deed of several turns was broken off, of which turn.lua has told.
  if live.stopped and live.stopped ~= "halted" then return (live.stopped:gsub("_", " ")) end
end

-- Tells that a part has stopped after n of its turns.  unit: "turn", or "round" of the fight it began in.
local function tell_halt(n, count, unit, reason)
  local turns = common.counted(count, unit)
  local text = ("Stopped after %d of %s%s."):format(n, turns, reason and ": " .. reason or "")
  events.happen("halted", nil, text, { left = count - n })
end

-- Runs a part that takes turns as often as it says, or until it stops after a turn in which
--   an event happened that stops (live.stopped), as an encounter;
--   a question was put, since its answer need not hold for the next turn;
--   there was news: something the game master needs for the next line (status.news);
--   the next turn was refused when the line was played before.
-- True when it was not stopped.
--   round, step   nil, or where the part was left (line.where): the turn, and the step in it, or 0 for before
--                 the first
--   as_read       true if the members are known to be those with whom the part was read (read.crowd)
local function play_part(read, round, step, as_read)
  local count, unit, mark = read.count, procedures.has_rounds() and "round" or "turn", nil
  for n = round or 1, count do
    part_read, part_round = read, n
    if step and step > 0 then turn.resume(step, read.left)
    else
      -- The line may be left before a turn, but not where it just began, or was left before (step).
      if n > 1 and not step and recorder.step_begins then recorder.step_begins(0) end
      live.stopped, live.asked = false, false
      mark = n < count and recorder.heeds_news and status.mark()
      turn.play(read, as_read)
    end
    if n == count then break end
    step, as_read = nil, false
    local reason = reason_to_stop(mark, n)
    if live.stopped or live.asked or reason then
      tell_halt(n, count, unit, reason)
      return false
    end
  end
  return not live.stopped
end

-- A name at the head of a part may be of another group; the part is then about that group.
local function turn_to_group(part)
  local word, two = part:match("^(%S-),?%s"), part:match("^(%S+%s+%S-),?%s")
  local at = word and not live.R.vocabulary.by_word[word:lower()]
    and (live.group_of(word) or two and live.group_of(two))
  if at and at ~= live.S.at then state.use(at) end
end

-- Runs what read_deed found to be a verb of the host, a correction or a name alone; returns its full text.
local function run_host_verb(read)
  local name, list, from = read.name, read.words, read.at and read.at + 1
  live.fresh = false
  if read.what == "alone" then return verbs.show_one(name) end
  if read.what == "correct" then return verbs.set_right(name, list, from) end
  if not verbs[name] then refuse("'%s' cannot be used here", name) end
  return verbs[name](list, from, table.concat(list, " ", from), read.who)
end

local fought = false                           -- did the line begin in a fight?

-- Stops the line before a deed that is only for a fight, when that fight was ended by an earlier deed of the
-- line: the enemies are dead or gone.
local function stops_before(deed)
  if not fought or procedures.has_rounds() or turn.is_verb_here(deed.verb) then return false end
  events.happen("halted", nil, "The fight is over; the rest of the line is not done.")
  return true
end

-- Says which parts of a line that stopped are not done.  They are not in the journal, so a replay has none.
local function warn_of(parts)
  local last = live.events[#live.events]
  local told = last and last.kind == "halted" and last.text:find "rest of the line"
  if parts[1] and not told and recorder.heeds_news then
    live.warn("Not done: %s.", table.concat(parts, "; "))
  end
end

-- Runs one part.  Returns its full text, and false when the line stops there.
local function run_part(part)
  local read = memory.parts[part]
  local there = read and are_present(live.party.members, read.crowd)
  if not there then
    read = read_and_remember(part)
    if read.what then return run_host_verb(read), true end     -- as `hp Bram -2`: no turn begins
  end
  if not read.free then
    return read.full, not stops_before(read.deeds[1]) and play_part(read, 1, nil, there)
  end
  for _ = 1, read.count do                              -- in no turn; only the end of a fight stops it
    for _, d in ipairs(procedures.in_order(fresh(read.deeds))) do
      if stops_before(d) then return read.full, false end
      turn.at_once(d)
    end
  end
  return read.full, not live.stopped
end

-- The parts of a line: a list, with `colon`: may answers be typed with them?
local function parts_of(text)
  local parts = common.pieces(text, ";")
  parts.colon = text:find ":%s" ~= nil
  return parts
end

-- True for a part that only writes down what has happened: a note, a find, a correction.
local function is_fact(part)
  local what, name = find_verb(part:match "^%S+")
  return what == "correct" or what == "host" and (name == "note" or name == "found")
end

-- Runs the facts of a line that stopped, from part number `from` on, since no encounter undoes them.  Warns
-- of the other parts.  Returns the text of those that were run.
local function keep_facts(parts, from)
  local left, full = {}, ""
  for i = from, #parts do
    if is_fact(parts[i]) then full = full .. "; " .. run_part(parts[i]) else left[#left + 1] = parts[i] end
  end
  warn_of(left)
  return full
end

-- The line that keeps a thing typed behind a search, as the rules tell of it among the events from place
-- `from` on: of "3 coins, hard" they find 3 coins.  nil where somebody finds nothing, and nobody that thing.
local function line_to_keep(answer, from)
  local thing, missed = answer.text, false
  local shorter, whose = thing:match "^(.+),[^,]*$", answer.found:sub(#"found " + #thing + 1)
  for i = from, #live.events do
    local text = live.events[i].kind == "said" and live.events[i].text or ""
    if text:find(thing, 1, true) then return answer.found end
    if shorter and text:find(shorter, 1, true) then return "found " .. shorter .. whose end
    missed = missed or text:find "nothing%.$" ~= nil
  end
  return not missed and answer.found or nil
end

-- Runs the parts from number `from` on, until one stops the line.  Returns what was run, in full.
local function run_parts(parts, from)
  local full
  for i = from, #parts do
    part_number, part_round = i, 1
    local part, answers = parts[i], nil
    if #live.S.parties > 1 then turn_to_group(part) end
    if parts.colon and not live.replays then     -- a line of the journal has its answers beside it
      part, answers = split_off_answers(part)
      typed.answer_ahead(answers)
    end
    local events_n = #live.events
    local text, goes_on = run_part(part)
    if answers then
      typed.end_ahead()
      for _, keeps in ipairs(common.map(answers, function(a)
        return not a.unused and a.found and line_to_keep(a, events_n + 1) or nil
      end)) do
        text = text .. "; " .. run_part(keeps)
      end
    end
    full = full and full .. "; " .. text or text
    -- A line of the journal holds what was done: also what was found as an encounter stopped the line.
    if not goes_on and not live.replays then return full .. keep_facts(parts, i + 1) end
  end
  return full or ""
end

-- Refuses dice in the middle of a line, "search altar =4 + listen": they would be words of the deed.
local function refuse_dice_within(text)
  local before, dice, after = text:match "^(.-)%s+=%s*(%d[%d, ]-)%s*([+;].*)$"
  if not before then return end
  local gap = after:find "^;" and "" or " "
  refuse("Dice go at the end of the line: %s%s%s =%s.", before, gap, after, dice)
end

-- Runs a line that was not read before.
local function run_new(as_typed)
  local text = trim(as_typed)
  -- An empty line plays nothing; real time that went by since the last line becomes an entry of this name.
  if text == "" then return "time passes" end
  local first = text:match("^=") or text:match("^%S+") or ""
  local what, name = find_verb(first)
  if what == "host" and takes_whole_line[name] then
    live.fresh = false
    return verbs[name](split_words(text), 2, trim(text:sub(#first + 1)))
  end
  -- The campaign side runs its verbs when they are typed in full; the reply tells it which one was meant.
  if what == "host" and names.host_verbs[name].campaign and not live.group_of(first)
    and not read_doers(split_words(text)) then
    common.stop { stop = "refused", verb = name, text = "'" .. name .. "' cannot be used here" }
  end
  if not live.replays then refuse_dice_within(text) end
  local parts = parts_of(text)
  remember("lines", as_typed, parts)
  local full = run_parts(parts, 1)
  local read = #parts == 1 and not parts.colon and memory.parts[parts[1]]
  if read and read.count == 1 and not read.free then parts.turn = read end
  return full
end

-- Runs a typed line; returns it in full.  refusal: of line.refused_turn, when it is played again.
function line.run(text, refusal)
  refused, part_round = refusal, 1
  if memory.rules ~= live.R then forget() end
  local known = memory.lines[text]
  local read = known and known.turn
  -- The short way of a line played before; but with several groups its first name may turn to another group.
  if read and not live.S.parties[2] and are_present(live.party.members, read.crowd) then
    part_number, part_read, live.stopped, live.asked = 1, read, false, false
    turn.play(read, true)
    return read.full
  end
  fought = procedures.has_rounds()
  return known and run_parts(known, 1) or run_new(text)
end

-- The turn at which the line that ran last was refused, when turns of the same part went before it: line.run
-- then stops before it, so that `m x3` keeps the first move.  Else nil: nothing of the line is done.
-- why: the sentence of the refusal.
function line.refused_turn(why)
  if part_round == 1 or not recorder.heeds_news then return nil end
  return { part = part_number, round = part_round, why = why:gsub("%.$", "") }
end

-- --- leaving a line, and going on with it ----------------------------------

-- The place of the line before a step, or within it, as plain data for line.resume.  left: where in the step,
-- see turns/procedures.lua; nil before it.
function line.where(step, left)
  local again = part_round < part_read.count
  return {
    part = part_number, nth = part_round, count = part_read.count,
    -- Deeds of the turn under way are in the state; these are for turns that are still to begin.
    deeds = (step == 0 or again) and fresh(part_read.deeds) or nil, step = step, left = left,
    stopped = live.stopped, asked = again and live.asked,
  }
end

-- Goes on with a line that was left at line.where.
function line.resume(text, where)
  part_number, live.stopped, live.asked = where.part, where.stopped, where.asked
  local read = { deeds = where.deeds, count = where.count, left = where.left, assigned = {},
    crowd = names.members() }
  if memory.rules ~= live.R then forget() end
  if play_part(read, where.nth, where.step) then run_parts(parts_of(text), where.part + 1) end
end

-- --- checking a line that is not run ---------------------------------------

-- True if a verb of the rules is among these words, from that place on.
local function names_verb(list, from)
  for i = from, #list do
    if find_verb(list[i]) == "rule" then return true end
  end
  return false
end

-- Refuses a line with an unknown verb, or with a verb of the campaign's, as undo: a study has no journal.
-- later: members whom it names may join before it is run, so a word before a known verb passes.
function line.known(text, later)
  local first = text:match("^%s*=") or text:match("%S+") or ""
  if takes_whole_line[first] or first:find("=", 1, true) then return end
  for _, part in ipairs(split(text, ";")) do
    for _, deed in ipairs(split(part, "%s%+%s")) do
      local list = split_words(deed)
      local _, i = read_doers(list)
      local what, name = find_verb(list[i] or "")
      if not what and trim(deed) ~= "" and not (later and names_verb(list, i + 1)) then refuse("%s", name) end
      if what == "host" and not verbs[name] then refuse("'%s' cannot be used here", name) end
    end
  end
end

return line
