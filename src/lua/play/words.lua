-- words.lua -- the words of the language, as rule files see them: all in one table, and those of this file:
-- say, warn, emit, refuse, go, place, known, rooms_to, clock.
local chance = module "play/chance"
local checks = module "play/checks"
local common = module "common"
local decks = module "play/decks"
local deeds = module "play/deeds"
local events = module "play/events"
local groups = module "play/groups"
local ladders = module "play/ladders"
local language = module "read/language"
local lists = module "play/lists"
local live = module "play/live"
local procedures = module "play/procedures"
local questions = module "play/questions"
local seal = module "read/seal"
local state = module "play/state"
local steps = module "play/steps"
local texts = module "play/texts"
local time = module "play/time"
local tracks = module "play/tracks"
local words = {}

-- --- saying and telling ----------------------------------------------------

-- Raises when a value cannot be part of a text: nothing, or a list.
local function check_parts(...)
  for i = 1, select("#", ...) do
    local v = select(i, ...)
    if v == nil then error(("say: value %d is nothing (nil), and cannot be part of a text"):format(i), 0) end
    if type(v) == "table" and not getmetatable(v) then
      error(("say: value %d is a list, %s; for x in each(list) goes through it"):format(i,
        common.show(texts.plain(v))), 0)
    end
  end
end

local function say(text, ...)
  if type(text) ~= "string" then error("say: a text is needed, say(\"%s is here\", who.name)", 0) end
  if select("#", ...) > 0 then
    check_parts(...)
    text = text:format(...)
  end
  return events.happen("said", nil, text)
end

-- say("%s is here", who.name)
function words.say(text, ...) say(text, ...) end

-- warn("The rope frays."): said, and said again as a warning above the prompt
function words.warn(text, ...)
  local event = say(text, ...)
  if not event then return end
  event.kind, event.quiet = "warning", true
  live.warned[#live.warned + 1] = event.text
end

-- refuse("It is too dark."): the line is not done, and nothing has happened
function words.refuse(reason, ...)
  if type(reason) ~= "string" then error("refuse: a reason is needed, refuse \"It is too dark.\"", 0) end
  events.refuse(reason, ...)
end

local EVENT_MAX <const> = 65536                -- bytes

-- Text and fields of an event of the rules.
local function describe_emitted(name, fields)
  local e, plain = live.R.events[name], {}
  for k, v in next, fields do plain[k] = texts.plain(v) end
  local bytes, sentence = data.encode(plain)
  if not bytes then error("emit \"" .. name .. "\": " .. sentence, 0) end
  if #bytes > EVENT_MAX then
    error(("emit \"%s\": its fields are %d KB long; %d at most"):format(name, #bytes // 1024,
      EVENT_MAX // 1024), 0)
  end
  plain.secret = e and e.secret or nil
  return e and e.text and texts.fill(e.text, fields) or name, plain
end

local function finish_emit(name, fields)
  if type(fields) ~= "table" then
    error("emit: the fields of an event are a table, emit \"" .. name .. "\" { what = \"…\" }", 0)
  end
  events.happen(name, nil, describe_emitted, name, fields)
  events.hook(name, fields)
end

-- emit "encounter" { what = "rats" }, or emit("encounter", { … })
function words.emit(name, fields)
  if type(name) ~= "string" then
    error("emit: the name of an event comes first, emit \"found\" { … }, and this is " .. common.show(name),
      0)
  end
  if not live.R.hooks[name] then
    error("emit: there is no event '" .. tostring(name) .. "'"
      .. common.hint(tostring(name), common.keys(live.R.hooks)), 0)
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

-- --- rooms -----------------------------------------------------------------

local function room_name(room)
  if type(room) == "table" then return rawget(room, "name") or room.name end
  if type(room) ~= "string" or room == "" then
    error("go: a room's name is needed, and this is " .. common.show(room), 0)
  end
  return room
end

local function link(a, b)
  if not common.contains(a.exits, b.name) then a.exits[#a.exits + 1] = b.name end
end

-- go "hall" -> the room, whether it is new
-- apart = true: by no way that the party could walk back
function words.go(room, with)
  local name = room_name(room)
  local from, to = live.env.here, state.room(name)
  if from == to then return to, false end
  local new = not to.seen
  if from and not (with and with.apart) then
    link(from, to)
    link(to, from)
  end
  state.stand_in_room(name)
  live.party.kept = {}
  local text = "Now in " .. name .. (new and ", for the first time." or ".")
  events.happen("moved", nil, text, { room = name, new = new })
  events.hook("arrive", to, new)
  return to, new
end

-- known "hall": has the party been there?
function words.known(room)
  local r = state.find_room(room_name(room))
  return r ~= nil and r.seen
end

-- place "hall" -> that room, known or not
function words.place(room) return state.room(room_name(room)) end

-- rooms_to "hall": how many rooms away it is, through known rooms; nil when there is no way
function words.rooms_to(room)
  local goal, here = room_name(room), live.env.here
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
  if type(q) == "string" then
    local sentence
    q, sentence = measure.quantity(q)
    if not q then error("clock.set: " .. sentence, 0) end
  end
  local secs = math.tointeger(measure.amount(q, "second"))
  if not secs then error("clock.set: a time of whole seconds is needed", 0) end
  live.party.now = secs
  events.happen("clock", nil, "It is " .. game_clock.read(secs) .. ".", { quiet = true })
end

local clock_fields = {
  now = function(now) return now end,
  minutes = function(now) return now // 60 end,
  text = game_clock.read,
}
for i, name in ipairs { "day", "hour", "minute", "second" } do
  clock_fields[name] = function(now) return (select(i, game_clock.parts(now))) end
end

local clock = setmetatable({}, {
  __sealed = "clock",
  __newindex = function()
    error("clock cannot be assigned; clock.set(\"5 hours\") sets it, pass \"1 hour\" lets time go by", 0)
  end,
  __index = function(_, key)
    if key == "set" then return set_clock end
    local field = clock_fields[key]
    if field then return field(live.party.now) end
    local names = { "day", "hour", "minute", "second", "minutes", "now", "text", "set" }
    error("clock has no '" .. tostring(key) .. "'" .. common.hint(tostring(key), names), 0)
  end,
})

-- --- all of them -----------------------------------------------------------

local function sealed_library(library, name)
  return seal.sealed(common.copy(library), name, function(key)
    local hint = key == "random" and "; dice \"1d6\" rolls"
      or common.hint(tostring(key), common.keys(library))
    error(name .. "." .. tostring(key) .. " is not here" .. hint, 0)
  end)
end

-- A fresh table of every word for one chain of files.
function words.table()
  local library = sandbox.library()
  local t = {
    dice = chance.dice, faces = chance.faces, pick = chance.pick, odds = chance.odds, sides = chance.sides,
    roll = chance.roll, ask = questions.ask,
    check = checks.check, checks = checks.checks, contest = checks.contest, degrees = checks.degrees,
    gain = tracks.gain, lose = tracks.lose, set = tracks.set,
    burning = time.burning, kindle = time.kindle, put_out = time.put_out,
    start = time.start, stop = time.stop, running = time.running, pass = time.pass,
    doing = deeds.doing, doers = deeds.doers, instead = deeds.instead, skip = steps.skip, run = steps.run,
    enter = procedures.enter, leave = procedures.leave,
    split = groups.split, meet = groups.meet, groups = groups.groups,
    each = lists.each, least = lists.least, most = lists.most, has = lists.has, count = lists.count,
    sum = lists.sum, named = lists.named,
    draw = decks.draw, put_back = decks.put_back, shuffle = decks.shuffle, cards = decks.cards,
    next_die = ladders.next_die, use = ladders.use, pool = ladders.pool,
    say = words.say, warn = words.warn, emit = words.emit, refuse = words.refuse,
    go = words.go, place = words.place, known = words.known, rooms_to = words.rooms_to,
    amount = measure.amount, clock = clock,
  }
  for _, name in ipairs(language.lua_words) do t[name] = library[name] end
  for _, name in ipairs(language.libraries) do t[name] = sealed_library(library[name], name) end
  return t
end

return words
