-- tracked_fields.lua -- tracks of members, of the party and of the campaign, one by one.  While plays are remembered the state is
-- without those that change in play: each is fetched from the host (replay.h) when the rules look at it, and handed
-- back when the line is over.  So what a line came to is known by what it looked at, and not by all there is.
-- A track stays in the state until it is first found changed.  From then on states are made without it; those that
-- were made before keep it, and whoever plays on from them looks at it unasked.
local common = module "common"
local live = module "play/live"
local tracked_fields = {}

local DEEPEST <const> = 100                   -- tables within tables

local metas                                   -- the metatable of a record with parts -> whose tracks they are
local kinds                                   -- "member" -> "Bram" -> see kind_of
local changing                                -- "member" -> names of the tracks that change, in the order found
local found                                   -- so many do: the host knows which, and others may find more
local first                                   -- a number -> the value it had when it was first seen
local id_of, bytes_of, value_of               -- a value -> its number, also by its bytes; and back: as far as it was asked for
local known                                   -- a record -> one of kinds
local fetched = {}                            -- a record -> { track -> the number of its value, or false: it was only set }
local NOTHING <const> = {}                    -- of whom nothing was fetched or set
local order = {}                              -- what was fetched or set, in that order: record, track, …
local fit                                     -- the number of a track -> numbers of values that it may have
local careful = false                         -- is a state looked over before it is handed back?

-- --- values ---------------------------------------------------------------------------------------------

local function number_of_bytes(bytes)
  if not bytes then return nil end
  local id = bytes_of[bytes]
  if not id then
    id = replay.number("value", bytes)
    bytes_of[bytes] = id
  end
  return id
end

-- A value -> its number; nil for one that cannot be kept.
local function number_for(v)
  if type(v) ~= "string" and type(v) ~= "boolean" and math.type(v) ~= "integer" then return number_of_bytes(data.encode(v, true)) end
  local id = id_of[v]
  if not id then
    id = number_of_bytes(data.encode(v))
    id_of[v] = id
  end
  return id
end

-- The value of a number.  A list is made anew for whoever gets it.
local function value_for(id)
  local v = value_of[id]
  if v == nil then
    local bytes = replay.numbered("value", id)
    v = data.decode(bytes)
    value_of[id] = type(v) == "table" and { bytes } or v
  elseif type(v) == "table" then
    v = data.decode(v[1])
  end
  return v
end

-- --- records ----------------------------------------------------------------------------------------------

-- of: whose tracks they are; whose: a member's name; names: of its tracks; at: the number of each; changing: names of those that change, shared by all of a kind.
local function new_kind(of, name)
  changing[of] = changing[of] or {}
  local kind = { of = of, whose = name, names = {}, at = {}, changing = changing[of] }
  for _, track in ipairs(live.R.tracks_of[of] or {}) do
    if not (live.hidden and live.hidden[track.name]) then
      kind.names[#kind.names + 1], kind.at[track.name] = track.name, replay.number("field", of .. "\t" .. name .. "\t" .. track.name)
    end
  end
  return kind
end
local function kind_of(of, name)
  local named = kinds[of]
  named[name] = named[name] or new_kind(of, name)
  return named[name]
end
local function kind_of_member(who)
  local name = rawget(who, "name")
  return kinds.member[name] or kind_of("member", tostring(name))
end

-- Members are known from when the state was read: whoever came since is none of them.
local function parts_of(record)
  local kind = known[record]
  if kind then return kind end
  local of = metas[getmetatable(record)]
  if of == "member" then return kind_of_member(record) end
  known[record] = kind_of(of, "")
  return known[record]
end

local function fetched_of(record) return fetched[record] or NOTHING end

-- Also what others found to change.
local function learn_what_changes()
  for nth = found + 1, replay.given "changing" do
    local of, name = replay.numbered("changing", nth):match "^(%a+)\t(.*)$"
    changing[of] = changing[of] or {}
    table.insert(changing[of], name)
    found = nth
  end
end

local function note_value(record, key, id)
  fetched[record] = fetched[record] or {}
  fetched[record][key] = id
end

local function note(record, key, id)
  local n = #order
  note_value(record, key, id)
  order[n + 1], order[n + 2] = record, key
end

-- The number of a track that the record is without now, or nil.  It may still have been assigned nothing: its value is 0.
local function absent(record, key)
  local nth = parts_of(record).at[key]
  if nth and (fetched[record] or NOTHING)[key] == nil then return nth end
end

-- Fetches a track by its number.  Returns nil when it was assigned nothing.
local function fetch_part(record, key, nth)
  local id = replay.field(nth)
  if id == 0 then return nil end
  note(record, key, id)
  local v = value_for(id)
  rawset(record, key, v)
  return v
end

-- Is it a track that the record is without now, and has all the same?
local function is_absent(record, key)
  local nth = metas[getmetatable(record)] and absent(record, key)
  return nth and replay.field_now(nth) ~= 0
end

local function fetch_all(record)
  for _, key in ipairs(parts_of(record).names) do
    local nth = rawget(record, key) == nil and absent(record, key)
    if nth then fetch_part(record, key, nth) end
  end
end

-- --- lines --------------------------------------------------------------------------------------------------

local function each_record(f)
  local S = live.S
  for _, party in ipairs(S.parties) do
    for _, who in ipairs(party.members) do f(who) end
    f(party)
  end
  f(S.campaign)
end

-- Are they called so, one after the other, and each as when the state was read?
local function is_same_crowd(names)
  local n = 0
  for _, party in ipairs(live.S.parties) do
    for _, who in ipairs(party.members) do
      local name, kind = rawget(who, "name"), known[who]
      n = n + 1
      if names[n] ~= name or not kind or kind.whose ~= name then return false end
    end
    n = n + 1
    if names[n] ~= "" then return false end
  end
  return n == #names
end

-- States are looked over where they are handed back, and amid a line a fault comes too late then: from now on before.
function tracked_fields.take_care() careful = true end
function tracked_fields.is_careful() return careful end

-- May a line be cut here?  Then nothing more is to be looked at, and nothing was assigned what cannot be kept.
function tracked_fields.may_cut() return is_same_crowd(live.S.crowd or {}) and not (careful and live.fault()) end

local host = { members = true, lights = true, timers = true, turns = true } -- where records stand in others

local function let_go(v, depth, here)
  local meta = getmetatable(v)
  if here[v] or depth > DEEPEST then return end
  if meta and rawget(meta, "__record") then
    if metas[meta] then fetch_all(v) end
    setmetatable(v, nil)
  end
  for _, x in next, v do if type(x) == "table" then let_go(x, depth + 1, here) end end
end

-- Who was a member, or a lamp that burned, and is kept by somebody, is a plain table from now on, with all there was.  Who is
-- there still is in a second place then, and will be found.
function tracked_fields.let_go()
  local here = {}
  local function kept_by(record)
    for key, v in next, record do if type(v) == "table" and not host[key] then let_go(v, 1, here) end end
  end
  each_record(function(record) here[record] = true end)
  each_record(kept_by)
  for _, party in ipairs(live.S.parties) do
    for _, list in ipairs { party.lights, party.turns } do for _, record in ipairs(list) do kept_by(record) end end
  end
  for _, room in ipairs(live.S.rooms) do kept_by(room) end
end

-- Whose parts are whose hangs on names.  Before new ones count, all is fetched that goes by the old.
local function take_names()
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

-- Can it be told from others?  Of several groups, and of those who share a name, nobody is taken apart.
local function is_alone(record)
  local of, names, n = parts_of(record).of, live.S.crowd, 0
  if of == "party" then return #live.S.parties == 1 end
  if of ~= "member" then return true end
  for _, name in ipairs(names) do if name == rawget(record, "name") then n = n + 1 end end
  return n == 1
end

local MOST_LISTS <const> = 90

-- May the track of a record be what it is?  id: the number of its value.
local function is_fit(record, key, id)
  local kind = parts_of(record)
  local ids = fit[kind.at[key]]
  if not ids then
    ids = {}
    fit[kind.at[key]] = ids
  end
  if ids[id] then return true end
  local fits, always = live.fits_at_once(record, kind.of, key)
  if fits and always then ids[id] = true end
  return fits
end

-- out: what was taken out of its record, { record, track, value, … }; lists: the same of lists, { record, key, value };
-- unsure: may there be what cannot be kept?

-- A track, if it is there, leaves the record for its part; a list leaves it for the lists.
local function take_out(record, key, out)
  local v, had = rawget(record, key), fetched_of(record)[key]
  if v == nil then
    out.unsure = out.unsure or had ~= nil
    return
  elseif type(v) == "table" then
    if #out.lists == MOST_LISTS then
      live.S.rest = true
      return
    end
    out.unsure = out.unsure or live.R.tracks[key].kind ~= "list"
    out.lists[#out.lists + 1] = { record = record, key = key, value = v }
  else
    local id, n = number_for(v), #out
    if not id then return end
    if id ~= had then
      replay.set_field(parts_of(record).at[key], id)
      note_value(record, key, id)
      out.unsure = out.unsure or not is_fit(record, key, id)
    end
    out[n + 1], out[n + 2], out[n + 3] = record, key, v
  end
  rawset(record, key, nil)
end

local function take_all_out(out)
  if live.S.without == found then
    local several = #live.S.parties > 1
    for i = 1, #order, 2 do
      local record = order[i]
      if not several or parts_of(record).of ~= "party" then take_out(record, order[i + 1], out) end
    end
    return
  end
  live.S.without, live.S.rest = found, nil
  each_record(function(record)
    if not is_alone(record) then
      live.S.rest = true
      return
    end
    for _, key in ipairs(parts_of(record).changing) do take_out(record, key, out) end
  end)
end

local function put_back(out)
  for i = 1, #out, 3 do rawset(out[i], out[i + 1], out[i + 2]) end
  for _, list in ipairs(out.lists) do rawset(list.record, list.key, list.value) end
end

local function put_out_again(out)
  for i = 1, #out, 3 do rawset(out[i], out[i + 1], nil) end
  for _, list in ipairs(out.lists) do rawset(list.record, list.key, nil) end
end

-- Calls f with all in its place; what else it looks at leaves again.
local function with_all(out, f)
  local n = #order
  put_back(out)
  f()
  put_out_again(out)
  for i = n + 1, #order, 2 do rawset(order[i], order[i + 1], nil) end
end

-- The state in bytes, as it stands.
function tracked_fields.as_it_stands() return data.encode(live.S, true) end

-- The same, to be read again.  What is to be fetched goes by the names there were when the state was read.
function tracked_fields.to_read_again()
  if live.absent and not is_same_crowd(live.S.crowd or {}) then each_record(fetch_all) end
  return tracked_fields.as_it_stands()
end

-- The state in bytes, and a list of it and those of the lists; or nil.
local function encoded(lists)
  if #lists == 0 then return data.encode(live.S, true), lists end
  local values = {}
  for i, list in ipairs(lists) do values[i] = list.value end
  local bytes = table.pack(data.encode(live.S, true, table.unpack(values)))
  return bytes[1], bytes
end

-- What changes is handed back: what was looked at, or all of it where the state was made when less was known to change.
-- Returns the state without it in bytes; nil and a sentence when something cannot be kept.  is_sound(bytes): was that state
-- found to be kept?  If not, look_over() raises when it cannot be.  Then see() looks at it, and changes nothing.
function tracked_fields.hand_back(is_sound, look_over, see)
  local lists = {}
  local out = { lists = lists, unsure = false }
  learn_what_changes()
  if not is_same_crowd(live.S.crowd or {}) then
    if look_over then look_over() end
    live.take_in()
    take_names()
  end
  take_all_out(out)
  local bytes, of_lists = encoded(lists)
  if not bytes then
    put_back(out)
    if look_over then look_over() end
    live.S.without = nil
    local whole, sentence = tracked_fields.as_it_stands()
    if not whole then return nil, sentence end
    tracked_fields.let_go()
    return tracked_fields.hand_back(is_sound, look_over, see)
  end
  if look_over and not (is_sound(bytes) and not out.unsure) then with_all(out, look_over) end
  if see then with_all(out, see) end
  for i, list in ipairs(lists) do
    local id = number_of_bytes(of_lists[i + 1])
    if id ~= fetched_of(list.record)[list.key] then replay.set_field(parts_of(list.record).at[list.key], id) end
  end
  fetched, order = {}, {}
  return bytes
end

-- Looks for tracks that have changed and were not known to; returns whether there are any.  Where all is played in full
-- none is a part.
function tracked_fields.find_changing()
  if not replay.remembers() then return false end
  local before = found
  each_record(function(record)
    local kind = parts_of(record)
    for _, key in ipairs(kind.names) do
      if not common.contains(kind.changing, key) then
        local v, nth = rawget(record, key), kind.at[key]
        local id = number_for(v) or 0
        first[nth] = first[nth] or id
        if id ~= first[nth] then replay.number("changing", kind.of .. "\t" .. key) end
      end
    end
  end)
  learn_what_changes()
  return found > before
end

-- So many tracks are known to change.
function tracked_fields.found() return found end

-- The whole state in bytes, all of it fetched.
function tracked_fields.whole()
  each_record(fetch_all)
  live.S.crowd, live.S.without, live.S.rest = nil, nil, nil
  return tracked_fields.as_it_stands()
end

local function note_what_is_there(record)
  for _, key in ipairs(parts_of(record).changing) do
    if rawget(record, key) ~= nil then note_value(record, key, false) end
  end
end

-- The state was read anew; who is who goes by the names they have now.  Some of what changes may be in it all the same: rest
-- says so, or without that it was made when less was known to change.
function tracked_fields.renewed()
  known, fetched, order = {}, {}, {}
  for _, party in ipairs(live.S.parties) do
    for _, who in ipairs(party.members) do known[who] = kind_of_member(who) end
  end
  if live.S.without ~= found or live.S.rest then each_record(note_what_is_there) end
end

-- Calls f, which may look at parts; returns whether it changed anything.
function tracked_fields.changed_by(f)
  local before, from, values = tracked_fields.as_it_stands(), #order, {}
  live.looking = true
  f()
  live.looking = false
  local changed = false
  for i = from + 1, #order, 2 do
    local record, key = order[i], order[i + 1]
    values[i] = rawget(record, key)
    changed = changed or values[i] == nil or number_for(values[i]) ~= fetched[record][key]
    rawset(record, key, nil)
  end
  changed = changed or tracked_fields.as_it_stands() ~= before
  for i, v in next, values do rawset(order[i], order[i + 1], v) end
  return changed
end

-- --- on and off ----------------------------------------------------------------------------------------------

local undo

local function take_over(meta)
  local index, newindex, whole = meta.__index, meta.__newindex, meta.__whole
  function meta.__index(record, key)
    local nth = absent(record, key)
    local v = nth and fetch_part(record, key, nth)
    if v ~= nil then return v end
    return index(record, key)
  end
  function meta.__newindex(record, key, value)
    if not is_absent(record, key) then return newindex(record, key, value) end
    note(record, key, false)
    rawset(record, key, value)
  end
  function meta.__whole(record)
    if whole then whole(record) end
    fetch_all(record)
  end
  return function() meta.__index, meta.__newindex, meta.__whole = index, newindex, whole end
end

-- From now on states are read without tracked_fields.
function tracked_fields.begin()
  metas = { [live.member_meta] = "member", [live.party_meta] = "party", [live.campaign_meta] = "campaign" }
  kinds, changing, fit, found, first, id_of, bytes_of, value_of = { member = {}, party = {}, campaign = {} }, {}, {}, 0, {}, {}, {}, {}
  learn_what_changes()
  tracked_fields.renewed()
  live.absent = is_absent
  undo = { take_over(live.member_meta), take_over(live.party_meta), take_over(live.campaign_meta) }
end

function tracked_fields.done()
  live.absent = nil
  for _, f in ipairs(undo or {}) do f() end
  undo = nil
end

return tracked_fields
