-- tracked_fields.lua -- keeps the tracks that change out of the state, so that a remembered line holds for
-- every value of the tracks it does not read.
--
-- Example: Bram has hp 5 and the party has 3 torches. The rules for "search" read neither. If both were
-- part of the state, "search" would be learned anew for every hp and every number of torches. So the state
-- goes without them: a record is made without its tracks, and its metatable fetches a track from the host
-- (cell/study/replay.h) when a rule reads it. What the line did is remembered under the values it fetched,
-- and under no others. After the line the tracks are handed back.
--
-- A track stays in the state until it is first seen to change; most never do. States made before that keep
-- it, and a line that is played from one of them counts as having read it.
--
-- Words used here: a field is one track of one record ("member Bram hp"), and has a number. Each value has a
-- number too, its id. The state itself says how it was made: S.crowd is the list of members' names at that
-- time, and "" after each group; S.without is how many tracks were known to change, which are left out of
-- it; S.rest is true when some of these had to stay in their records.
local common = module "common"
local comparisons = module "study/comparisons"
local counting = module "study/counting"
local ignored_fields = module "study/ignored_fields"
local live = module "play/live"
local recorder = module "play/recorder"
local records = module "play/records"
local rooms_behind = module "study/rooms_behind"
local state = module "play/state"
local turn_tracks = module "study/turn_tracks"
local tracked_fields = {}

local same_crowd = lists.same_crowd

local DEEPEST <const> = 100                   -- tables within tables, as VALUE_DEPTH (core/value.h)

local NOTHING <const> = {}                    -- in place of a record's fetched tracks or a state's crowd

-- Set by tracked_fields.begin:
local active = false                          -- true while tracks are kept out of the state
local metas                                   -- metatable of a record with fields -> whose tracks they are
local kinds                                   -- "member" -> "Bram" -> a kind of record (new_kind)
local changing                                -- "member" -> names of tracks seen to change, in order
local steady                                  -- "member" -> names of its other tracks
local changing_n                              -- number of tracks that have been seen to change
local fields_n                                -- number of fields
local first_ids                               -- field -> id of the value it had when it was first seen
-- Value -> id, and its bytes -> id; and back: id -> bytes, and id -> value once it was asked for.
local id_of, id_of_bytes, bytes_of, value_of

-- The reads of the line under way; they begin again with each state:
local kind_by_record                          -- record -> its kind
-- Record -> { track -> id of its value, or false when the track was only assigned }.
local fetched = {}
local order = {}                              -- the same in order of access: record, track, record, …

-- Additions of this line to tracks that it has not read: { record, track, operand }, … ("adding", below).
local added = {}
local may_add = false                         -- true: tracks are added to unread
local adding_failed = false                   -- true: the study has begun again without adding
local sums_n = 0                              -- sums that were worked out so far
local held = {}                               -- set of the lists that stay in their records (hold)

-- --- values ----------------------------------------------------------------

-- Returns the id of a value in bytes; nil for nil.
local function id_for_bytes(bytes)
  if not bytes then return nil end
  local id = id_of_bytes[bytes]
  if not id then
    rooms_behind.check_value(bytes)
    id = #bytes_of + 1
    id_of_bytes[bytes], bytes_of[id] = id, bytes
  end
  return id
end

-- Returns the id of a value; nil for a value that cannot be stored.
local function id_for(v)
  if type(v) ~= "string" and type(v) ~= "boolean" and math.type(v) ~= "integer" then
    return id_for_bytes(data.encode(v, true))
  end
  local id = id_of[v]
  if not id then
    id = id_for_bytes(data.encode(v))
    id_of[v] = id
  end
  return id
end

-- Returns the value of an id. A list is made anew for each caller, who may change it.
local function value_for(id)
  local v = value_of[id]
  if v == nil then
    v = data.decode(bytes_of[id])
    if type(v) ~= "table" then value_of[id] = v end
  end
  return v
end

-- --- adding ----------------------------------------------------------------

-- In simulations, gain("walked", 36) is the same turn whatever was walked before, unless a rule reads the
-- track later in the line. So the host is told of the operand, here 36, and not of the new value. It asks for
-- the sum (tracked_fields.sum) when it first follows the turn from another value of the track.

local EXACT <const> = 1 << 53                 -- from here on floats skip whole numbers, and play refuses them
local SUMS_MAX <const> = 100000               -- sums to work out; when there are more, hardly one comes again

local function is_exact(v) return type(v) ~= "number" or math.type(v) == "integer" and v < EXACT end

-- The sum of a value and an operand. To a list, items are appended; "first" makes a list of its first item
-- alone, and "rest" takes that item off.
local function plus(v, operand)
  if type(v) ~= "table" then return v + operand end
  if operand == "first" then return { v[1] } end
  if operand == "rest" then table.remove(v, 1) return v end
  return common.append(v, operand)
end

-- Begins the study again, without adding.
local function begin_again()
  adding_failed = true
  common.stop { stop = "again" }
end

-- Returns the id of the sum of two ids. Where play would raise an error, the study begins again without
-- adding, so that it is raised.
function tracked_fields.sum(operand, id)
  sums_n = sums_n + 1
  local fine, sum = protected(function() return plus(value_for(id), value_for(operand)) end)
  local sum_id = fine and is_exact(sum) and sums_n <= SUMS_MAX and id_for(sum)
  return sum_id or begin_again()
end

-- --- records ---------------------------------------------------------------

-- Returns a kind of record, with new fields for its tracks:
--   owner, name        "member", "party" or "campaign"; the name of a member, for lists.same_crowd
--   tracks             their names; field_of: name -> number of the field
--   first_values       name -> value when it was first seen, unless it is a list
--   changing, steady   names of tracks that were seen to change, and of others; members share the lists
local function new_kind(owner, name)
  changing[owner] = changing[owner] or {}
  local kind = { owner = owner, name = name, tracks = {}, field_of = {}, first_values = {},
    changing = changing[owner] }
  for _, track in ipairs(live.R.tracks_of[owner]) do
    if not recorder.ignored[track.name] then
      fields_n = fields_n + 1
      kind.tracks[#kind.tracks + 1] = track.name
      kind.field_of[track.name] = fields_n
    end
  end
  steady[owner] = steady[owner] or common.copy_list(kind.tracks)
  kind.steady = steady[owner]
  return kind
end

-- Returns the kind of a record of this owner; name: of a member, "" for others.
local function kind_of(owner, name)
  local kind_by_name = kinds[owner]
  kind_by_name[name] = kind_by_name[name] or new_kind(owner, name)
  return kind_by_name[name]
end

-- Each member has a kind, by name, made when the member is first seen.
local function kind_of_member(who)
  local name = rawget(who, "name")
  return kinds.member[name] or kind_of("member", tostring(name))
end

-- Returns the kind of a record. A member who joined after the state was read is looked up by name.
local function kind_of_record(record)
  local kind = kind_by_record[record]
  if kind then return kind end
  local owner = metas[getmetatable(record)]
  if owner == "member" then return kind_of_member(record) end
  kind_by_record[record] = kind_of(owner, "")
  return kind_by_record[record]
end

local function fetched_of(record) return fetched[record] or NOTHING end

local function note_value(record, key, id)
  fetched[record] = fetched[record] or {}
  fetched[record][key] = id
end

local function note_access(record, key, id)
  note_value(record, key, id)
  local n = #order
  order[n + 1], order[n + 2] = record, key
end

-- Returns the number of a field that is kept out of its record now; nil for one that the line has fetched or
-- assigned. The field may have no value (id 0): rules have assigned nil.
local function absent_field(record, key)
  local field = kind_of_record(record).field_of[key]
  if field and (fetched[record] or NOTHING)[key] == nil then return field end
end

-- Returns the value of a track with the additions of this line; and whether there are any.
local function with_additions(record, key, v)
  local has_any = false
  for _, one in ipairs(added) do
    if one.record == record and one.track == key then
      v, has_any = plus(v, one.operand), true
    end
  end
  return v, has_any
end

-- Fetches a field by its number into its record. Returns its value, or nil when it has none.
local function fetch_field(record, key, field)
  paths.take(field)
  local id = replay.field(field)
  if id == 0 then return nil end
  local v, was_added_to = with_additions(record, key, value_for(id))
  -- A value with additions was changed by the line, and not fetched; but while somebody looks, only what
  -- changes from here on counts (changed_by).
  if was_added_to then id = counting.looking and id_for(v) end
  note_access(record, key, id)
  rawset(record, key, v)
  return v
end

-- counting.add: adds to a track without reading it. Returns false where it has to be read.
local function add(track, owner, operand)
  if track.kind == "list" then operand = { operand } end
  local is_unread = may_add and ignored_fields.may_ignore(track) and absent_field(owner, track.name)
  if not is_unread or not is_exact(operand) or not id_for(operand) then return false end
  added[#added + 1] = { record = owner, track = track.name, operand = operand }
  return true
end

-- A rule may read a list only to call table.insert(x.LIST, item) or table.remove(x.LIST, 1). Then it gets a
-- list that stands in for the whole: an empty one, whose items are appended when the line is over; or one
-- with the first item alone, which is then taken off. Returns it; nil where the whole list is needed.
local function list_for_call(record, key, field)
  if not may_add or counting.looking or live.R.tracks[key].kind ~= "list" then return nil end
  local call = comparisons.list_changed(2)
  if call == key then
    local items = {}                            -- to be appended: the operand that the rule fills
    added[#added + 1] = { record = record, track = key, operand = items }
    return items
  elseif call == key .. " 1" and #added == 0 then          -- additions might change the first item
    added[#added + 1] = { record = record, track = key, operand = "rest" }
    return value_for(replay.field(field, id_for "first"))
  end
end

-- Returns the id of an operand. Where an item of a list is a table the study begins again, without adding.
local function id_for_operand(operand)
  if type(operand) == "table" and type(operand[1]) == "table" then begin_again() end
  return id_for(operand) or begin_again()
end

-- Hands the additions of the line to the host, for which an id below 0 is of an operand. Where the line has
-- read the track since, the addition is in its value.
local function hand_back_added()
  for _, one in ipairs(added) do
    local field = absent_field(one.record, one.track)
    if field then replay.set_field(field, -id_for_operand(one.operand)) end
  end
end

-- recorder.is_kept: true when the track has a value that is kept out of its record.
local function is_absent(record, key)
  local meta = getmetatable(record)
  if meta == records.turn then return turn_tracks.is_hidden(record, key) end
  local field = metas[meta] and absent_field(record, key)
  return field and replay.field_now(field) ~= 0
end

local function fetch_all(record)
  for _, key in ipairs(kind_of_record(record).tracks) do
    local field = rawget(record, key) == nil and absent_field(record, key)
    if field then fetch_field(record, key, field) end
  end
end

-- --- lines -----------------------------------------------------------------

-- Calls f for each record whose tracks may be kept out of the state.
local function each_record(f)
  local S = live.S
  for _, party in ipairs(S.parties) do
    for _, who in ipairs(party.members) do f(who) end
    f(party)
  end
  f(S.campaign)
end

-- True when the state has the members and groups of its crowd, in this order, each with the name it was read
-- with.
local function is_same_crowd()
  local S = live.S
  return same_crowd(S.parties, S.crowd or NOTHING, kind_by_record)
end

-- True when a line may be cut here: not when members have joined, left or changed their names or order.
tracked_fields.may_cut = is_same_crowd

-- Fields of records that the host keeps other records in.
local host_lists = { members = true, lights = true, timers = true, turns = true }

-- Turns the records within v into plain tables, but not those of the set `in_place`, which stand where the
-- state keeps them.
local function make_plain(v, depth, in_place)
  if in_place[v] or depth > DEEPEST then return end
  local meta = getmetatable(v)
  if meta and rawget(meta, "__record") then
    if metas[meta] then fetch_all(v) end
    setmetatable(v, nil)
  end
  for _, item in next, v do
    if type(item) == "table" then make_plain(item, depth + 1, in_place) end
  end
end

-- Turns records that rules keep in a track or field, as a member who left or a lamp that went out, into plain
-- tables with all their tracks. A record that is still in its own place stays one: the encoder refuses a
-- state that holds it twice.
function tracked_fields.let_go()
  local in_place = {}
  each_record(function(record) in_place[record] = true end)
  local function make_fields_plain(record)
    for key, v in next, record do
      if type(v) == "table" and not host_lists[key] then make_plain(v, 1, in_place) end
    end
  end
  each_record(make_fields_plain)
  for _, party in ipairs(live.S.parties) do
    for _, lamp in ipairs(party.lights) do make_fields_plain(lamp) end
    for _, turn in ipairs(party.turns) do make_fields_plain(turn) end
  end
  for _, room in ipairs(live.S.rooms) do make_fields_plain(room) end
end

-- Takes the present members as the crowd. All fields are first fetched under the old names.
local function renew_crowd()
  local names = {}
  each_record(fetch_all)
  live.S.without = nil
  tracked_fields.let_go()
  tracked_fields.renewed()
  for _, party in ipairs(live.S.parties) do
    for _, who in ipairs(party.members) do names[#names + 1] = tostring(rawget(who, "name")) end
    names[#names + 1] = ""
  end
  live.S.crowd = names
end

-- True when no other record shares the numbers of this one's fields. Parties share them when there are
-- several, and members of the same name do.
local function has_own_numbers(record)
  local owner = kind_of_record(record).owner
  if owner == "party" then return #live.S.parties == 1 end
  if owner ~= "member" then return true end
  local namesakes = 0                           -- the member itself is one
  for _, name in ipairs(live.S.crowd) do
    if name == rawget(record, "name") then namesakes = namesakes + 1 end
  end
  return namesakes == 1
end

local MAX_LISTS <const> = 90                  -- taken out of one state: as VALUES_MAX allows (cell/codec.c)

-- A list `out` has the tracks that were taken out of records: { record, track, value, ... }; out.lists: those
-- that are lists, { record, key, value }; out.is_unsure: true when a value may not be storable.

-- Takes a list out of its record, unless it has to stay there. Its field is set later, from out.lists.
local function take_list_out(record, key, list, out)
  if #out.lists == MAX_LISTS or held[list] then
    live.S.rest = true
    return false
  end
  -- A track of another kind may hold anything.
  if live.R.tracks[key].kind ~= "list" then out.is_unsure = true end
  out.lists[#out.lists + 1] = { record = record, key = key, value = list }
  return true
end

-- Takes a value that is no list out of its record, and sets its field.
local function take_value_out(record, key, v, out)
  local id, kind = id_for(v), kind_of_record(record)
  if not id then return false end
  if id ~= fetched_of(record)[key] then         -- else it was checked before
    replay.set_field(kind.field_of[key], id)
    note_value(record, key, id)
    out.is_unsure = out.is_unsure or not state.track_fits(record, kind.owner, key)
  end
  return true
end

-- Takes a track out of its record and sets the field.
local function take_out(record, key, out)
  local v = rawget(record, key)
  if v == nil then
    -- A track that the line has fetched or assigned is gone: that has to be checked.
    if fetched_of(record)[key] ~= nil then out.is_unsure = true end
    return
  end
  local take = type(v) == "table" and take_list_out or take_value_out
  if not take(record, key, v, out) then return end
  local n = #out
  out[n + 1], out[n + 2], out[n + 3] = record, key, v
  rawset(record, key, nil)
end

-- Takes out the tracks that the line has fetched or assigned: the others were taken out before it.
local function take_accessed_out(out)
  local several = #live.S.parties > 1           -- then parties share numbers, and keep their tracks
  for i = 1, #order, 2 do
    local record, key = order[i], order[i + 1]
    if not several or kind_of_record(record).owner ~= "party" then take_out(record, key, out) end
  end
end

-- Takes the tracks that change out of their records.
local function take_all_out(out)
  if live.S.without == changing_n then return take_accessed_out(out) end
  live.S.without, live.S.rest = changing_n, nil
  each_record(function(record)
    if not has_own_numbers(record) then
      live.S.rest = true
      return
    end
    for _, key in ipairs(kind_of_record(record).changing) do take_out(record, key, out) end
  end)
end

-- Returns the set of all lists that are values of tracks, each with a number that is the same in all states.
function tracked_fields.lists()
  local number_of, n = {}, 0
  each_record(function(record)
    for _, key in ipairs(kind_of_record(record).tracks) do
      n = n + 1
      local v = rawget(record, key)
      if type(v) == "table" then number_of[v] = n end
    end
  end)
  return number_of
end

-- Says which lists stay in their records when the state is handed back: those that a running function holds,
-- since it would lose them (draw_cuts.lua). This is so until the next call, since a state may be handed back
-- twice (turn_memo.lua). lists_of_tracks: as lists() returns them; numbers: the set of the numbers of the
-- lists that stay.
function tracked_fields.hold(lists_of_tracks, numbers)
  held = {}
  for v, n in next, lists_of_tracks do held[v] = numbers[n] end
end

-- Takes the values of the tracks that change out of the records of the current state, as if a line began with
-- it. S: the state of its node, which shows what stays: the tracks that records have there.
function tracked_fields.take_from(S)
  local function take(record, kept)
    for _, key in ipairs(kind_of_record(record).changing) do
      if rawget(kept, key) == nil then rawset(record, key, nil) end
    end
  end
  for i, party in ipairs(live.S.parties) do
    for k, who in ipairs(party.members) do take(who, S.parties[i].members[k]) end
    take(party, S.parties[i])
  end
  take(live.S.campaign, S.campaign)
  live.S.crowd, live.S.without, live.S.rest = S.crowd, S.without, S.rest
  tracked_fields.renewed()
end

local function put_back(out)
  for i = 1, #out, 3 do rawset(out[i], out[i + 1], out[i + 2]) end
end

local function put_out_again(out)
  for i = 1, #out, 3 do rawset(out[i], out[i + 1], nil) end
end

-- Calls f with all tracks in their places. Tracks that f fetches are taken out again.
local function with_all(out, f)
  local n = #order
  put_back(out)
  f()
  put_out_again(out)
  for i = n + 1, #order, 2 do rawset(order[i], order[i + 1], nil) end
end

-- Returns the state in bytes as it is now.
function tracked_fields.snapshot() return data.encode(live.S, true) end

-- Returns the state in bytes, to be read again later. When members have changed, fields are fetched first,
-- while they can still be found under the old names.
function tracked_fields.to_read_again()
  if active and not is_same_crowd() then each_record(fetch_all) end
  return tracked_fields.snapshot()
end

-- Returns the state in bytes, or nil when it cannot be encoded; and a list of the bytes of each list.
-- lists: as out.lists.
local function encoded(lists)
  if #lists == 0 then return data.encode(live.S, true), {} end
  local values = common.map(lists, function(list) return list.value end)
  local bytes = table.pack(data.encode(live.S, true, table.unpack(values)))
  return bytes[1], table.move(bytes, 2, #lists + 1, 1, {})
end

-- Sets the fields of the lists that were taken out. bytes: of each.
local function set_list_fields(lists, bytes)
  for i, list in ipairs(lists) do
    local id = id_for_bytes(bytes[i])
    if id ~= fetched_of(list.record)[list.key] then
      replay.set_field(kind_of_record(list.record).field_of[list.key], id)
    end
  end
end

-- The members or groups have changed: their fields are found anew, under the current names.
local function follow_crowd(check)
  if check then check() end
  state.adopt_members()
  renew_crowd()
end

-- Hands the values of the tracks that change to the host. Returns the node of the state without them, and
-- whether it is new; or nil and a sentence when a value cannot be stored. Two functions, which may be nil,
-- are called on the whole state: check() raises an error when the state cannot be stored, and is left out for
-- a state that was checked before; see() then reads the state.
function tracked_fields.hand_back(check, see)
  if not is_same_crowd() then follow_crowd(check) end
  local out = { lists = {}, is_unsure = false }
  take_all_out(out)
  local bytes, bytes_of_lists = encoded(out.lists)
  -- Perhaps rules keep a record in a track: once more, with such records as plain tables.
  if not bytes then
    put_back(out)
    if check then check() end
    live.S.without = nil
    local whole, sentence = tracked_fields.snapshot()
    if not whole then return nil, sentence end
    tracked_fields.let_go()
    return tracked_fields.hand_back(check, see)
  end
  local node, is_new = replay.node(bytes)
  hand_back_added()
  if check and (is_new or out.is_unsure) then with_all(out, check) end
  if see then with_all(out, see) end
  set_list_fields(out.lists, bytes_of_lists)
  fetched, order, added = {}, {}, {}
  return node, is_new
end

-- Returns true if a track of this kind of record has another value than when it was first seen.
local function has_changed(kind, key, v)
  local id, field = id_for(v) or 0, kind.field_of[key]
  if not first_ids[field] then
    first_ids[field] = id
    if type(v) ~= "table" then kind.first_values[key] = v end
  end
  return id ~= first_ids[field]
end

-- Looks for tracks that have changed for the first time; returns whether there are any.
function tracked_fields.find_changing()
  if not replay.remembers() then return false end
  local before = changing_n
  each_record(function(record)
    local kind = kind_of_record(record)
    local steady_names = kind.steady
    local i = lists.differs(record, steady_names, kind.first_values, 1)
    while i do
      local key = steady_names[i]
      if has_changed(kind, key, rawget(record, key)) then
        table.remove(steady_names, i)           -- the next name is now at i
        table.insert(kind.changing, key)
        changing_n = changing_n + 1
      else
        i = i + 1
      end
      i = lists.differs(record, steady_names, kind.first_values, i)
    end
  end)
  return changing_n > before
end

-- Returns the fields of a member: those of each track, in the same order for all members.
function tracked_fields.of_member(name)
  local kind = kind_of("member", name)
  return common.map(kind.tracks, function(track) return kind.field_of[track] end)
end

-- Returns how many tracks are known to change.
function tracked_fields.changing_count() return changing_n end

-- Returns the whole state in bytes, with all tracks fetched.
function tracked_fields.whole()
  each_record(fetch_all)
  live.S.crowd, live.S.without, live.S.rest = nil, nil, nil
  return tracked_fields.snapshot()
end

-- Notes as assigned (false) the changing tracks that a record holds itself: they were not fetched.
local function note_present_tracks(record)
  for _, key in ipairs(kind_of_record(record).changing) do
    if rawget(record, key) ~= nil then note_value(record, key, false) end
  end
end

-- Begins with a state that was just read. Tracks that were seen to change only after it was made are still in
-- it, and count as assigned.
function tracked_fields.renewed()
  if not active then return end
  kind_by_record, fetched, order, added = {}, {}, {}, {}
  for _, party in ipairs(live.S.parties) do
    for _, who in ipairs(party.members) do kind_by_record[who] = kind_of_member(who) end
  end
  if live.S.without ~= changing_n or live.S.rest then each_record(note_present_tracks) end
end

-- Calls f, which should only read, and returns true if it changed the state. Fields that f merely fetched do
-- not count as a change: they are taken out while the bytes before and after are compared, and then put back.
-- Changes are not undone; the caller raises an error.
function tracked_fields.changed_by(f)
  local before, accesses_before = tracked_fields.snapshot(), #order
  counting.looking = true
  f()
  counting.looking = false
  local changed, values = false, {}             -- values: index in `order` -> value
  for i = accesses_before + 1, #order, 2 do
    local record, key = order[i], order[i + 1]
    values[i] = rawget(record, key)
    changed = changed or values[i] == nil or id_for(values[i]) ~= fetched[record][key]
    rawset(record, key, nil)
  end
  changed = changed or tracked_fields.snapshot() ~= before
  for i, v in next, values do rawset(order[i], order[i + 1], v) end
  return changed
end

-- --- on and off ------------------------------------------------------------

local undo

-- Makes the records of a metatable fetch tracks when they are read. Returns a function that undoes this.
local function fetch_on_read(meta)
  local index, newindex, whole = meta.__index, meta.__newindex, meta.__whole
  function meta.__index(record, key)
    local field = absent_field(record, key)
    local v = field and (list_for_call(record, key, field) or fetch_field(record, key, field))
    if v ~= nil then return v end
    return index(record, key)
  end
  function meta.__newindex(record, key, value)
    if not is_absent(record, key) then return newindex(record, key, value) end
    note_access(record, key, false)
    rawset(record, key, value)
  end
  function meta.__whole(record)
    if whole then whole(record) end
    fetch_all(record)
  end
  return function() meta.__index, meta.__newindex, meta.__whole = index, newindex, whole end
end

-- Starts leaving changing tracks out of states; tracked_fields.done ends it. adds: whether tracks may be
-- added to unread ("adding", above); once that has failed it is not tried again.
function tracked_fields.begin(adds)
  may_add, sums_n = adds and not adding_failed, 0
  metas = { [records.member] = "member", [records.party] = "party", [records.campaign] = "campaign" }
  kinds, fields_n = { member = {}, party = {}, campaign = {} }, 0
  changing, steady, first_ids, changing_n = {}, {}, {}, 0
  id_of, id_of_bytes, bytes_of, value_of = {}, {}, {}, {}
  active = true
  tracked_fields.renewed()
  recorder.install { is_kept = is_absent }
  counting.add = add
  undo = { fetch_on_read(records.member), fetch_on_read(records.party), fetch_on_read(records.campaign) }
end

function tracked_fields.done()
  recorder.install { is_kept = recorder.person.is_kept }
  active = false
  for _, f in ipairs(undo or {}) do f() end
  undo = nil
end

return tracked_fields
