-- state.lua -- the state of a table: its records made, completed after a change of the rules, and made live
-- again. The state is plain data in plain tables; see records.lua for the metatables of its records.
local common = module "common"
local live = module "play/live"
local orphaned_state = module "play/orphaned_state"
local recorder = module "play/recorder"
local records = module "play/records"
local tracks = module "play/tracks"
local types = module "read/types"
local state = {}

local mistake = common.mistake

-- Gives a record the tracks that it lacks.  of: the kind of owner; given: values from where the record was
-- made.
local function give_tracks(record, of, given, label)
  for _, track in ipairs(live.R.tracks_of[of]) do
    if rawget(record, track.name) == nil then
      live.renewed = true
      local v, max = tracks.start(track, given and given[track.name], label)
      if not recorder.ignored[track.name] then rawset(record, track.name, v) end
      if max then
        if rawget(record, "max") == nil then rawset(record, "max", {}) end
        record.max[track.name] = max
      end
    end
  end
end

-- Gives a member the fields that the rules give all members.
local function give_fields(record, given, label)
  for _, field in ipairs(live.R.has.member) do
    if rawget(record, field.name) == nil then
      local v = given and given[field.name]
      if v == nil then v = common.copy(field.default) end
      if v == nil and field.optional then v = false end
      if v == nil then mistake("%s has no %s", label, field.name) end
      rawset(record, field.name, v)
    end
  end
end

-- --- members ---------------------------------------------------------------

-- A table without characters has one member, called so, until somebody joins.
state.nobody = "the party"

-- Says why nobody can be called so, or nil: lines are taken apart at some signs.
function state.misnamed(name)
  if #name > 60 or name:find "[%c,;+]" then
    return "a name is one line of at most 60 letters, without , ; or +"
  end
end

local function no_such_field(label, key)
  local names = common.copy_list(live.R.kinds.member.field_order)
  for _, t in ipairs(live.R.tracks_of.member) do names[#names + 1] = t.name end
  mistake("%s has no '%s'%s", label, tostring(key), common.hint(tostring(key), names))
end

-- A new member from the fields given; returns it, and the light it holds, which is still to be lit.
local function new_member(name, given)
  local R, label, fields = live.R, "member \"" .. name .. "\"", {}
  for _, key in ipairs(common.keys(given)) do
    local field, track = R.kinds.member.fields[key], R.tracks[key]
    if field then
      local v, sentence = types.fit(field.type, given[key], R)
      if v == nil then mistake("%s, %s: %s", label, key, sentence) end
      fields[key] = v
    elseif track and track.of == "member" then
      fields[key] = given[key]
    elseif key ~= "name" then no_such_field(label, key) end
  end
  local who = { name = name, away = false, max = {} }
  give_fields(who, fields, label)
  give_tracks(who, "member", fields, label)
  return setmetatable(who, records.member), fields.holds
end

-- Adds a member to the party; the first real one takes the place and lights of the stand-in.  Returns the
-- member, and the light it holds, which is still to be lit.
function state.add_member(name, given)
  local fields = {}
  for k, v in next, given or {} do
    fields[k] = type(v) == "table" and v.rule == nil and common.copy(v) or v
  end
  local who, holds = new_member(name, fields)
  local members = live.party.members
  if #members == 1 and members[1].name == state.nobody then
    members[1] = nil
    for _, lamp in ipairs(live.party.lights) do lamp.holder = name end
  end
  members[#members + 1] = who
  return who, holds
end

-- --- turns -----------------------------------------------------------------

-- A turn of a procedure that has not begun yet: its number is 0.
function state.new_turn(procedure)
  local turn = { number = 0, procedure = procedure, step = "", doing = {}, skipped = {} }
  if recorder.ignored.number then turn.number = nil end
  give_tracks(turn, "turn", nil, "the turn")
  return setmetatable(turn, records.turn)
end

-- Does a track begin with a value that can be given again and again: no list, nothing rolled?
local function has_plain_start(track)
  return track.kind == "switch" or track.kind == "text" or track.kind == "ladder"
    or track.kind == "number" and type(track.start) == "number"
end

-- Resets the tracks of a turn when it is over; those that are rolled are rolled when the next turn begins.
function state.reset_turn(turn)
  local list = live.R.tracks_of.turn
  for i = 1, list and #list or 0 do
    local track = list[i]
    if track.plain == nil then track.plain = has_plain_start(track) end
    if track.plain then
      rawset(turn, track.name, track.start)
    elseif track.kind ~= "number" then
      rawset(turn, track.name, (tracks.start(track, nil, "the turn")))
    end
  end
end

-- Rolls those tracks of a turn that begin with a roll.
function state.roll_turn(turn)
  for _, track in ipairs(live.R.tracks_of.turn) do
    if track.kind == "number" and type(track.start) ~= "number" then
      rawset(turn, track.name, (tracks.start(track, nil, "the turn")))
    end
  end
end

-- --- rooms and groups ------------------------------------------------------

function state.find_room(name)
  for _, room in ipairs(live.S.rooms) do
    if room.name == name then return room end
  end
end

-- The room of that name, made when it is not there yet.
function state.room(name)
  local known = state.find_room(name)
  if known then return known end
  if #name > 200 or name:find "%c" then
    mistake "the name of a room is one line of at most 200 letters"
  end
  local room = setmetatable({ name = name, exits = {}, seen = false }, records.room)
  local entry = live.R.kinds.room.entries[name]
  give_tracks(room, "room", entry and entry.starts, "room \"" .. name .. "\"")
  if entry and entry.final.exits then
    for _, exit in ipairs(entry.final.exits) do room.exits[#room.exits + 1] = exit end
  end
  live.S.rooms[#live.S.rooms + 1] = room
  return room
end

-- Puts the party into a room, without an event.
function state.stand_in_room(name)
  local room = state.room(name)
  room.seen = true
  live.party.room, live.env.here = name, room
  return room
end

local function new_party()
  local party = {
    name = "", members = {}, lights = {}, timers = {}, turns = {}, room = "", now = 0, kept = {},
  }
  return setmetatable(party, records.party)
end

-- A second group without members, where the first one is, with the same turn and tracks.
function state.new_group(from)
  local group = new_party()
  group.room, group.now = from.room, from.now
  for _, track in ipairs(live.R.tracks_of.party) do
    if not recorder.ignored[track.name] then rawset(group, track.name, common.copy(from[track.name])) end
  end
  if rawget(from, "max") then rawset(group, "max", common.copy(rawget(from, "max"))) end
  for i, turn in ipairs(from.turns) do
    group.turns[i] = setmetatable(common.copy(turn), records.turn)
    group.turns[i].doing = {}
  end
  return group
end

-- Makes group i the one that the line is about.
function state.use(i)
  local S, env = live.S, live.env
  S.at = i
  local party = S.parties[i]
  live.party = party
  live.turn = party.turns[#party.turns]
  env.party, env.turn, env.campaign = party, live.turn, S.campaign
  env.here = party.room ~= "" and state.room(party.room) or nil
end

-- --- the whole state -------------------------------------------------------

-- A fresh state without members, in the first room: "here", unless the rules name one.
function state.new()
  local R = live.R
  local S = { parties = {}, rooms = {}, decks = {}, at = 1, campaign = {}, wall = 0 }
  live.S = S
  local party = new_party()
  party.now = R.starts or 0
  S.parties[1] = party
  live.party = party
  give_tracks(party, "party", nil, "the party")
  give_tracks(S.campaign, "campaign", nil, "the campaign")
  setmetatable(S.campaign, records.campaign)
  party.turns[1] = state.new_turn(R.main)
  state.use(1)
  state.stand_in_room(R.first_room or "here")
  return S
end

local function complete_party(party)
  give_tracks(party, "party", nil, "the party")
  for _, who in ipairs(party.members) do
    if who.away == nil then who.away = false end
    if who.max == nil then who.max = {} end
    give_fields(who, nil, who.name)
    give_tracks(who, "member", nil, who.name)
  end
  for _, lamp in ipairs(party.lights) do
    local light = live.R.lights[lamp.kind]
    give_tracks(lamp, "light", light and light.starts, "light \"" .. lamp.kind .. "\"")
  end
  for _, turn in ipairs(party.turns) do give_tracks(turn, "turn", nil, "the turn") end
end

-- Gives first values to what the rules have new, and sets aside what they have no more.
local function complete(S)
  S.decks = S.decks or {}
  orphaned_state.take(S, state.new_turn)
  for _, party in ipairs(S.parties) do complete_party(party) end
  for _, room in ipairs(S.rooms) do give_tracks(room, "room", nil, "room \"" .. room.name .. "\"") end
  give_tracks(S.campaign, "campaign", nil, "the campaign")
end

local function set_all(list, meta)
  for i = 1, #list do setmetatable(list[i], meta) end
end

-- Makes decoded data the live state.  complete_already: these very rules made it, so nothing is missing.
function state.adopt(S, complete_already)
  live.S, live.fresh = S, nil
  if not complete_already then complete(S) end
  for _, party in ipairs(S.parties) do
    set_all(party.members, records.member)
    set_all(party.lights, records.lamp)
    set_all(party.timers, records.timer)
    set_all(party.turns, records.turn)
    setmetatable(party, records.party)
  end
  set_all(S.rooms, records.room)
  setmetatable(S.campaign, records.campaign)
  state.use(S.at)
end

-- Makes members of those who came into the party as plain tables, from the next line on.
function state.adopt_members()
  for _, party in ipairs(live.S.parties) do set_all(party.members, records.member) end
end

return state
