-- words.lua -- the words of the language, as rule files see them: all in one table, and those of this file:
-- each, those, names, least, most, sum, named, has, count; say, warn, emit, refuse; go, place, known,
-- rooms_to, new_name; clock.
local chance = module "play/chance"
local common = module "common"
local deeds = module "play/turns/deeds"
local effects = module "play/effects"
local events = module "play/events"
local language = module "read/language"
local live = module "play/live"
local party = module "play/party"
local procedures = module "play/turns/procedures"
local questions = module "play/questions"
local recorder = module "play/recorder"
local records = module "play/records"
local seal = module "read/seal"
local state = module "play/state"
local time = module "play/time"
local tracks = module "play/tracks"
local words = {}

local mistake, items_of = common.mistake, records.items

-- --- lists -----------------------------------------------------------------

-- The items of a list for `each`, when these are no plain items.  Raises for a table that has fields alone.
local function items_for_each(list)
  if type(list) == "table" and not getmetatable(list) then
    mistake("each: this is one table with fields, %s, and no list; { … } around it makes a list of one",
      common.show(list))
  end
  local is_followed = recorder.iterates and getmetatable(list) == records.party
  return is_followed and recorder.iterates(live.present(list)) or items_of(list)
end

-- for x in each(list) do: the items in order; the list may change meanwhile
words.each = lists.each_of(records.party, items_for_each)

-- Sets whether recorder.iterates is called when rules go through the members.
function words.follow_loops(follow) lists.hand_over(words.each, not follow and records.party or nil) end

local function itself(item) return item end

-- Returns the function that gives the value of an item for least, most and sum.  by: nil, the item is its own
-- value; a field; or that function.
local function value_by(by)
  if by == nil then return itself end
  if type(by) == "function" then return by end
  -- A number has no fields.  In most(pool(3, "d6")) `by` is the second result of pool, and means nothing.
  return function(item) if type(item) == "number" then return item end return item[by] end
end

-- Returns the greatest value (most false: the least) and the item that has it; nothing for an empty list.
local function best(list, by, most)
  local items, value_of, value, item = items_of(list), value_by(by), nil, nil
  for i = 1, #items do
    local x = items[i]
    local v = value_of(x)
    if v ~= nil and (value == nil or most and v > value or not most and v < value) then value, item = v, x end
  end
  return value, item
end
local function best_number(word, list, by)
  local value, item = best(list, by, word == "most")
  if type(value) == "string" then
    mistake("%s: a number is needed of each, and this is \"%s\"; words and the steps of a ladder have no \z
      order, and count(list, function(x) … end) counts those of whom something is so", word, value)
  end
  return value, item
end
function words.least(list, by) return best_number("least", list, by) end
function words.most(list, by) return best_number("most", list, by) end

-- sum(burning(), "people"), sum(party, function(who) … end): added up; 0 of nothing
function words.sum(list, by)
  local items, value_of, total = items_of(list), value_by(by), 0
  for i = 1, #items do
    local v = value_of(items[i])
    local kind = type(v)
    if kind ~= "number" and kind ~= "quantity" then
      mistake("sum: a number is needed of each, and this is %s", common.show(v))
    end
    -- A quantity cannot be added to a plain 0.
    if kind == "quantity" and total == 0 then total = v else total = total + v end
  end
  return total
end

-- named "Bram" -> that member, present or away, of any group; named("ritual", list) -> the first of that
-- name; or nil
function words.named(name, list)
  if type(name) ~= "string" then
    mistake("named: a name in quotes is needed, and this is %s", common.show(name))
  end
  if list == nil then return live.named(name) end
  for _, x in ipairs(items_of(list)) do
    if type(x) ~= "table" then
      mistake("named: the list has things or tables with a name, { name = \"…\" }, and here is %s",
        common.show(x))
    end
    if x.name == name then return x end
  end
  return nil
end

-- has(list, "rope"): is it in the list?
function words.has(list, item) return common.contains(items_of(list), item) ~= nil end

-- Returns the test of items that `what` stands for. A function is the test itself; nil lets every item pass.
-- For any other value an item passes that is equal to it or, where it is a name, has a true field so called,
-- or of which it holds as a condition, "goods 1+" or "not down".
local function test_of(what)
  if type(what) == "function" then return what end
  local is_name = type(what) == "string"
  local condition = is_name and what:find "%s"
  return function(x)
    if what == nil or x == what then return true end
    if not is_name or type(x) ~= "table" then return false end
    if condition and getmetatable(x) then return effects.test(what)(x) end
    return x[what]
  end
end

-- count(list, "cut"), count(party, "weary"), count(party, function(who) … end): how many items pass the test
-- (test_of)
function words.count(list, what)
  local items, n = items_of(list), 0
  if what == nil then return #items end
  local is_so = test_of(what)
  for i = 1, #items do if is_so(items[i]) then n = n + 1 end end
  return n
end

-- those(burning(), "shut"), those(party, function(who) … end): a new list of the items that pass the test;
-- those(list): of all
function words.those(list, what)
  local items, is_so, found = items_of(list), test_of(what), {}
  for i = 1, #items do if is_so(items[i]) then found[#found + 1] = items[i] end end
  return found
end

-- names(party) -> "Bram, Pike and Odo": of members, things, tables with a name, or texts; "" of nothing.
-- names(list, party) -> "everyone" where the list is all of the party
function words.names(list, all)
  local items = items_of(list)
  if all and #items > 1 and #items == #items_of(all) then return "everyone" end
  return common.list(common.map(items, function(x)
    local name = type(x) == "table" and x.name or x
    if type(name) ~= "string" then
      mistake("names: the list has members, things or texts, and here is %s", common.show(x))
    end
    return name
  end))
end

-- --- saying and telling ----------------------------------------------------

-- Raises when a value cannot be part of a text: nothing, or a list.
local function check_parts(word, ...)
  for i = 1, select("#", ...) do
    local v = select(i, ...)
    if v == nil then mistake("%s: value %d is nothing (nil), and cannot be part of a text", word, i) end
    if type(v) == "table" and not getmetatable(v) then
      mistake("%s: value %d is a list, %s; for x in each(list) goes through it", word, i,
        common.show(events.plain(v)))
    end
  end
end

-- How many of the values are for the text; and the options behind them, such as { secret = true }, or nil.
local function split_options(...)
  local n = select("#", ...)
  local last = n > 0 and select(n, ...)
  local is_options = type(last) == "table" and not getmetatable(last)
    and (last.secret ~= nil or last.public ~= nil or last.to ~= nil)
  if is_options then return n - 1, last end
  return n
end

-- Says a text, and returns its event.  word: "say" or "warn", which rules have called.
local function say(word, text, ...)
  if type(text) ~= "string" then
    mistake("%s: a text is needed, %s(\"%%s is here\", who.name)", word, word)
  end
  local n, with = split_options(...)
  if n > 0 then
    check_parts(word, table.unpack({ ... }, 1, n))
    text = text:format(table.unpack({ ... }, 1, n))
  end
  -- "%s cannot open it.": whoever has no name of their own begins a sentence in capitals.
  text = text:gsub("^the party%f[%W]", "The party"):gsub("^everyone%f[%W]", "Everyone")
  local to = with and with.to                  -- only the GM reads it, and tells that player
  if type(to) == "table" then to = to.name end
  if to then text = "For " .. to .. ": " .. text end
  return events.happen("said", nil, text, with and { secret = (with.secret == true or to) and true or nil,
    to = to, public = type(with.public) == "string" and with.public or events.declared(with) })
end

-- say("%s is here", who.name)
function words.say(text, ...)
  -- A text that nobody reads is only made if making it may fail.
  local is_unread = not recorder.reads and type(text) == "string" and sandbox.fits(text, ...)
  if is_unread then events.happen "said" else say("say", text, ...) end
end

-- warn("The rope frays."): said, and said again as a warning above the prompt
function words.warn(text, ...)
  local event = say("warn", text, ...)
  if not event then return end
  event.kind, event.quiet = "warning", true
  live.warn(event.text)
end

-- refuse("It is too dark."): the line is not done, and nothing has happened
function words.refuse(reason, ...)
  if type(reason) ~= "string" then mistake "refuse: a reason is needed, refuse \"It is too dark.\"" end
  events.refuse(reason, ...)
end

local EVENT_MAX <const> = 65536                -- bytes of its fields: a choice, far more than an event tells

-- Text and fields of an event of the rules.
local function describe_emitted(name, fields)
  local e, plain = live.R.events[name], {}
  for k, v in next, fields do plain[k] = events.plain(v) end
  local bytes, sentence = data.encode(plain)
  if not bytes then mistake("emit \"%s\": %s", name, sentence) end
  if #bytes > EVENT_MAX then
    mistake("emit \"%s\": its fields are %d KB long; %d at most", name, #bytes // 1024, EVENT_MAX // 1024)
  end
  plain.secret = e and e.secret or fields.secret == true or nil
  plain.public = events.declared(fields, e and e.public)
  if type(plain.public) == "string" then plain.public = events.fill(plain.public, fields) end
  return e and e.text and events.fill(e.text, fields) or name, plain
end

-- Makes an event of the rules happen, once its fields are known; and ends play, if the event does that.
local function finish_emit(name, fields)
  if type(fields) ~= "table" then
    mistake("emit: the fields of an event are a table, emit \"%s\" { what = \"…\" }, and this is %s", name,
      common.show(fields))
  end
  local ends = live.R.events[name] and live.R.events[name].ends
  if ends and live.is_over() then return end        -- play ends once
  events.happen(name, nil, describe_emitted, name, fields)
  if ends then procedures.finish_play(name) end
  events.hook(name, fields)
end
live.emit = finish_emit

-- emit "encounter" { what = "rats" }, or emit("encounter", { … })
function words.emit(name, fields)
  if type(name) ~= "string" then
    mistake("emit: the name of an event comes first, emit \"found\" { … }, and this is %s",
      common.show(name))
  end
  if not live.R.hooks[name] then
    mistake("emit: there is no event '%s'%s", name, common.hint(name, common.keys(live.R.hooks),
      language.making("event", name)))
  end
  if fields ~= nil then return finish_emit(name, fields) end
  local file, line = sandbox.place()
  local pending = { name = name, file = file, line = line }
  live.pending[#live.pending + 1] = pending
  return function(given)
    pending.done = true
    finish_emit(name, given)
  end
end

-- ends "Land!", or ends("Home, with {n} pounds.", { n = 40 }): play ends with this text, whose event was made
-- when the rules were read (read/procedures.lua), so that odds know it.
function words.ends(text, fields)
  local name = live.R.ending_of[text] or live.R.events[text] and live.R.events[text].ends and text
  if not name then
    mistake("ends: what is shown as play ends stands here in quotes, ends \"Land!\", and what varies in \z
      braces, ends(\"Home, with {n} pounds.\", { n = 40 }); this is %s", common.show(text))
  end
  finish_emit(name, fields or {})
end

-- --- rooms -----------------------------------------------------------------

-- The name of a room that a word is given.
local function room_name(room, word)
  if type(room) == "table" then return rawget(room, "name") or room.name end
  if type(room) ~= "string" or room == "" then
    mistake("%s: a room's name is needed, and this is %s", word, common.show(room))
  end
  return room
end

local function link(a, b)
  if not common.contains(a.exits, b.name) then a.exits[#a.exits + 1] = b.name end
end

-- Reminds the game master of the traps and notes of a room that the party comes into.
local function remind(name)
  local parts = {}
  for _, note in ipairs(live.S.notes) do
    local text = note.trap and note.text .. " (trap)" or note.on and note.on .. ": " .. note.text or note.text
    if note.room == name then parts[#parts + 1] = text end
  end
  if #parts > 0 then
    events.happen("noted", nil, "Noted here: " .. table.concat(parts, "; ") .. ".", { secret = true })
  end
end

-- go "hall" -> the room, whether it is new.  A rule's name is taken as it stands: crypt is not Crypt.
-- The room where the party was and this one become exits of each other, since the party found a way; but not
-- with apart = true: then it came by no way that it could walk back.
function words.go(room, with)
  local name = room_name(room, "go")
  local from, to = live.env.here, state.room(name)
  if from == to then return to, false end
  local new, apart = not to.seen, with and with.apart
  if from and not apart then
    link(from, to)
    link(to, from)
  end
  state.stand_in_room(name, apart)
  live.party.kept = {}         -- turns spent on a deed that was broken off count in its room only
  -- Behind a way that was never walked, all is new.
  local text = "Now " .. common.in_room(name) .. (new and not apart and ", for the first time." or ".")
  events.happen("moved", nil, text, { room = name, new = new })
  if live.S.notes then remind(name) end
  events.hook("arrive", to, new)
  return to, new
end

-- known "hall": has the party been there?  known(): all rooms where it has been
function words.known(room)
  if room == nil then return common.where(state.rooms(), function(r) return r.seen end) end
  local r = state.find_room(room_name(room, "known"))
  return r ~= nil and r.seen
end

-- place "hall" -> that room, known or not
function words.place(room) return state.room(room_name(room, "place")) end

-- new_name "room" -> "room 5" for the fifth room, unless there is such a room; where players do not see
-- turns, the lowest number that is free
function words.new_name(word)
  if type(word) ~= "string" or word == "" then
    mistake("new_name: a word for the room is needed, as \"room\", and this is %s", common.show(word))
  end
  if recorder.new_name then return recorder.new_name(word) end
  local n = live.R.hidden.turn_start and 1 or #state.rooms() + 1
  while state.find_room(word .. " " .. n) or live.R.kinds.room.entries[word .. " " .. n] do n = n + 1 end
  return word .. " " .. n
end

local function texts_of(list, fits)
  return common.map(common.where(list, fits), function(entry) return entry.text or entry.what end)
end

-- noted_traps() -> what the game master has called a trap in this room, with the verb `trap`: a list of texts
function words.noted_traps()
  if not live.S.notes then return {} end
  return texts_of(live.S.notes, function(note) return note.trap and note.room == live.party.room end)
end

-- finds(who) -> what a member carries that the rules do not count, as typed with `found`: a list of texts
function words.finds(who)
  if not live.S.finds then return {} end
  return texts_of(live.S.finds, function(find) return find.who == who.name end)
end

-- rooms_to "hall": how many rooms away it is, through known rooms; nil when there is no way
function words.rooms_to(room)
  local goal, here = room_name(room, "rooms_to"), live.env.here
  if not here then return nil end
  local far, queue = { [here.name] = 0 }, { here.name }      -- breadth first
  for _, name in ipairs(queue) do
    if name == goal then return far[name] end
    local r = state.find_room(name)
    for _, exit in ipairs(r and r.exits or {}) do
      local next_room = state.find_room(exit)
      if not far[exit] and next_room and (next_room.seen or exit == goal) then
        far[exit] = far[name] + 1
        queue[#queue + 1] = exit
      end
    end
  end
end

-- --- the clock -------------------------------------------------------------

-- clock.set("5 hours"): sets the clock of the group, without letting time go by
local function set_clock(q)
  local secs = math.tointeger(measure.amount(tracks.quantity(q, "clock.set"), "second"))
  if not secs then mistake "clock.set: a time of whole seconds is needed" end
  live.party.now = secs
  events.happen("clock", nil, "It is " .. measure.clock(secs) .. ".", { quiet = true })
end

local clock_fields = {
  now = function(group) return group.now end,
  minutes = function(group) return group.now // 60 end,
  text = function(group) return measure.clock(group.now) end,
  day = function(group) return group.now // 86400 + 1 end,
  hour = function(group) return recorder.of_day(group) // 3600 end,
  minute = function(group) return recorder.of_day(group) % 3600 // 60 end,
  second = function(group) return recorder.of_day(group) % 60 end,
}

-- The clock of a group, as rules see it.  find: returns the group; set: sets it, or nil for another group's.
local function new_clock(find, set)
  return setmetatable({}, {
    __sealed = "clock",
    __newindex = function()
      mistake "clock cannot be assigned; clock.set(\"5 hours\") sets it, pass \"1 hour\" lets time go by"
    end,
    __index = function(_, key)
      if key == "set" and set then return set end
      local field = clock_fields[key]
      if field then return field(find()) end
      local names = { "day", "hour", "minute", "second", "minutes", "now", "text", set and "set" }
      mistake("clock has no '%s'%s", tostring(key), common.hint(tostring(key), names))
    end,
  })
end

local clock = new_clock(function() return live.party end, set_clock)

-- group.clock: that of any group
function records.clock_of(group) return new_clock(function() return group end) end

-- --- texts -----------------------------------------------------------------

local text_methods = getmetatable("").__index

-- A text has methods, s:upper(), and no fields.  In Lua a field of a text would silently be nil; here it is
-- refused.
setmetatable(text_methods, { __index = function(_, key)
  local is_of_lamp = common.contains(language.record_fields.light, key)
  local near = not is_of_lamp and type(key) == "string" and common.nearest(key, common.keys(text_methods))
  local kind = common.where(live.R and live.R.kind_order or {}, function(k)
    return not k.host and (k.fields[key] or k:has_track(live.R, key))
  end)[1]
  mistake("a text has no field '%s'; %s", tostring(key), near and "did you mean '" .. near .. "'?"
    or kind and ("%s[NAME] is the %s of that name"):format(kind.name, kind.name)
    or "is this the name of a thing, or of a room (place(name) is the room)?")
end })

-- --- the table of all words ------------------------------------------------

local function sealed_library(library, name)
  return seal.sealed(common.copy(library), name, function(key)
    local hint = key == "random" and "; dice \"1d6\" rolls"
      or common.hint(tostring(key), common.keys(library))
    mistake("%s.%s is not here%s", name, tostring(key), hint)
  end)
end

-- A fresh table of every word for one chain of files.
function words.table()
  local library = sandbox.library()
  local t = {
    dice = chance.dice, faces = chance.faces, pick = chance.pick, odds = chance.odds, sides = chance.sides,
    roll = chance.roll, ask = questions.ask,
    check = chance.check, checks = chance.checks, contest = chance.contest, degrees = chance.degrees,
    gain = tracks.gain, lose = tracks.lose, set = tracks.set,
    burning = time.burning, kindle = time.kindle, put_out = time.put_out,
    start = time.start, stop = time.stop, running = time.running, timers = time.timers, pass = time.pass,
    doing = deeds.doing, deed = deeds.deed, doers = deeds.doers, instead = deeds.instead,
    skip = procedures.skip, run = procedures.run, enter = procedures.enter, leave = procedures.leave,
    switch = procedures.change_to, over = live.is_over,
    split = party.split, meet = party.meet, groups = party.groups,
    each = words.each, least = words.least, most = words.most, has = words.has, count = words.count,
    sum = words.sum, named = words.named, those = words.those, names = words.names,
    draw = chance.draw, put_back = chance.put_back, shuffle = chance.shuffle, cards = chance.cards,
    next_die = chance.next_die, use = chance.use, pool = chance.pool,
    say = words.say, ends = words.ends, warn = words.warn, emit = words.emit, refuse = words.refuse,
    go = words.go, place = words.place, known = words.known, rooms_to = words.rooms_to,
    new_name = words.new_name, noted_traps = words.noted_traps, finds = words.finds,
    amount = measure.amount, clock = clock,
  }
  for _, name in ipairs(language.lua_words) do t[name] = library[name] end
  for _, name in ipairs(language.libraries) do t[name] = sealed_library(library[name], name) end
  return t
end

return words
