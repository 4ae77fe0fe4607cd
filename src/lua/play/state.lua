-- state.lua -- the state of a table: its records made, completed after a change of the rules, made live
-- again, and checked before they are kept.  The state is plain data in plain tables; see records.lua for the
-- metatables of its records.
local common = module "common"
local live = module "play/live"
local orphaned_state = module "play/orphaned_state"
local recorder = module "play/recorder"
local records = module "play/records"
local tracks = module "play/tracks"
local types = module "read/types"
local state = {}

local mistake, first_named = common.mistake, lists.first_named
local state_fits, assign = fields.state_fits, fields.assign

-- Gives a record the tracks that it lacks.  of: the kind of owner; given: values that the maker of the record
-- gave, by name, or nil.
local function give_tracks(record, of, given, label)
  for _, track in ipairs(live.R.tracks_of[of]) do
    if rawget(record, track.name) == nil then
      live.renewed = true
      local v, max = tracks.start(track, given and given[track.name], label, record)
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

-- Selectors of a picture or a letter, U+FE00 to FE0F, and blanks that look like a plain one: U+00A0, U+2000
-- to 200A, U+202F, U+205F, U+3000.
local unseen = { "\xef\xb8[\x80-\x8f]", "\xc2\xa0", "\xe2\x80[\x80-\x8a\xaf]", "\xe2\x81\x9f",
  "\xe3\x80\x80" }

local taken_words <const> = common.set                       -- read as something else: "all but Pike"
  "all but and none others everyone everybody nobody each rest only except yes no always never"
-- Says why a member cannot have this name, or nil.  A typed line would read such a name as something else;
-- its length, control characters and , ; + are checked by is_name in cell/record_check.c.  Older journals
-- have names that are refused today.
function state.misnamed(name)
  local may_be_typed = name:find "^[%a\x80-\xff]" and name:find "%S$" and not name:find '%s%s'
    and not name:find '[=:"]'
  if not (may_be_typed or live.replays) or not fields.is_name(name) then
    return ("'%s' cannot be a name: begin with a letter, use 60 at most, single blanks, and no %s or \"")
      :format(sandbox.text(name, 40), ", ; + = :")
  end
  local has_unseen = common.first(unseen, function(pattern) return name:find(pattern) end)
  if has_unseen and not live.replays then
    return ("'%s' holds a character that looks like another or like nothing; type it anew"):format(name)
  end
  local is_taken = taken_words[name:lower()] or name:find "^[xX]%d+$"
  if is_taken and not live.replays then return ("'%s' means something else, and is no name"):format(name) end
end

-- Raises the mistake that a member is given a field that members do not have.
local function no_such_field(label, key)
  if key == "away" then
    mistake("%s: a member comes present; the verb away sends them off, in a test as a row: { \"away NAME\" }",
      label)
  end
  local fields = common.copy_list(live.R.kinds.member.field_order)
  local names = common.append(fields, common.names(live.R.tracks_of.member))
  local track = live.R.tracks[key]
  local of_party = track and track.of == "party" and "; the party has it, outside these braces"
  mistake("%s has no '%s'%s", label, tostring(key), of_party or common.hint(tostring(key), names))
end

-- A new member from the fields given; returns it, and the light it holds, which is still to be lit.
local function new_member(name, given)
  local R, label, fields = live.R, "member \"" .. name .. "\"", {}
  if state.misnamed(name) then mistake("%s", state.misnamed(name)) end
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
  setmetatable(who, records.member)
  give_tracks(who, "member", fields, label)
  tracks.begin_switches(who, fields)
  return who, fields.holds
end

-- Adds a member to the party; the first one takes the place and the lights of state.nobody.  Returns the
-- member, and the light it holds, which is still to be lit.  The callers see to it that the name is free.
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

-- A turn of a procedure that has not begun yet: its number is 0.  A study may leave the number out, or keep
-- only what rules read of it, turn.phase (recorder.ignored).
function state.new_turn(procedure)
  local turn = { number = 0, procedure = procedure, step = "", doing = {}, skipped = {} }
  local kept = recorder.ignored.number
  if kept then turn.number, turn.phase = nil, kept ~= true and 0 or nil end
  give_tracks(turn, "turn", nil, "the turn")
  return setmetatable(turn, records.turn)
end

-- How the tracks of a turn begin: `rolled`, the tracks that begin with a roll, and `values`, the list name,
-- value, name, value … of all others, for fields.assign.
local function turn_starts()
  local starts = { rolled = {}, values = {} }
  live.R.turn_starts = starts
  for _, track in ipairs(live.R.tracks_of.turn) do
    if track.kind == "number" and type(track.start) ~= "number" then table.insert(starts.rolled, track)
    else common.append(starts.values, { track.name, (tracks.start(track, nil, "the turn")) }) end
  end
  return starts
end

-- Ends a turn, and resets what holds for one turn only: its tracks, but for those that begin with a roll, and
-- the steps skipped.
function state.end_turn(turn)
  local starts = live.R.turn_starts or turn_starts()
  assign(turn, starts.values)
  if next(turn.skipped) ~= nil then turn.skipped = {} end
  turn.step, live.fresh = "", turn
end

-- The number that the state keeps for a turn: its own, or behind kept.last one of kept.modulus phases.
function state.phase(number, kept)
  if number <= kept.last + kept.modulus then return number end
  return kept.last + 1 + (number - kept.last - 1) % kept.modulus
end

-- Rolls the tracks of a turn that begin with a roll.
function state.roll_starts(turn)
  for _, track in ipairs(live.R.turn_starts.rolled) do
    rawset(turn, track.name, (tracks.start(track, nil, "the turn")))
  end
end

-- --- rooms and groups ------------------------------------------------------

-- Finds rooms by name.  by_name has the first n rooms of `list`, and grows with it, as rooms are never taken
-- away: ways, notes and groups name them.
local index = { list = nil, n = 0, by_name = {} }
local FEW <const> = 20                         -- among so few rooms, looking at each is as fast

local function room_in_state(name)
  local list = live.S.rooms
  if #list <= FEW then return first_named(list, name) end
  if index.list ~= list then index = { list = list, n = 0, by_name = {} } end
  while index.n < #list do
    index.n = index.n + 1
    local room = list[index.n]
    index.by_name[room.name] = index.by_name[room.name] or room
  end
  return index.by_name[name]
end

-- All rooms; a study may have left some out of the state, and stops here (recorder.looks_for_room).
function state.rooms()
  if recorder.looks_for_room then recorder.looks_for_room() end
  return live.S.rooms
end

function state.find_room(name)
  local room = room_in_state(name)
  if not room and recorder.looks_for_room then recorder.looks_for_room(name) end
  return room
end

-- The room that a text names in full, also without the article of its name: the entrance, entrance.
function state.room_called(text) return state.find_room(text) or state.find_room("the " .. text) end

-- The room of that name, made when it is not there yet.
function state.room(name)
  local known = state.find_room(name)
  if known then return known end
  if common.is_long(name) or name:find "%c" then
    mistake("the name of a room is one line of at most %d letters", common.name_max)
  end
  local room = setmetatable({ name = name, exits = {}, seen = false }, records.room)
  local entry = live.R.kinds.room.entries[name]
  give_tracks(room, "room", entry and entry.starts, "room \"" .. name .. "\"")
  tracks.begin_switches(room, entry and entry.starts or {})
  if entry and entry.final.exits then
    for _, exit in ipairs(entry.final.exits) do room.exits[#room.exits + 1] = exit end
  end
  live.S.rooms[#live.S.rooms + 1] = room
  return room
end

local WAY_MAX <const> = 50                      -- rooms that `go back` remembers; they are kept in the state

-- Keeps the rooms by which the party came, for `go back`: none twice, the last one next to where it is now.
local function keep_way(from, to)
  local came = rawget(live.party, "came") or {}
  local at = common.contains(came, to)
  if at then
    for i = #came, at, -1 do came[i] = nil end
  elseif from ~= "" and from ~= to then
    came[#came + 1] = from
    if #came > WAY_MAX then table.remove(came, 1) end
  end
  rawset(live.party, "came", #came > 0 and came or nil)
end

-- Puts the party into a room, without an event.  apart: it did not walk there, so "go back" leads nowhere.
function state.stand_in_room(name, apart)
  local room = state.room(name)
  if apart then rawset(live.party, "came", nil) else keep_way(live.party.room, name) end
  room.seen = true
  live.party.room = name
  rawset(live.env, "here", room)
  return room
end

local function new_party()
  local party = {
    name = "", members = {}, lights = {}, timers = {}, turns = {}, room = "", now = 0, kept = {},
  }
  return setmetatable(party, records.party)
end

-- A new group without members, in the room of the group `from`, and with copies of its turns and tracks.
function state.new_group(from)
  local group = new_party()
  group.room, group.now = from.room, from.now
  if rawget(from, "came") then rawset(group, "came", common.copy(from.came)) end
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
  rawset(env, "party", party)
  rawset(env, "turn", live.turn)
  rawset(env, "campaign", S.campaign)
  rawset(env, "here", party.room ~= "" and state.room(party.room) or nil)
end

-- --- the whole state -------------------------------------------------------

-- The room where the party begins, unless the rules name one.
state.START = "start"

-- A fresh state without members, in the first room.
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
  state.stand_in_room(R.first_room or state.START)
  return S
end

-- Gives a group, its members, lamps and turns the tracks and fields that they lack.
local function complete_party(party)
  give_tracks(party, "party", nil, "the party")
  for _, who in ipairs(party.members) do
    if who.away == nil then who.away = false end
    if who.max == nil then who.max = {} end
    give_fields(who, nil, who.name)
    give_tracks(who, "member", nil, who.name)
  end
  for _, key in ipairs(records.lamp_lists) do
    for _, lamp in ipairs(party[key] or {}) do
      local light = live.R.lights[lamp.kind]
      give_tracks(lamp, "light", light and light.starts, "light \"" .. lamp.kind .. "\"")
    end
  end
  for _, turn in ipairs(party.turns) do give_tracks(turn, "turn", nil, "the turn") end
end

-- Fits a state to rules that have changed: gives tracks and fields that are new their first values, and sets
-- aside what the rules know no more.
local function complete(S)
  S.decks = S.decks or {}
  orphaned_state.set_aside(S, state.new_turn)
  for _, party in ipairs(S.parties) do complete_party(party) end
  for _, room in ipairs(S.rooms) do give_tracks(room, "room", nil, "room \"" .. room.name .. "\"") end
  give_tracks(S.campaign, "campaign", nil, "the campaign")
end

-- Raises that a kept state, which a stranger may have written, is none.
function state.damaged()
  error({ text = "what was kept of the table is damaged; 'sconce verify' names the entry" }, 0)
end

-- True if all items of a list are records of that kind, as far as the host's own fields tell.
local function are_records(list, of)
  local check = records.checks()[of]
  local function fits(item) return not fields.misfit(check.whole, item, 1, check.host_n) end
  return type(list) == "table" and #common.where(list, fits) == #list
end

-- True if all values of a table are of this type.
local function are_all(t, kind)
  for _, v in next, t do if type(v) ~= kind then return false end end
  return true
end

-- True if decoded data has the frame of a state.  The tracks in it may be those of other rules.
local function is_state(S)
  local is_frame = type(S) == "table" and are_records(S.parties, "party") and are_records(S.rooms, "room")
    and S.parties[S.at] and type(S.campaign) == "table" and math.type(S.wall) == "integer"
    and type(S.decks or {}) == "table" and are_all(S.decks or {}, "table")
  for _, party in ipairs(is_frame and S.parties or {}) do
    is_frame = is_frame and are_records(party.members, "member") and are_records(party.lights, "light")
      and are_records(party.timers, "timer") and are_records(party.kept, "kept") and party.turns[1]
      and are_records(party.turns, "turn")
    for _, turn in ipairs(is_frame and party.turns or {}) do
      is_frame = is_frame and are_records(turn.doing, "deed")
    end
    for _, who in ipairs(is_frame and party.members or {}) do
      is_frame = is_frame and are_all(who.max, "number")
    end
  end
  return is_frame
end

-- Makes decoded data the live state.  complete_already: the rules in force made it, so nothing is missing.
function state.adopt(S, complete_already)
  live.S, live.fresh = S, false
  if not complete_already then
    if not is_state(S) then state.damaged() end
    complete(S)
  end
  for _, party in ipairs(S.parties) do
    lists.adopt(party.members, records.member)
    lists.adopt(party.lights, records.light)
    lists.adopt(party.timers, records.timer)
    lists.adopt(party.turns, records.turn)
    setmetatable(party, records.party)
  end
  lists.adopt(S.rooms, records.room)
  setmetatable(S.campaign, records.campaign)
  state.use(S.at)
end

-- Rules may put a plain table into party.members; makes each a member, from the next line on.
function state.adopt_members()
  local parties = live.S.parties
  for i = 1, #parties do lists.adopt(parties[i].members, records.member) end
end

-- --- whether the state can be kept -----------------------------------------
-- Every track must have a value that it may have, and the host's own fields must be of their types.  All is
-- checked at once, in C; only where something does not fit, record by record for the sentence.

-- True if the track of this record may have its value.
function state.track_fits(record, of, name)
  local check = records.checks()[of]
  local at = check.place[name]
  return not fields.misfit(check.whole, record, at, at)
end

local type_names <const> = {
  integer = "whole number", string = "text", name = "text", boolean = "true or false",
  texts = "list of texts", way = "list of rooms",
}

-- Why a field of the host does not fit: a name, a value of another type, or a number out of its bounds, which
-- only the party's clock and the turn's number have (records.host_bounds).
local function host_fault(record, of, key, label)
  local v, wanted = rawget(record, key), records.host_fields[of][key]
  if wanted == "name" and type(v) == "string" then return state.misnamed(v) end
  if not records.host_bounds[of] or key ~= records.host_bounds[of][1] or math.type(v) ~= wanted then
    return ("%s, %s: this is the host's, a %s, and cannot be %s"):format(label, key,
      type_names[wanted] or "list", common.show(v))
  end
  if of == "party" then
    return "the clock cannot stand at " .. measure.clock(v) .. "; it goes from 0:00 to day 10000000"
  end
  return ("the number of the turn is from %d to %d, and cannot be %d"):format(
    records.host_bounds[of][2], records.host_bounds[of][3], v)
end

-- Why a field does not fit: of the host, a track, or a field of all members.
local function fault_of_field(record, of, key, label)
  if records.host_fields[of][key] then return host_fault(record, of, key, label) end
  local v, track = rawget(record, key), live.R.tracks[key]
  if v == nil then return label .. ", " .. key .. ": nothing (nil) cannot be kept; use false, 0 or \"\"" end
  if v ~= v then return label .. ", " .. key .. ": not a number (0/0) cannot be kept" end
  return tracks.misfit(track, v, label) or tracks.beyond(track, v, record, label)
end

-- Why a record cannot be kept, or nil.  label: what it is called.
local function fault_of(record, of, label)
  if type(record) ~= "table" then return label .. " cannot be " .. common.show(record) end
  local check = records.checks()[of]
  local at = fields.misfit(check.whole, record, 1, nil, nil, recorder.is_kept)
  while at do
    local sentence = fault_of_field(record, of, check.names[at], label)
    if sentence then return sentence end
    at = fields.misfit(check.whole, record, at + 1, nil, nil, recorder.is_kept)
  end
end

-- The text in a field of a record, or `otherwise`; the record may be damaged.
local function text_or(record, key, otherwise)
  local name = type(record) == "table" and rawget(record, key)
  return type(name) == "string" and name or otherwise
end

-- The first sentence that f(item) gives for the items of a list, or nil.
local function first_of(list, f)
  for _, item in ipairs(list) do
    local sentence = f(item)
    if sentence then return sentence end
  end
end

-- Says why a member cannot be kept, or nil.
function state.fault_of_member(who) return fault_of(who, "member", text_or(who, "name", "a member")) end
local fault_of_member = state.fault_of_member
local function fault_of_lamp(lamp)
  return fault_of(lamp, "light", text_or(lamp, "holder", "nobody") .. "'s " .. text_or(lamp, "kind", "light"))
end
local function fault_of_timer(timer) return fault_of(timer, "timer", "a timer") end
local function fault_of_kept(deed) return fault_of(deed, "kept", "a deed in party.kept") end
local function fault_of_deed(deed) return fault_of(deed, "deed", "a deed in turn.doing") end
local function fault_of_turn(turn)
  return fault_of(turn, "turn", "the turn") or first_of(turn.doing, fault_of_deed)
end
local function fault_of_room(room) return fault_of(room, "room", text_or(room, "name", "the room")) end

-- The sentence about the first record of a group that does not fit, or nil.
local function fault_of_party(party)
  return fault_of(party, "party", "the party") or first_of(party.members, fault_of_member)
    or first_of(party.lights, fault_of_lamp) or first_of(party.timers, fault_of_timer)
    or first_of(party.kept, fault_of_kept)
    or #party.turns == 0 and "the party, turns: the turn that goes on cannot be taken out"
    or first_of(party.turns, fault_of_turn)
end

-- Says why the state cannot be kept, or nil.
function state.fault()
  local fits = state_fits(records.checks().whole, live.S, nil, recorder.is_kept)
  return not fits and (first_of(live.S.parties, fault_of_party) or first_of(live.S.rooms, fault_of_room)
    or fault_of(live.S.campaign, "campaign", "the campaign")) or nil
end

-- Says why a turn could not go on, because rules gave it a procedure or step that is not there; or nil.
function state.lost_turn()
  for _, party in ipairs(live.S.parties) do
    for _, turn in ipairs(party.turns) do
      local procedure = live.R.procedures[turn.procedure]
      if not procedure then
        return ("the turn: there is no procedure %q; enter \"NAME\" begins one"):format(turn.procedure)
      elseif turn.step ~= "" and not procedure.place_of[turn.step] then
        return ("the turn: %s has no step %q; skip \"NAME\" leaves one out"):format(turn.procedure, turn.step)
      end
    end
  end
end

return state
