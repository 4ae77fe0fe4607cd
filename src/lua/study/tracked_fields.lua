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
local found                                   -- number of tracks that have been seen to change
local fields_n                                -- number of fields
local first                                   -- field -> id of the value it had when it was first seen
-- Value -> id, and its bytes -> id; and back: id -> bytes, and id -> value once it was asked for.
local id_of, id_of_bytes, bytes_of, value_of

-- Of the line under way, anew with each state:
local kind_by_record                          -- record -> its kind
-- Record -> { track -> id of its value, or false when the track was only assigned }.
local fetched = {}
local order = {}                              -- the same in order of access: record, track, record, …

-- Additions of this line to tracks that it has not read: { record, track, operand }, … ("adding", below).
local added = {}
local may_add = false                         -- true: tracks are added to unread; nil: that failed
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
  may_add = nil
  common.stop { stop = "again" }
end

-- Returns the id of the sum of two ids. Where play would raise an error, the study begins again without
-- adding, so that it is raised.
function tracked_fields.sum(operand, id)
  local fine, v = protected(function() return plus(value_for(id), value_for(operand)) end)
  sums_n = sums_n + 1
  return fine and is_exact(v) and sums_n <= SUMS_MAX and id_for(v) or begin_again()
end

-- --- records ---------------------------------------------------------------

-- Returns a kind of record:
--   of, whose          "member", "party" or "campaign"; the name of a member
--   names              of its tracks; at: name -> number of the field
--   first              name -> value when it was first seen, unless it is a list
--   changing, steady   names of tracks that were seen to change, and of others; members share the lists
local function new_kind(of, name)
  changing[of] = changing[of] or {}
  local kind = { of = of, whose = name, names = {}, at = {}, first = {}, changing = changing[of] }
  for _, track in ipairs(live.R.tracks_of[of]) do
    if not recorder.ignored[track.name] then
      fields_n = fields_n + 1
      kind.names[#kind.names + 1], kind.at[track.name] = track.name, fields_n
    end
  end
  steady[of] = steady[of] or common.copy_list(kind.names)
  kind.steady = steady[of]
  return kind
end
local function kind_of(of, name)
  local named = kinds[of]
  named[name] = named[name] or new_kind(of, name)
  return named[name]
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
  local of = metas[getmetatable(record)]
  if of == "member" then return kind_of_member(record) end
  kind_by_record[record] = kind_of(of, "")
  return kind_by_record[record]
end

local function fetched_of(record) return fetched[record] or NOTHING end

local function note_value(record, key, id)
  fetched[record] = fetched[record] or {}
  fetched[record][key] = id
end

local function note_access(record, key, id)
  local n = #order
  note_value(record, key, id)
  order[n + 1], order[n + 2] = record, key
end

-- Returns the number of a field that is kept out of its record now; nil for one that the line has fetched or
-- assigned. The field may have no value (id 0): rules have assigned nil.
local function absent(record, key)
  local nth = kind_of_record(record).at[key]
  if nth and (fetched[record] or NOTHING)[key] == nil then return nth end
end

-- Fetches a field by its number into its record. Returns its value, or nil when it has none.
local function fetch_field(record, key, nth)
  paths.take(nth)
  local id = replay.field(nth)
  if id == 0 then return nil end
  local v = value_for(id)
  for _, one in ipairs(added) do
    if one[1] == record and one[2] == key then v, id = plus(v, one[3]), false end
  end
  -- A value with additions was changed by the line (false), and not fetched; but while somebody looks, only
  -- what changes from here on counts (changed_by).
  note_access(record, key, id or counting.looking and id_for(v))
  rawset(record, key, v)
  return v
end

-- counting.add: adds to a track without reading it. Returns false where it has to be read.
local function add(track, owner, operand)
  if track.kind == "list" then operand = { operand } end
  local adds = may_add and ignored_fields.may_be(track) and absent(owner, track.name) and is_exact(operand)
    and id_for(operand)
  if adds then added[#added + 1] = { owner, track.name, operand } end
  return adds and true or false
end

-- A rule may read a list only to call table.insert(x.LIST, item) or table.remove(x.LIST, 1). Then it gets a
-- list that stands in for the whole: an empty one, whose items are appended when the line is over; or one
-- with the first item alone, which is then taken off. Returns it; nil where the whole list is needed.
local function list_for_call(record, key, nth)
  local call = may_add and not counting.looking and live.R.tracks[key].kind == "list"
    and comparisons.list_changed(2)
  local first = call == key .. " 1" and #added == 0        -- the first item, unless additions may change it
  if call ~= key and not first then return nil end
  local list = first and value_for(replay.field(nth, id_for "first")) or {}
  added[#added + 1] = { record, key, first and "rest" or list }
  return list
end

-- Hands the additions of the line to the host, for which an id below 0 is of an operand. Where an item is a
-- table the study begins again, without adding.
local function hand_back_added()
  for _, one in ipairs(added) do
    local nth, item = absent(one[1], one[2]), type(one[3]) == "table" and one[3][1]
    local id = nth and type(item) ~= "table" and id_for(one[3])
    -- nth is nil where the line has read the track since: then the addition is in its value.
    if nth then replay.set_field(nth, -(id or begin_again())) end
  end
end

-- recorder.is_kept: true when the track has a value that is kept out of its record.
local function is_absent(record, key)
  local meta = getmetatable(record)
  if meta == records.turn then return turn_tracks.is_hidden(record, key) end
  local nth = metas[meta] and absent(record, key)
  return nth and replay.field_now(nth) ~= 0
end

local function fetch_all(record)
  for _, key in ipairs(kind_of_record(record).names) do
    local nth = rawget(record, key) == nil and absent(record, key)
    if nth then fetch_field(record, key, nth) end
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

-- Turns the records within v into plain tables, but not those of the set `here`, which are in their places.
local function let_go(v, depth, here)
  local meta = getmetatable(v)
  if here[v] or depth > DEEPEST then return end
  if meta and rawget(meta, "__record") then
    if metas[meta] then fetch_all(v) end
    setmetatable(v, nil)
  end
  for _, x in next, v do if type(x) == "table" then let_go(x, depth + 1, here) end end
end

-- Turns records that rules keep in a track or field, as a member who left or a lamp that went out, into plain
-- tables with all their tracks. A record that is still in its own place stays one: the encoder refuses a
-- state that holds it twice.
function tracked_fields.let_go()
  local here = {}
  local function kept_by(record)
    for key, v in next, record do
      if type(v) == "table" and not host_lists[key] then let_go(v, 1, here) end
    end
  end
  each_record(function(record) here[record] = true end)
  each_record(kept_by)
  for _, party in ipairs(live.S.parties) do
    for _, list in ipairs { party.lights, party.turns } do
      for _, record in ipairs(list) do kept_by(record) end
    end
  end
  for _, room in ipairs(live.S.rooms) do kept_by(room) end
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
  local of, names, n = kind_of_record(record).of, live.S.crowd, 0
  if of == "party" then return #live.S.parties == 1 end
  if of ~= "member" then return true end
  for _, name in ipairs(names) do if name == rawget(record, "name") then n = n + 1 end end
  return n == 1
end

local MAX_LISTS <const> = 90                  -- taken out of one state: as VALUES_MAX allows (cell/codec.c)

-- `out` lists the tracks that were taken out of records: { record, track, value, ... }; out.lists: those that
-- are lists, { record, key, value }; out.unsure: true when a value may not be storable.

-- Takes a track out of its record and sets the field; for a list the field is set later, from out.lists.
local function take_out(record, key, out)
  local v, had = rawget(record, key), fetched_of(record)[key]
  -- A value that was checked before needs no check; one that is gone, or may hold anything, does.
  if v == nil then
    out.unsure = out.unsure or had ~= nil
    return
  elseif type(v) == "table" then
    if #out.lists == MAX_LISTS or held[v] then
      live.S.rest = true
      return
    end
    out.unsure = out.unsure or live.R.tracks[key].kind ~= "list"
    out.lists[#out.lists + 1] = { record = record, key = key, value = v }
  else
    local id, kind = id_for(v), kind_of_record(record)
    if not id then return end
    if id ~= had then
      replay.set_field(kind.at[key], id)
      note_value(record, key, id)
      out.unsure = out.unsure or not state.track_fits(record, kind.of, key)
    end
  end
  local n = #out
  out[n + 1], out[n + 2], out[n + 3] = record, key, v
  rawset(record, key, nil)
end

-- Takes the tracks that change out of their records. If that was done before (S.without), only the tracks
-- that the line has fetched or assigned since are there.
local function take_all_out(out)
  if live.S.without == found then
    local several = #live.S.parties > 1             -- then parties share numbers, and keep their tracks
    for i = 1, #order, 2 do
      local record = order[i]
      if not several or kind_of_record(record).of ~= "party" then take_out(record, order[i + 1], out) end
    end
    return
  end
  live.S.without, live.S.rest = found, nil
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
  local set, n = {}, 0
  each_record(function(record)
    for _, key in ipairs(kind_of_record(record).names) do
      n = n + 1
      local v = rawget(record, key)
      if type(v) == "table" then set[v] = n end
    end
  end)
  return set
end

-- Says which lists stay in their records when the state is handed back: those that a running function holds,
-- as it would lose them (draw_cuts.lua). It holds until this is called again, since a state may be handed
-- back twice (turn_memo.lua). lists_of_tracks: as lists() returns them; numbers: the set of the numbers of
-- those that stay.
function tracked_fields.hold(lists_of_tracks, numbers)
  held = {}
  for v, n in next, lists_of_tracks do held[v] = numbers[n] end
end

-- Takes the values of the tracks that change out of the records of the present state, as if a line began with
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

-- Returns the state in bytes, or nil when it cannot be encoded; and a list of these bytes and then those of
-- each list. lists: as out.lists.
local function encoded(lists)
  if #lists == 0 then return data.encode(live.S, true), lists end
  local values = {}
  for i, list in ipairs(lists) do values[i] = list.value end
  local bytes = table.pack(data.encode(live.S, true, table.unpack(values)))
  return bytes[1], bytes
end

-- Hands the values of the tracks that change to the host. Returns the node of the state without them, and
-- whether it is new; or nil and a sentence when a value cannot be stored. Two functions, which may be nil,
-- are called on the whole state: check() raises an error when the state cannot be stored, and is left out for
-- a state that was checked before; see() then reads the state.
function tracked_fields.hand_back(check, see)
  local lists = {}
  local out = { lists = lists, unsure = false }
  if not is_same_crowd() then
    if check then check() end
    state.adopt_members()
    renew_crowd()
  end
  take_all_out(out)
  local bytes, of_lists = encoded(lists)
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
  local node, fresh = replay.node(bytes)
  hand_back_added()
  if check and (fresh or out.unsure) then with_all(out, check) end
  if see then with_all(out, see) end
  for i, list in ipairs(lists) do
    local id = id_for_bytes(of_lists[i + 1])
    if id ~= fetched_of(list.record)[list.key] then
      replay.set_field(kind_of_record(list.record).at[list.key], id)
    end
  end
  fetched, order, added = {}, {}, {}
  return node, fresh
end

-- Returns true if a track of this kind of record has another value than when it was first seen.
local function has_changed(kind, key, v)
  local id, nth = id_for(v) or 0, kind.at[key]
  if not first[nth] then
    first[nth] = id
    if type(v) ~= "table" then kind.first[key] = v end
  end
  return id ~= first[nth]
end

-- Looks for tracks that have changed for the first time; returns whether there are any.
function tracked_fields.find_changing()
  if not replay.remembers() then return false end
  local before = found
  each_record(function(record)
    local kind = kind_of_record(record)
    local names = kind.steady
    local i = lists.differs(record, names, kind.first, 1)
    while i do
      local key = names[i]
      if has_changed(kind, key, rawget(record, key)) then
        table.insert(kind.changing, table.remove(names, i))
        found = found + 1
      else
        i = i + 1
      end
      i = lists.differs(record, names, kind.first, i)
    end
  end)
  return found > before
end

-- Returns the fields of a member: those of each track, in the same order for all members.
function tracked_fields.of_member(name)
  local kind = kind_of("member", name)
  return common.map(kind.names, function(track) return kind.at[track] end)
end

-- Returns how many tracks are known to change.
function tracked_fields.found() return found end

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
  if live.S.without ~= found or live.S.rest then each_record(note_present_tracks) end
end

-- Calls f, which should only read, and returns true if it changed the state. Fields that f merely fetched do
-- not count as a change: they are taken out while the bytes before and after are compared, and then put back.
-- Changes are not undone; the caller raises an error.
function tracked_fields.changed_by(f)
  local before, from, values = tracked_fields.snapshot(), #order, {}
  counting.looking = true
  f()
  counting.looking = false
  local changed = false
  for i = from + 1, #order, 2 do
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
    local nth = absent(record, key)
    local v = nth and (list_for_call(record, key, nth) or fetch_field(record, key, nth))
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

-- Starts leaving changing tracks out of states; tracked_fields.done ends it. adds: whether
-- tracks may be added to unread ("adding", above).
function tracked_fields.begin(adds)
  may_add, sums_n = may_add ~= nil and adds or nil, 0
  metas = { [records.member] = "member", [records.party] = "party", [records.campaign] = "campaign" }
  kinds, changing, found, fields_n = { member = {}, party = {}, campaign = {} }, {}, 0, 0
  steady, first = {}, {}
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
