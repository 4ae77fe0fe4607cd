-- line.lua -- what the GM types: doers and deeds, counts, several things in a row.
local arguments = module "play/arguments"
local common = module "common"
local correct = module "play/correct"
local groups = module "play/groups"
local live = module "play/live"
local names = module "play/names"
local turn = module "play/turn"
local verbs = module "play/verbs"
local line = {}

local find_verb, refuse, resolve, rule_verbs, split_words = names.verb, turn.refuse, names.resolve, names.rule_verbs, names.split

-- "Bram, Pike" at the head of a deed -> their names or nil, and the place of the verb
local function read_doers(list)
  local people, t, who, i = names.members(), rule_verbs(), nil, 1
  while list[i] and list[i + 1] do
    local word = list[i]:gsub(",$", "")
    local exact
    for _, n in ipairs(people) do if n:lower() == word:lower() then exact = n end end
    if not exact and not t[word:lower()] and not resolve(word, select(2, rule_verbs())) then exact = resolve(word, people) end
    if not exact or t[word:lower()] then break end
    who = who or {}
    who[#who + 1] = exact
    i = i + 1
  end
  return who, i
end

-- "Bram, Pike s altar" -> { who, verb, args, text }
local function read_deed(text)
  local list = split_words(text)
  local t, who, i = rule_verbs(), read_doers(list)
  local word = list[i]
  if not word then refuse("%s does what?", common.list(who or { "who" })) end
  local what, name = find_verb(word, list[#list])
  if not what and groups.of(word) and list[i + 1] then refuse("%s is in another group; one line is about one group", word) end
  if not what then refuse("%s", name) end
  if what ~= "rule" then
    if who then refuse("'%s' is nothing that a member does", word) end
    return nil, what, name, list, i
  end
  local found = t[name]
  local action = live.R.actions[found.verb]
  local args, full = arguments.read(action, list, i + 1, found.pace)
  if found.pace then table.insert(full, 1, found.pace) end
  local said = action.name .. (#full > 0 and " " .. table.concat(full, " ") or "")
  if found.pace and #action.takes > 0 then said = table.concat(full, " ") end
  for _, name_of in ipairs(who or {}) do
    for _, m in ipairs(live.party.members) do
      if m.name == name_of and m.away then refuse("%s is away", m.name) end
    end
  end
  return { who = who, verb = action.name, args = args, text = said }
end

local function is_room(name)
  live.looked_about = true
  if live.R.kinds.room.entries[name] then return true end
  for _, r in ipairs(live.S.rooms) do if r.name == name then return true end end
  return false
end

-- May the number after these words be a room, as in "travel 0304", or the end of its name, as in "move room 2"?  Not
-- after a room that is known, nor after another argument.
local function names_room(action, list, at, number)
  local takes_room = false
  for _, take in ipairs(action.takes) do
    if take.kind == "room" or take.word == "room" then
      takes_room = true
      if not take.optional or number:match "^0" or is_room(number) then return true end
    end
    if (take.choices or take.kind and take.kind ~= "room") and resolve(list[#list], take.choices or live.R.kinds[take.kind]:names()) then return false end
  end
  if not takes_room or #list == at then return false end
  for n = at + 1, #list do
    if is_room(table.concat(list, " ", n)) then return false end
  end
  return true
end

-- The count at the end of a part: "m x3", "search 3" where nothing else takes a number.
local function take_count(text)
  local rest, n = text:match("^(.-)%s+[xX]([1-9]%d*)%s*$")
  if n then return rest, math.tointeger(tonumber(n)), true end
  rest, n = text:match("^(.-)%s+(%d+)%s*$")
  if n and not rest:find(" + ", 1, true) then
    local list = split_words(rest)
    local _, at = read_doers(list)
    local what, name = find_verb(list[at] or "")
    if what == "rule" then
      local action = live.R.actions[rule_verbs()[name].verb]
      for _, take in ipairs(action.takes) do
        if take.word == "number" or take.word == "text" or take.word == "word" or take.word == "die" then return text, 1 end
      end
      if names_room(action, list, at, n) then return text, 1 end
      if #list == at or #action.takes > 0 then return rest, math.tointeger(tonumber(n)), true end
    end
  end
  return text, 1
end

local function split(text, separator)
  local parts, at = {}, 1
  while true do
    local from, to = text:find(separator, at)
    parts[#parts + 1] = text:sub(at, (from or 0) - 1)
    if not from then return parts end
    at = to + 1
  end
end

local function trim(s) return (s:match("^%s*(.-)%s*$")) end

local function full_text(deed)
  return (deed.who and #deed.who > 0 and deed.said_who and common.quoted_all(deed.who) .. " " or "") .. deed.text
end

local whole = { note = true, ["="] = true, lua = true }

-- Deeds as they were read: turns change them, and the state keeps what they are about.
local function fresh(deeds)
  local list = {}
  for i = 1, #deeds do
    local d = deeds[i]
    list[i] = { verb = d.verb, text = d.text, args = common.copy(d.args), who = d.who and common.copy_list(d.who), said_who = d.said_who }
  end
  return list
end

-- Runs one deed part as often as it says; stops at a question or an event that stops.  Or goes on with it: with the nth
-- time, from that step on; 0: before it.
local function play_part(read, nth, step)
  local count = read.count
  for n = nth or 1, count do
    live.part, live.nth = read, n
    if step and step > 0 then
      turn.resume(step, read.done)
    else
      if n > 1 and not step and live.cut then live.cut(0) end
      live.stopped, live.asked = nil, false
      turn.play(fresh(read.deeds))
    end
    step = nil
    if n < count and (live.stopped or live.asked) then
      live.happen("halted", nil, "stopped, " .. common.count(count - n, "turn") .. " not run", { left = count - n })
      return false
    end
  end
  return not live.stopped
end

local function run_parts(parts, from)
  local full = {}
  for i = from or 1, #parts do
    live.at_part = i
    if not line.part(parts[i], full) then break end
  end
  return table.concat(full, "; ")
end

-- What a line does one after the other.
local function parts_of(text)
  local parts = live.parsed and live.parsed["; " .. text]
  if parts then return parts end
  parts = {}
  for _, part in ipairs(split(text, ";")) do if trim(part) ~= "" then parts[#parts + 1] = trim(part) end end
  if live.parsed then live.parsed["; " .. text] = parts end
  return parts
end

-- Runs a typed line; returns it in full.
function line.run(text)
  if live.parsed and live.parsed["; " .. text] then return run_parts(parts_of(text)) end
  text = trim(text)
  if text == "" then return "time goes by" end
  local first = text:match("^=") or text:match("^%S+") or ""
  local what, name = find_verb(first)
  if what == "host" and whole[name] then
    live.fresh = nil
    return verbs[name](split_words(text), 2, trim(text:sub(#first + 1)))
  end
  return run_parts(parts_of(text))
end

-- The deeds of a part, read once: { deeds, count, free, full, crowd }; or nil and what a host's verb needs.
local function read_part(part)
  local rest, count, counted = take_count(part)
  if rest:find "^%+%s" or rest:find "%s%+$" then refuse("a + stands between two deeds, and one is missing") end
  local texts = split(rest, "%s%+%s")
  local first, what, name, list, i = read_deed(trim(texts[1]))
  if what then
    if #texts > 1 then refuse("'%s' stands alone: + joins what members do", name) end
    if counted then list = split_words(part) end
    return nil, what, name, list, i
  end
  if count > 1000 then refuse("at most a thousand turns at once") end
  local deeds, full = { first }, {}
  for j = 2, #texts do
    local other
    deeds[j], other = read_deed(trim(texts[j]))
    if other then refuse("'%s' is nothing that a member does", trim(texts[j])) end
  end
  local free = live.R.actions[first.verb].turns == 0
  for j, d in ipairs(deeds) do
    if (live.R.actions[d.verb].turns == 0) ~= free then refuse("'%s' takes %s, and '%s' %s: give them in two lines", first.verb, free and "no turn" or "a turn", d.verb, free and "does" or "does not") end
    d.said_who = d.who ~= nil
    full[j] = full_text(d)
  end
  return { deeds = deeds, count = count, free = free, full = table.concat(full, " + ") .. (count > 1 and " x" .. count or "") }
end

-- Who is there to be named, to tell whether a part reads as it did before.
local function crowd()
  local list = {}
  for i, who in ipairs(live.party.members) do list[i] = who.away and "-" .. who.name or who.name end
  return list
end

local function same_crowd(list)
  local members = live.party.members
  if #members ~= #list then return false end
  for i, who in ipairs(members) do
    if who.away or who.name ~= list[i] then return false end
  end
  return true
end

-- In a simulation the same few parts are read over and over: they are kept in live.parsed, but where a room or a lamp is
-- named, which may be another the next time.
local function part_of(part)
  local known = live.parsed and live.parsed[part]
  if known and same_crowd(known.crowd) then return known end
  live.looked_about = false
  local read, what, name, list, i = read_part(part)
  if read and live.parsed and not live.looked_about then
    read.crowd = crowd()
    live.parsed[part] = read
  end
  return read, what, name, list, i
end

-- Is a verb of the rules among these words, from that place on?
local function names_verb(list, from)
  for i = from, #list do if find_verb(list[i]) == "rule" then return true end end
  return false
end

-- Refuses a line with a verb that there is not.  later: whom it names may be there at another time; then it is refused only
-- when it is run.
function line.known(text, later)
  local first = text:match("^%s*=") or text:match("%S+") or ""
  if whole[first] or first:find("=", 1, true) then return end
  for _, part in ipairs(split(text, ";")) do
    for _, deed in ipairs(split(part, "%s%+%s")) do
      local list = split_words(deed)
      local _, i = read_doers(list)
      local what, name = find_verb(list[i] or "")
      if not what and trim(deed) ~= "" and not (later and names_verb(list, i + 1)) then refuse("%s", name) end
      if what == "host" and not verbs[name] then refuse("'%s' is not for here", name) end
    end
  end
end

-- Whoever is named first may be in another group; the line is then about that one.
local function turn_to(part)
  if #live.S.parties < 2 then return end
  local word = part:match("^(%S-),?%s")
  local at = word and not rule_verbs()[word:lower()] and groups.of(word)
  if at and at ~= live.S.at then live.use(at) end
end

-- Where a line stands before a step, or when so many have done it, as plain data; with the deeds that are to be done again.
function line.where(step, done)
  local read, nth = live.part, live.nth
  local again = nth < read.count
  return { part = live.at_part, nth = nth, count = read.count, deeds = (step == 0 or again) and fresh(read.deeds) or nil,
    step = step, done = done, stopped = live.stopped or false, asked = again and live.asked }
end

-- Goes on with a line that was cut there.
function line.resume(text, where)
  local parts = parts_of(text)
  live.at_part, live.stopped, live.asked = where.part, where.stopped or nil, where.asked
  if play_part(where, where.nth, where.step) then run_parts(parts, where.part + 1) end
end

-- One part of a line; appends its full text; returns whether the line goes on.
function line.part(part, full)
  turn_to(part)
  local read, what, name, list, i = part_of(part)
  if what == "correct" then
    live.fresh = nil
    if live.R.tracks[name] then correct.track(name, list, i + 1) else correct.light(name, list, i + 1) end
    full[#full + 1] = common.quoted(name) .. " " .. common.quoted_all(list, i + 1)
    return true
  elseif what then
    live.fresh = nil
    if not verbs[name] then refuse("'%s' is not for here", name) end
    full[#full + 1] = verbs[name](list, i + 1, table.concat(list, " ", i + 1))
    return true
  end
  full[#full + 1] = read.full
  if not read.free then return play_part(read) end
  for _ = 1, read.count do
    for _, d in ipairs(fresh(read.deeds)) do turn.at_once(d) end
  end
  return not live.stopped
end

return line
