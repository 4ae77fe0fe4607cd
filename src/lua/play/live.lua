-- live.lua -- the table as it is while a command runs: the state, whose turn it is, what has happened.
-- The state is plain data in plain tables; records get a metatable that catches a misspelt name.
local common = module "common"
local live = {
  R = nil,          -- the sealed rules
  S = nil,          -- the state
  party = nil,      -- whoever the line is about: one of S.parties
  turn = nil,       -- the turn on top of the party's stack
  events = {},      -- what has happened in this run
  watching = true,  -- does anybody look? (a simulation does not)
  secret = false,   -- inside a secret deed
  told_already = nil, -- the next change of a track is: no event of its own
  stopped = nil,    -- the kind of an event that stops counts and long deeds
  asked = false,    -- a question was put
  warned = {},      -- what rules warn of
  quick = {},       -- what fits at once (see quick_of)
  hidden = nil,     -- names of what the state is without (ignored_fields.lua)
  looking = false,  -- is nothing to be changed now, and is that watched? (tracked_fields.lua)
  cut = nil,        -- (step): may stop a line before a step, to go on from there (turn_memo.lua)
  at_part = nil,    -- which part of the line is under way
  part = nil,       -- as it was read (line.lua)
  nth = 1,          -- how often it was begun
  looked_about = false, -- were rooms or lamps looked for as a line was read?
  untold = {},      -- rolls of this line of which not all was asked, and how each is told (chance.lua)
  absent = nil,     -- (record, track): is it to be fetched when somebody looks? (tracked_fields.lua)
  renewed = false,  -- the rules have tracks that the state read had not
}

-- --- what has happened --------------------------------------------------------------------------

-- A value of the rules as plain data for an event: things and records by name.
local function plain(v, depth)
  if type(v) ~= "table" then
    if type(v) == "function" then return nil end
    if type(v) == "quantity" then return tostring(v) end
    return v
  end
  if rawget(v, "name") and getmetatable(v) then return rawget(v, "name") end
  if rawget(v, "kind") and getmetatable(v) then return rawget(v, "kind") end
  if getmetatable(v) then return tostring(v) end
  if (depth or 0) > 20 then return "…" end
  local t = {}
  for k, x in next, v do t[k] = plain(x, (depth or 0) + 1) end
  return t
end
live.plain = plain

-- "{what}, {manner}" filled from fields (a table, a record or nothing).
local function fill(text, fields)
  if not text:find("{", 1, true) then return text end
  return (text:gsub("{([%a_][%w_%.]*)}", function(path)
    local v = fields
    if type(v) ~= "table" then return path == "it" and v ~= nil and tostring(v) or "something" end
    for key in path:gmatch("[^.]+") do
      if type(v) ~= "table" then v = nil break end
      local ok = rawget(v, key)
      if ok == nil and getmetatable(v) and (rawget(v, "kind") or rawget(v, "name")) and key ~= "name" and key ~= "kind" then ok = v[key] end
      v = ok
    end
    if v == nil then return "something" end
    return tostring(plain(v))
  end))
end
live.fill = fill

local MOST_EVENTS = 10000
local LONGEST_TEXT = 8000
local MOST_LETTERS = 1000000
local letters = 0                              -- in the events so far

-- All that is told in one command is shown, kept, and read again by people.
local function weigh(text, fields)
  if #live.events == 0 then letters = 0 end
  letters = letters + #(text or "")
  for _, v in next, fields or {} do if type(v) == "string" then letters = letters + #v end end
  if letters > MOST_LETTERS then error("more than a million letters were told in one command; is there a loop that never ends?", 0) end
end

-- Notes an event.  fields: further plain data, or nil.
local function happen(kind, name, text, fields)
  if not live.watching then                    -- a simulation: only that it happened counts
    if live.count then live.count(kind, name) end
    local e = live.R.events[kind]
    if e and e.stops then live.stopped = kind end
    return
  end
  if #live.events >= MOST_EVENTS then
    error(sandbox.deep() and "rules call each other without end" or "more than ten thousand things happened in one command; is there a loop that never ends?", 0)
  end
  if text and not utf8.len(text) then error("the text is not UTF-8", 0) end
  if text and #text > LONGEST_TEXT then error(("a text of %d letters is more than anybody reads; %d at most"):format(#text, LONGEST_TEXT), 0) end
  weigh(text, fields)
  local event = fields or {}
  event.kind, event.name, event.text = kind, name, text
  event.turn = rawget(live.turn, "told") or live.turn.number
  event.secret = (event.secret or live.secret) and true or false
  local file, line = sandbox.place()
  if file then event.from = file .. ":" .. line end
  live.events[#live.events + 1] = event
  local e = live.R.events[kind]
  if e and e.stops then live.stopped, event.stops = kind, true end
  return event
end
live.happen = happen

-- Calls on.KIND.
local function hook(kind, ...)
  local f = rawget(live.on, kind)
  if f then
    if live.watching then sandbox.note(f) end
    return f(...)
  end
end
live.hook = hook

-- --- texts ----------------------------------------------------------------------------------------
-- A text has methods and no fields: s:upper().  In Lua a field of it would silently be nil.

setmetatable(getmetatable("").__index, {
  __index = function(_, key)
    local near = type(key) == "string" and common.nearest(key, common.keys(getmetatable("").__index))
    error("a text has no field '" .. tostring(key) .. "'; " .. (near and "did you mean '" .. near .. "'?"
      or "is this the name of a thing, or of a room (place(name) is the room)?"), 0)
  end,
})

-- --- records --------------------------------------------------------------------------------------

local at_times = { now = true, number = true } -- is in a state, and not in another (ignored_fields.lua)

-- What it has, also what the state is without now; but not what was asked for, which may have been assigned nothing.
local function names_of(record, what, asked)
  local names = {}
  for k in next, record do if type(k) == "string" and (live.R.tracks[k] or not at_times[k]) then names[#names + 1] = k end end
  if what == "the turn" and not live.R.tracks.number then names[#names + 1] = "number" end
  for _, track in ipairs(live.R.tracks_of[what:match "%a+$"] or {}) do
    if rawget(record, track.name) == nil and track.name ~= asked then names[#names + 1] = track.name end
  end
  table.sort(names)
  return names
end

local function record_meta(what)
  return {
    __record = true,
    __index = function(self, key)
      if key == nil then return nil end
      error(what .. " has nothing called '" .. tostring(key) .. "'" .. common.hint(tostring(key), names_of(self, what, key)), 0)
    end,
    __newindex = function(self, key)
      error(what .. " has nothing called '" .. tostring(key) .. "' to change" .. common.hint(tostring(key), names_of(self, what, key))
        .. "; what play changes is made with track or kind." .. what:gsub("^an? ", "") .. ":has", 0)
    end,
    __tostring = function(self) return rawget(self, "name") or rawget(self, "kind") or what end,
  }
end

local member_meta = record_meta "a member"
local party_meta = record_meta "the party"
function party_meta.__call() error("the party is gone through with each: for who in each(party) do", 0) end
local party_strange = party_meta.__index
function party_meta.__index(self, key)
  if math.type(key) == "integer" then error("the party is no list; each(party) goes through who is here, party.members[" .. key .. "] is one of all", 0) end
  return party_strange(self, key)
end
local turn_meta = record_meta "the turn"
local lamp_meta = record_meta "a lamp"
local timer_meta = record_meta "a timer"
local room_meta = record_meta "a room"
local campaign_meta = record_meta "the campaign"
live.lamp_meta, live.room_meta, live.timer_meta, live.party_meta, live.turn_meta = lamp_meta, room_meta, timer_meta, party_meta, turn_meta
live.member_meta, live.campaign_meta = member_meta, campaign_meta

-- What is left of a lamp or timer, in the unit its kind lasts in.
local function left_of(record, lasts)
  local left = rawget(record, "secs") or rawget(record, "turns") or rawget(record, "real")
  if not left or not lasts then return left end
  local n = left / lasts.per
  return math.tointeger(n) or n
end
live.left_of = left_of

-- Sets what is left, in the unit of lasts.
function live.set_left(record, left, lasts, label)
  local n = type(left) == "number" and lasts and math.tointeger(left * lasts.per)
  if n and n < 0 then n = 0 end                -- it goes out as soon as time goes by
  if not n then
    error(label .. ", left: " .. (lasts and "a number of " .. lasts.unit .. "s is needed" or "a " .. record.kind .. " has no counted life") .. ", and this is " .. common.show(left), 0)
  end
  local counts = rawget(record, "secs") or rawget(record, "turns") or rawget(record, "real")
  local by = counts and record or lasts
  local field = rawget(by, "secs") and "secs" or rawget(by, "turns") and "turns" or "real"
  rawset(record, field, n)
end

local lamp_strange, lamp_strange_new = lamp_meta.__index, lamp_meta.__newindex
function lamp_meta.__index(lamp, key)
  local light = live.R.lights[rawget(lamp, "kind")]
  if key == "left" then return left_of(lamp, light and light.lasts) end
  if key == "secs" or key == "turns" or key == "real" then return nil end
  if light then
    local entry = live.R.kinds.light.entries[light.name]
    for _, name in ipairs(entry.kind.field_order) do
      if name == key then return entry.proxy[key] end
    end
  end
  return lamp_strange(lamp, key)
end

-- lamp.left = 3: so much is left, in the unit its light lasts in; nil: it is not counted any more.
function lamp_meta.__newindex(lamp, key, value)
  if key ~= "left" then return lamp_strange_new(lamp, key) end
  local light = live.R.lights[rawget(lamp, "kind")]
  if value ~= nil then return live.set_left(lamp, value, light and light.lasts, "a lamp") end
  for _, field in ipairs { "secs", "turns", "real" } do rawset(lamp, field, nil) end
end

local timer_strange = timer_meta.__index
function timer_meta.__index(timer, key)
  local t = live.R.timers[rawget(timer, "kind")]
  if key == "left" then return left_of(timer, t and t.lasts) end
  if key == "secs" or key == "turns" or key == "real" or key == "of" then return nil end
  return timer_strange(timer, key)
end

local room_strange, room_strange_new = room_meta.__index, room_meta.__newindex
function room_meta.__index(room, key)
  local entry = live.R.kinds.room.entries[rawget(room, "name")]
  local field = live.R.kinds.room.fields[key]
  if entry and entry.final[key] ~= nil then return entry.proxy[key] end
  if field then
    local default = field.type.default
    return type(default) == "table" and live.R.empty or default
  end
  return room_strange(room, key)
end
function room_meta.__newindex(room, key, value)
  if live.R.kinds.room.fields[key] then rawset(room, key, value) else room_strange_new(room, key) end
end

-- --- values of tracks ---------------------------------------------------------------------------------

-- A roll that no event tells of says after how many of them it fell.
function live.fell(nth)
  if nth then door.rolls()[nth].after = #live.events end
end

-- A track's first value (and own maximum): from what was given where the thing was made, or the track's start.
function live.start_value(track, given, label)
  local v = given
  if v == nil then v = track.start end
  if track.kind == "number" and type(v) == "string" then
    local now, most = v:match("^(%-?%d+)/(%d+)$")
    if now then return math.tointeger(tonumber(now)), math.tointeger(tonumber(most)) end
    if door.range(v) == nil then error(("%s, %s: a number or dice is needed, and this is %s"):format(label, track.name, common.show(v)), 0) end
    local total, nth = door.roll(v, track.name)
    live.fell(nth)
    v = total
  end
  if track.kind == "quantity" then
    if type(v) == "number" then v = measure.quantity_of(v, track.unit)
    elseif type(v) == "string" then
      local q, sentence = measure.quantity(v)
      if not q then error(label .. ", " .. track.name .. ": " .. sentence, 0) end
      v = q
    end
  elseif track.kind == "list" then v = common.copy(v) end
  live.fits(track, v, label)
  return v, track.own and v or nil
end

local type_of_track = { number = "number", switch = "boolean", list = "table", text = "string", quantity = "quantity", ladder = "string" }

-- Why v is no value of the track, or nil.
local function misfit(track, v, label)
  if type(v) ~= type_of_track[track.kind] then
    return (label .. ", " .. track.name .. ": " .. (track.kind == "switch" and "true or false is needed" or track.kind == "quantity" and "a quantity is needed, as \"1 " .. track.unit .. "\"" or "a " .. (track.kind == "ladder" and "step" or track.kind) .. " is needed") .. ", and this is " .. common.show(v))
  end
  if track.kind == "ladder" and not track.rank[v] then
    return label .. ", " .. track.name .. ": one of its steps is needed, " .. common.list(track.steps, "or") .. ", and this is " .. common.show(v)
  end
end

-- Raises when v is no value of the track.
function live.fits(track, v, label)
  local sentence = misfit(track, v, label)
  if sentence then error(sentence, 0) end
end

-- The most that a track of owner's may be: its own, what a rule says now, or the same for all; nil: there is none.
function live.most_of(owner, track)
  if track.own then return (rawget(owner, "max") or {})[track.name] end
  if not track.max_of then return track.max end
  local most = track.max_of(owner)
  if type(most) == "number" and most == most then return math.tointeger(most) or most end
  local file, line = sandbox.made(track.max_of)
  error({ text = ("track \"%s\", max: a number is needed, and this gives %s%s"):format(track.name, common.show(most), most == nil and "; is a return missing?" or ""),
    file = file, line = line }, 0)
end

-- Why a number is out of its track's bounds, or nil.  What a rule bounds is bounded when it changes.
local function beyond(track, v, record, label)
  local most = track.max
  if track.own then most = live.most_of(record, track) end
  if v ~= v then return label .. ", " .. track.name .. ": not a number (0/0) cannot be kept" end
  local side = track.min and v < track.min and "below its least, " .. tostring(track.min)
    or most and v > most and "above its most, " .. tostring(most)
  if side then
    return ("%s, %s: %s is %s; set(\"%s\", …), gain and lose keep it within"):format(label, track.name, common.show(v), side, track.name)
  end
end


local function give_tracks(record, of, given, label)
  for _, track in ipairs(live.R.tracks_of[of] or {}) do
    if rawget(record, track.name) == nil then
      live.renewed = true
      local v, most = live.start_value(track, given and given[track.name], label)
      if not (live.hidden and live.hidden[track.name]) then rawset(record, track.name, v) end
      if most then
        if rawget(record, "max") == nil then rawset(record, "max", {}) end
        record.max[track.name] = most
      end
    end
  end
end

local function give_fields(record, kind, given, label)
  for _, field in ipairs(live.R.has[kind] or {}) do
    if rawget(record, field.name) == nil then
      local v = given and given[field.name]
      if v == nil then v = common.copy(field.default) end
      if v == nil and field.optional then v = false end
      if v == nil then error(label .. " has no " .. field.name, 0) end
      rawset(record, field.name, v)
    end
  end
end

-- --- making records --------------------------------------------------------------------------------------

-- Why nobody can be called so, or nil: lines are taken apart at some signs.
function live.misnamed(name)
  if #name > 60 or name:find "[%c,;+]" then return "a name is one line of at most 60 letters, without , ; or +" end
end

function live.member(name, given)
  local types = module "read/types"
  local R, label = live.R, "member \"" .. name .. "\""
  local kind = R.kinds.member
  local fields = {}
  for _, key in ipairs(common.keys(given or {})) do
    local field, track = kind.fields[key], R.tracks[key]
    if field then
      local v, sentence = types.fit(field.type, given[key], R)
      if v == nil then error(label .. ", " .. key .. ": " .. sentence, 0) end
      fields[key] = v
    elseif track and track.of == "member" then
      fields[key] = given[key]
    elseif key ~= "name" then
      local names = {}
      for _, n in ipairs(kind.field_order) do names[#names + 1] = n end
      for _, t in ipairs(R.tracks_of.member or {}) do names[#names + 1] = t.name end
      error(label .. " has no '" .. tostring(key) .. "'" .. common.hint(tostring(key), names), 0)
    end
  end
  local who = { name = name, away = false, max = {} }
  give_fields(who, "member", fields, label)
  give_tracks(who, "member", fields, label)
  return setmetatable(who, member_meta), fields.holds
end

function live.new_turn(procedure)
  local turn = { number = 0, procedure = procedure, step = "", doing = {}, skipped = {} }
  if live.hidden and live.hidden.number then turn.number = nil end
  give_tracks(turn, "turn", nil, "the turn")
  return setmetatable(turn, turn_meta)
end

-- Tracks of the turn that begin with a value which can be given again and again: no list, nothing rolled.
local function is_plain(track)
  return track.kind == "switch" or track.kind == "text" or track.kind == "ladder" or track.kind == "number" and type(track.start) == "number"
end

-- Tracks of the turn begin anew: as it is over, all but what is rolled, which is rolled as the next begins.
function live.reset_turn(turn)
  local tracks = live.R.tracks_of.turn
  for i = 1, tracks and #tracks or 0 do
    local track = tracks[i]
    if track.plain == nil then track.plain = is_plain(track) end
    if track.plain then
      rawset(turn, track.name, track.start)
    elseif track.kind ~= "number" then
      rawset(turn, track.name, (live.start_value(track, nil, "the turn")))
    end
  end
end
function live.roll_turn(turn)
  for _, track in ipairs(live.R.tracks_of.turn or {}) do
    if track.kind == "number" and type(track.start) ~= "number" then rawset(turn, track.name, (live.start_value(track, nil, "the turn"))) end
  end
end

function live.room(name, given)
  for _, room in ipairs(live.S.rooms) do if room.name == name then return room end end
  if #name > 200 or name:find "%c" then error("the name of a room is one line of at most 200 letters", 0) end
  local room = setmetatable({ name = name, exits = {}, seen = false }, room_meta)
  local entry = live.R.kinds.room.entries[name]
  give_tracks(room, "room", entry and entry.starts, "room \"" .. name .. "\"")
  if entry and entry.final.exits then
    for _, exit in ipairs(entry.final.exits) do room.exits[#room.exits + 1] = exit end
  end
  live.S.rooms[#live.S.rooms + 1] = room
  return room
end

local function new_party(members)
  local party = {
    name = "", members = members, lights = {}, timers = {}, turns = {}, room = "", now = 0, kept = {},
  }
  return setmetatable(party, party_meta)
end
live.new_party = new_party

-- A second group, where the first one is, with the same turn and tracks.
function live.new_group(from)
  local group = new_party {}
  group.room, group.now = from.room, from.now
  for _, track in ipairs(live.R.tracks_of.party or {}) do
    if not (live.hidden and live.hidden[track.name]) then rawset(group, track.name, common.copy(from[track.name])) end
  end
  if rawget(from, "max") then rawset(group, "max", common.copy(rawget(from, "max"))) end
  for i, turn in ipairs(from.turns) do
    group.turns[i] = setmetatable(common.copy(turn), turn_meta)
    group.turns[i].doing = {}
  end
  return group
end

-- --- the state -------------------------------------------------------------------------------------------------

-- A fresh state: the members that the rules make, or one called the party.
function live.new_state()
  local R = live.R
  local S = { parties = {}, rooms = {}, decks = {}, at = 1, campaign = {}, wall = 0 }
  live.S = S
  local party = new_party {}
  party.now = R.starts or 0
  S.parties[1] = party
  live.party = party
  give_tracks(party, "party", nil, "the party")
  give_tracks(S.campaign, "campaign", nil, "the campaign")
  setmetatable(S.campaign, campaign_meta)
  party.turns[1] = live.new_turn(R.main)
  live.use(1)
  live.enter_first_room()                         -- before members: what they hold is lit there
  for _, e in ipairs(R.kinds.member:live()) do live.join(e.name, e.fields) end
  return S
end

-- Where the party is when play begins: a room without a name of its own, unless the ruleset names one.
function live.enter_first_room()
  local room = live.room(live.R.first_room or "here")
  room.seen = true
  live.party.room = room.name
  live.env.here = room
end

-- A table without characters has one, called the party, until somebody joins.
live.nobody = "the party"
function live.stand_in()
  if #live.party.members == 0 then live.join(live.nobody) end
end

-- Takes a new member into the party; a light to hold is lit for nothing.
function live.join(name, given)
  local plain_fields = {}
  for k, v in next, given or {} do plain_fields[k] = type(v) == "table" and v.rule == nil and common.copy(v) or v end
  local who, holds = live.member(name, plain_fields)
  local members = live.party.members
  if #members == 1 and members[1].name == live.nobody then
    members[1] = nil
    for _, lamp in ipairs(live.party.lights) do lamp.holder = name end
  end
  members[#members + 1] = who
  if holds then live.words.kindle(holds, who, { free = true }) end
  return who
end

local function complete_member(who)
  if who.away == nil then who.away = false end
  if who.max == nil then who.max = {} end
  give_fields(who, "member", nil, who.name)
  give_tracks(who, "member", nil, who.name)
end

local function complete_party(party)
  give_tracks(party, "party", nil, "the party")
  for _, who in ipairs(party.members) do complete_member(who) end
  for _, lamp in ipairs(party.lights) do
    local light = live.R.lights[lamp.kind]
    give_tracks(lamp, "light", light and light.starts, "light \"" .. lamp.kind .. "\"")
  end
  for _, turn in ipairs(party.turns) do give_tracks(turn, "turn", nil, "the turn") end
end

-- Starts for what the rules have new; what they have none of any more is set aside.
local function complete(S)
  S.decks = S.decks or {}
  module("play/orphaned_state").take(S)
  for _, party in ipairs(S.parties) do complete_party(party) end
  for _, room in ipairs(S.rooms) do give_tracks(room, "room", nil, "room \"" .. room.name .. "\"") end
  give_tracks(S.campaign, "campaign", nil, "the campaign")
end

local function set_all(list, meta)
  for i = 1, #list do setmetatable(list[i], meta) end
end

-- Makes decoded data live: metatables for its records; and completes it, unless these very rules are known to have
-- made it.
function live.adopt(S, known)
  live.S, live.fresh = S, nil
  if not known then complete(S) end
  for _, party in ipairs(S.parties) do
    set_all(party.members, member_meta)
    set_all(party.lights, lamp_meta)
    set_all(party.timers, timer_meta)
    set_all(party.turns, turn_meta)
    setmetatable(party, party_meta)
  end
  set_all(S.rooms, room_meta)
  setmetatable(S.campaign, campaign_meta)
  live.use(S.at)
end

-- Makes party i the one the line is about.
function live.use(i)
  local S, env = live.S, live.env
  S.at = i
  local party = S.parties[i]
  live.party = party
  live.turn = party.turns[#party.turns]
  env.party, env.turn, env.campaign = party, live.turn, S.campaign
  env.here = party.room ~= "" and live.room(party.room) or nil
end

-- The members of a party (or of the one that plays) who are here, in marching order; without characters, the party itself is one.
function live.present(party)
  local list, n, members = {}, 0, (party or live.party).members
  for i = 1, #members do
    local who = members[i]
    if not who.away then
      n = n + 1
      list[n] = who
    end
  end
  return list
end

local nothing_kept = "nothing (nil) cannot be kept; use false, 0 or \"\""

-- Is the state without it now, and it is there all the same?
local function is_elsewhere(record, name)
  return live.hidden and live.hidden[name] or live.absent and live.absent(record, name)
end

-- Why a track of a record cannot be what it is, or nil.
local function fault_of_tracks(record, of, label)
  for _, track in ipairs(live.R.tracks_of[of] or {}) do
    local v = rawget(record, track.name)
    if v == nil and not is_elsewhere(record, track.name) then return label .. ", " .. track.name .. ": " .. nothing_kept end
    local sentence = v ~= nil and (misfit(track, v, label) or track.kind == "number" and beyond(track, v, record, label))
    if sentence then return sentence end
  end
end

local function fault_of_fields(record, kind, label)
  for _, field in ipairs(live.R.has[kind] or {}) do
    if rawget(record, field.name) == nil then return label .. ", " .. field.name .. ": " .. nothing_kept end
  end
end

-- The host's own part of a record: what each field must be.
local own = {
  party = { members = "table", lights = "table", timers = "table", turns = "table", kept = "table", room = "string", now = "integer" },
  member = { name = "string", away = "boolean", max = "table" },
  turn = { number = "integer", procedure = "string", step = "string", doing = "table", skipped = "table" },
  lamp = { kind = "string", holder = "string" },
  room = { name = "string", exits = "table", seen = "boolean" },
}
local own_order = {}
for what, fields in next, own do own_order[what] = common.keys(fields) end

-- Of these none is too much for the game, and more is too much for whoever counts: a thousand million turns, ten million days.
local bounds = { turn = { "number", 0, 1000000000 }, party = { "now", 0, 86400 * 10000000 } }

local function fault_of_bounds(record, what)
  local key, least, most = table.unpack(bounds[what] or {})
  if not key then return end
  local n = rawget(record, key)
  if n == nil and is_elsewhere(record, key) then return end
  if n >= least and n <= most then return end
  if what == "party" then return "the clock cannot stand at " .. game_clock.read(n) .. "; it goes from 0:00 to day 10000000" end
  return ("the number of the turn is from %d to %d, and cannot be %d"):format(least, most, n)
end

-- A name that is none itself tells nothing.
local function named(record, key, otherwise)
  local name = type(record) == "table" and rawget(record, key)
  return type(name) == "string" and name or otherwise
end

local function fault_of_own(record, what, label)
  if type(record) ~= "table" then return label .. " cannot be " .. common.show(record) end
  for _, key in ipairs(own_order[what]) do
    local v, want = rawget(record, key), own[what][key]
    if (want == "integer" and math.type(v) or type(v)) ~= want and not (v == nil and is_elsewhere(record, key)) then
      return ("%s, %s: this is the host's, a %s, and cannot be %s"):format(label, key, ({ integer = "whole number", string = "text", boolean = "true or false" })[want] or "list", common.show(v))
    end
  end
end

-- What fits at once, by kind of record: of each name its type, its least, and its most (of its own: true; of a ladder its
-- steps).  Without what is hidden.
local function quick_of(what)
  local list = {}
  local function add(name, kind, least, most)
    if live.hidden and live.hidden[name] then return end
    table.move({ name, kind, least or false, most or false }, 1, 4, #list + 1, list)
  end
  local key, least, most = table.unpack(bounds[what] or {})
  for _, name in ipairs(own_order[what] or {}) do add(name, own[what][name], name == key and least, name == key and most) end
  for _, track in ipairs(live.R.tracks_of[what == "lamp" and "light" or what] or {}) do
    local bounded = track.kind == "number"
    add(track.name, track.kind == "list" and "list" or type_of_track[track.kind], bounded and track.min, track.rank or bounded and (track.own or track.max))
  end
  for _, field in ipairs(live.R.has[what] or {}) do add(field.name, "any") end
  return list
end

local function quick(what)
  live.quick[what] = live.quick[what] or quick_of(what)
  return live.quick[what]
end

-- Of one track.
local function quick_track(what, name)
  local key = what .. "\t" .. name
  if live.quick[key] then return live.quick[key] end
  local list = quick(what)
  for i = 1, #list, 4 do
    if list[i] == name then live.quick[key] = table.move(list, i, i + 3, 1, {}) end
  end
  return live.quick[key]
end

-- Does a track of a record fit?  And would others of that value, whoever's they are?
function live.fits_at_once(record, of, name)
  local list = quick_track(of, name)
  return data.fits(record, list), list[4] ~= true
end

local function fault_of(record, what, label, lists)
  if data.fits(record, quick(what), lists, live.absent) and (what ~= "member" or not live.misnamed(record.name)) then return nil end
  if what == "campaign" then return fault_of_tracks(record, what, label) end
  local of = what == "lamp" and "light" or what
  return fault_of_own(record, what, label) or what == "member" and live.misnamed(record.name) or fault_of_bounds(record, what) or fault_of_tracks(record, of, label) or what == "member" and fault_of_fields(record, "member", label) or nil
end

-- Who came into the party as a plain table is a member as others are, from the next line on.
function live.take_in()
  for _, party in ipairs(live.S.parties) do set_all(party.members, member_meta) end
end

-- Raises when an event was named, and what it tells was not given.
function live.emitted()
  if #live.pending == 0 then return end
  for _, p in ipairs(live.pending) do
    if not p.done then error({ text = "emit \"" .. p.name .. "\" needs its fields in braces: emit \"" .. p.name .. "\" { }", file = p.file, line = p.line }, 0) end
  end
  live.pending = {}
end

-- Why the state cannot be kept as the rules left it, or nil: a name was assigned nothing, a track a value it cannot have.
-- lists: here goes what may hold anything.
function live.fault(lists)
  for _, party in ipairs(live.S.parties) do
    local sentence = fault_of(party, "party", "the party", lists)
    if sentence then return sentence end
    for _, who in ipairs(party.members) do
      sentence = sentence or fault_of(who, "member", named(who, "name", "a member"), lists)
    end
    for _, lamp in ipairs(party.lights) do
      sentence = sentence or fault_of(lamp, "lamp", named(lamp, "holder", "nobody") .. "'s " .. named(lamp, "kind", "light"), lists)
    end
    for _, turn in ipairs(party.turns) do sentence = sentence or fault_of(turn, "turn", "the turn", lists) end
    if sentence then return sentence end
  end
  for _, room in ipairs(live.S.rooms) do
    local sentence = fault_of(room, "room", named(room, "name", "the room"), lists)
    if sentence then return sentence end
  end
  return fault_of(live.S.campaign, "campaign", "the campaign", lists)
end

-- Prepares what the rules' tracks and fields say for quick reading.
function live.rules(R, env)
  live.R, live.env, live.quick, live.on = R, env, {}, R.final and R.final.on or {}
  R.empty = module("read/seal").sealed({}, "an empty list")
  R.tracks_of, R.has, R.kind_of, R.default_at = {}, {}, {}, {}
  for _, kind in ipairs(R.kind_order) do R.kind_of[kind.proxy] = kind end
  for _, name in ipairs(common.keys(R.actions)) do
    local action = R.actions[name]
    for _, of in ipairs(action.default and (action.during or { "" }) or {}) do R.default_at[action.at .. "\0" .. of] = action end
  end
  for _, e in ipairs(R.kinds.track:live()) do
    local t = R.tracks[e.name]
    R.tracks_of[t.of] = R.tracks_of[t.of] or {}
    table.insert(R.tracks_of[t.of], t)
  end
  for _, kind in ipairs { "member" } do
    R.has[kind] = {}
    for _, name in ipairs(R.kinds[kind].field_order) do
      local field = R.kinds[kind].fields[name]
      if name ~= "help" and name ~= "holds" then
        table.insert(R.has[kind], { name = name, default = field.type.default, base = field.type.base, optional = field.type.optional })
      end
    end
  end
end

return live
