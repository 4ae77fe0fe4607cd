-- words.lua -- the words of the language, as rule files see them.
local chance = module "play/chance"
local common = module "common"
local decks = module "play/decks"
local groups = module "play/groups"
local ladders = module "play/ladders"
local language = module "read/language"
local live = module "play/live"
local seal = module "read/seal"
local time = module "play/time"
local tracks = module "play/tracks"
local turn = module "play/turn"
local words = {}

-- --- going through things --------------------------------------------------------------------------

local function things(kind)
  local out = {}
  for _, e in ipairs(kind:live()) do if not e.host then out[#out + 1] = e.proxy end end
  return out
end

-- The items of a list, a party (who is present), or a kind (its things, in the order made): a plain list.
local function items(list)
  if type(list) ~= "table" then error("a list is needed here, and this is " .. common.show(list), 0) end
  local meta = getmetatable(list)
  if not meta then return list end
  if meta == live.party_meta then return live.present(list) end
  local kind = live.R and live.R.kind_of[list]
  if kind then return things(kind) end
  if meta.__sealed then
    local out = {}
    for i = 1, #list do out[i] = list[i] end
    return out
  end
  return list
end
words.items = items

-- for x in each(list) do: the items alone, in order; the list may change meanwhile
function words.each(list)
  local from = items(list)
  if from == list then from = table.move(from, 1, #from, 1, {}) end
  local i = 0
  return function()
    i = i + 1
    return from[i]
  end
end

local function best(list, by, better)
  local value, item
  for _, x in ipairs(items(list)) do
    local v = x
    if type(by) == "function" then v = by(x) elseif by ~= nil then v = x[by] end
    if v ~= nil and (value == nil or better(v, value)) then value, item = v, x end
  end
  return value, item
end
function words.least(list, by) return best(list, by, function(a, b) return a < b end) end
function words.most(list, by) return best(list, by, function(a, b) return a > b end) end

-- sum(burning(), "people"), sum(party, function(who) … end): added up; 0 of nothing
function words.sum(list, by)
  local total = 0
  for _, x in ipairs(items(list)) do
    local v = x
    if type(by) == "function" then v = by(x) elseif by ~= nil then v = x[by] end
    if type(v) ~= "number" and type(v) ~= "quantity" then error("sum: a number is needed of each, and this is " .. common.show(v), 0) end
    total = type(total) == "number" and type(v) == "quantity" and total == 0 and v or total + v
  end
  return total
end

-- named "Bram" -> that member, present or away, of whatever group; named("ritual", list): the first of them whose name
-- is so; nil when there is none
function words.named(name, list)
  if type(name) ~= "string" then error("named: a name in quotes is needed, and this is " .. common.show(name), 0) end
  for _, x in ipairs(list ~= nil and items(list) or {}) do
    if type(x) ~= "table" then error("named: the list has things or tables with a name, { name = \"…\" }, and here is " .. common.show(x), 0) end
    if x.name == name then return x end
  end
  if list ~= nil then return nil end
  for _, group in ipairs(live.S.parties) do
    for _, who in ipairs(group.members) do if who.name == name then return who end end
  end
  return nil
end

-- has(list, "rope"): is it in the list?
function words.has(list, item)
  return common.contains(items(list), item) ~= nil
end

-- count(list, "cut"), count(party, "weary"), count(party, function(who) … end): how many are that, are so
function words.count(list, what)
  local n, from = 0, items(list)
  for _, x in ipairs(from) do
    local yes = x == what
    if type(what) == "function" then yes = what(x)
    elseif not yes and type(x) == "table" and type(what) == "string" then yes = x[what] end
    if what == nil or yes then n = n + 1 end
  end
  return n
end

-- --- saying and happening -----------------------------------------------------------------------------

-- Nothing, and lists, are no part of a text.
local function check_parts(...)
  for i = 1, select("#", ...) do
    local v = select(i, ...)
    if v == nil then error(("say: value %d is nothing (nil), and cannot be part of a text"):format(i), 0) end
    if type(v) == "table" and not getmetatable(v) then
      error(("say: value %d is a list, %s; for x in each(list) goes through it"):format(i, common.show(live.plain(v))), 0)
    end
  end
end

function words.say(text, ...)
  if type(text) ~= "string" then error("say: a text is needed, say(\"%s is here\", who.name)", 0) end
  if select("#", ...) > 0 then
    check_parts(...)
    text = text:format(...)
  end
  live.happen("said", nil, text)
end

-- warn("The rope frays."): said, and said again as a warning above the prompt
function words.warn(text, ...)
  words.say(text, ...)
  if live.watching then
    local event = live.events[#live.events]
    event.kind, event.quiet = "warning", true
    live.warned[#live.warned + 1] = event.text
  end
end

local LONGEST_EVENT = 65536            -- bytes

local function finish_emit(name, fields)
  if not live.watching then
    live.happen(name)
    live.hook(name, fields)
    return
  end
  local e = live.R.events[name]
  local told = {}
  for k, v in next, fields do told[k] = live.plain(v) end
  local bytes, sentence = data.encode(told)
  if not bytes then error("emit \"" .. name .. "\": " .. sentence, 0) end
  if #bytes > LONGEST_EVENT then error(("emit \"%s\": its fields are %d KB long; %d at most"):format(name, #bytes // 1024, LONGEST_EVENT // 1024), 0) end
  local text = e and e.text and live.fill(e.text, fields) or name
  told.secret = e and e.secret or nil
  live.happen(name, nil, text, told)
  live.hook(name, fields)
end

-- emit "encounter" { what = "rats" }, or emit("encounter", { … })
function words.emit(name, fields)
  if type(name) ~= "string" then error("emit: the name of an event comes first, emit \"found\" { … }, and this is " .. common.show(name), 0) end
  if not live.R.hooks[name] then
    error("emit: there is no event '" .. tostring(name) .. "'" .. common.hint(tostring(name), common.keys(live.R.hooks)), 0)
  end
  if fields ~= nil then
    if type(fields) ~= "table" then error("emit: the fields of an event are a table, emit \"" .. name .. "\" { what = \"…\" }", 0) end
    return finish_emit(name, fields)
  end
  local file, line = sandbox.place()
  local pending = { name = name, file = file, line = line }
  live.pending[#live.pending + 1] = pending
  return function(given)
    pending.done = true
    if type(given) ~= "table" then error("emit: the fields of an event are a table, emit \"" .. name .. "\" { what = \"…\" }", 0) end
    finish_emit(name, given)
  end
end

-- --- rooms ---------------------------------------------------------------------------------------------

local function room_name(room)
  if type(room) == "table" then return rawget(room, "name") or room.name end
  if type(room) ~= "string" or room == "" then error("go: a room's name is needed, and this is " .. common.show(room), 0) end
  return room
end

local function find_room(name)
  for _, room in ipairs(live.S.rooms) do if room.name == name then return room end end
end

local function link(a, b)
  if not common.contains(a.exits, b.name) then a.exits[#a.exits + 1] = b.name end
end

-- go "hall" -> the room, whether it is new
-- apart = true: by no way that the party could walk back
function words.go(room, with)
  local name = room_name(room)
  local from, to = live.env.here, live.room(name)
  if from == to then return to, false end
  local new = not to.seen
  if from and not (with and with.apart) then link(from, to) link(to, from) end
  to.seen = true
  live.party.room, live.env.here = name, to
  live.party.kept = {}
  live.happen("moved", nil, "Now in " .. name .. (new and ", for the first time." or "."), { room = name, new = new })
  live.hook("arrive", to, new)
  return to, new
end

-- known "hall": has the party been there?
function words.known(room)
  local r = find_room(room_name(room))
  return r ~= nil and r.seen
end

-- place "hall" -> that room, known or not
function words.place(room) return live.room(room_name(room)) end

-- rooms_to "hall": how many rooms away it is, through known rooms; nil when there is no way
function words.rooms_to(room)
  local goal, here = room_name(room), live.env.here
  if not here then return nil end
  local far, queue = { [here.name] = 0 }, { here.name }
  for _, name in ipairs(queue) do
    if name == goal then return far[name] end
    local r = find_room(name)
    for _, exit in ipairs(r and r.exits or {}) do
      local next_room = find_room(exit)
      if not far[exit] and next_room and (next_room.seen or exit == goal) then
        far[exit] = far[name] + 1
        queue[#queue + 1] = exit
      end
    end
  end
end

-- --- the clock -------------------------------------------------------------------------------------------

local clock = setmetatable({}, {
  __sealed = "clock",
  __newindex = function() error("clock cannot be assigned; clock.set(\"5 hours\") sets it, pass \"1 hour\" lets time go by", 0) end,
  __index = function(_, key)
    local now = live.party.now
    local day, hour, minute, second = game_clock.parts(now)
    if key == "now" then return now elseif key == "day" then return day elseif key == "hour" then return hour
    elseif key == "minute" then return minute elseif key == "second" then return second
    elseif key == "minutes" then return now // 60 elseif key == "text" then return game_clock.read(now) end
    if key == "set" then
      return function(q)
        if type(q) == "string" then
          local sentence
          q, sentence = measure.quantity(q)
          if not q then error("clock.set: " .. sentence, 0) end
        end
        local secs = math.tointeger(measure.amount(q, "second"))
        if not secs then error("clock.set: a time of whole seconds is needed", 0) end
        live.party.now = secs
        live.happen("clock", nil, "It is " .. game_clock.read(secs) .. ".", { quiet = true })
      end
    end
    error("clock has no '" .. tostring(key) .. "'" .. common.hint(tostring(key), { "day", "hour", "minute", "second", "minutes", "now", "text", "set" }), 0)
  end,
})

-- --- all of them -------------------------------------------------------------------------------------------

local function sealed_library(library, name)
  return seal.sealed(common.copy(library), name, function(key)
    error(name .. "." .. tostring(key) .. " is not here" .. (key == "random" and "; dice \"1d6\" rolls" or common.hint(tostring(key), common.keys(library))), 0)
  end)
end

-- A fresh table of every word for one chain of files.
function words.table()
  local library = sandbox.library()
  local t = {
    dice = chance.dice, faces = chance.faces, pick = chance.pick, odds = chance.odds, roll = chance.roll, ask = chance.ask,
    check = chance.check, checks = chance.checks, contest = chance.contest, sides = chance.sides,
    gain = tracks.gain, lose = tracks.lose, set = tracks.set,
    burning = time.burning, kindle = time.kindle, put_out = time.put_out,
    start = time.start, stop = time.stop, running = time.running, pass = time.pass,
    doing = turn.doing, doers = turn.doers, instead = turn.instead, skip = turn.skip, refuse = turn.refuse,
    enter = turn.enter, leave = turn.leave, run = turn.run,
    split = groups.split, meet = groups.meet, groups = groups.groups,
    each = words.each, least = words.least, most = words.most, has = words.has, count = words.count, sum = words.sum, named = words.named, say = words.say, emit = words.emit,
    draw = decks.draw, put_back = decks.put_back, shuffle = decks.shuffle, cards = decks.cards,
    next_die = ladders.next_die, use = ladders.use, pool = ladders.pool, degrees = ladders.degrees,
    go = words.go, place = words.place, known = words.known, warn = words.warn, rooms_to = words.rooms_to,
    amount = measure.amount, clock = clock,
  }
  for _, name in ipairs(language.lua_words) do t[name] = library[name] end
  for _, name in ipairs(language.libraries) do t[name] = sealed_library(library[name], name) end
  return t
end

live.words = setmetatable({ items = items, kindle = time.kindle, roll = chance.roll }, { __index = words })

return words
