-- sound.lua -- whether the state can be kept as the rules left it: every track has a value that it may have,
-- and the host's own fields are what they must be.
--
-- Each record is first checked in C against a list of its fields (data.fits).  Only one that does not pass is
-- looked at again, field by field, for the sentence.
local common = module "common"
local live = module "play/live"
local recorder = module "play/recorder"
local state = module "play/state"
local tracks = module "play/tracks"
local sound = {}

local nothing_kept <const> = "nothing (nil) cannot be kept; use false, 0 or \"\""

-- The host's own fields, and the type of each.  Kinds of record: party, member, turn, lamp, room, campaign.
local host_fields = {
  party = {
    members = "table", lights = "table", timers = "table", turns = "table", kept = "table", room = "string",
    now = "integer",
  },
  member = { name = "string", away = "boolean", max = "table" },
  turn = { number = "integer", procedure = "string", step = "string", doing = "table", skipped = "table" },
  lamp = { kind = "string", holder = "string" },
  room = { name = "string", exits = "table", seen = "boolean" },
}
local host_order = {}
for what, fields in next, host_fields do host_order[what] = common.keys(fields) end

-- More turns or days than any game has, and as many as other parts can count: { field, min, max }.
local host_bounds = { turn = { "number", 0, 1000000000 }, party = { "now", 0, 86400 * 10000000 } }

local function owner_of(what) return what == "lamp" and "light" or what end

-- Is a missing value only elsewhere: left out of the state, or kept by the recorder?
local function is_elsewhere(record, name) return recorder.ignored[name] or recorder.is_kept(record, name) end

-- --- the sentence ----------------------------------------------------------

local function fault_of_tracks(record, of, label)
  for _, track in ipairs(live.R.tracks_of[of] or {}) do
    local v = rawget(record, track.name)
    if v == nil and not is_elsewhere(record, track.name) then
      return label .. ", " .. track.name .. ": " .. nothing_kept
    end
    local sentence = v ~= nil
      and (tracks.misfit(track, v, label) or track.kind == "number"
        and tracks.beyond(track, v, record, label))
    if sentence then return sentence end
  end
end

local function fault_of_fields(record, label)
  for _, field in ipairs(live.R.has.member) do
    if rawget(record, field.name) == nil then return label .. ", " .. field.name .. ": " .. nothing_kept end
  end
end

local function fault_of_bounds(record, what)
  local key, min, max = table.unpack(host_bounds[what] or {})
  if not key then return end
  local n = rawget(record, key)
  if n == nil and is_elsewhere(record, key) then return end
  if n >= min and n <= max then return end
  if what == "party" then
    return "the clock cannot stand at " .. game_clock.read(n) .. "; it goes from 0:00 to day 10000000"
  end
  return ("the number of the turn is from %d to %d, and cannot be %d"):format(min, max, n)
end

local type_names <const> = { integer = "whole number", string = "text", boolean = "true or false" }

local function fault_of_host_fields(record, what, label)
  if type(record) ~= "table" then return label .. " cannot be " .. common.show(record) end
  for _, key in ipairs(host_order[what]) do
    local v, want = rawget(record, key), host_fields[what][key]
    local fits = (want == "integer" and math.type(v) or type(v)) == want
    if not fits and not (v == nil and is_elsewhere(record, key)) then
      return ("%s, %s: this is the host's, a %s, and cannot be %s"):format(label, key,
        type_names[want] or "list",
        common.show(v))
    end
  end
end

-- --- the quick check -------------------------------------------------------

-- By kind of record; for which rules, without which tracks.
local checks, checks_for, checks_without = {}, nil, nil

local function cached_checks()
  if checks_for ~= live.R or checks_without ~= recorder.ignored then
    checks, checks_for, checks_without = {}, live.R, recorder.ignored
  end
  return checks
end

-- The list that data.fits reads, four items for each field: name, type, minimum, maximum.  The maximum is
-- true where the record has its own, and the ranks of its steps for a ladder.  Ignored tracks are not in it.
local function new_check(what)
  local list = {}
  local function add(name, kind, min, max)
    if recorder.ignored[name] then return end
    table.move({ name, kind, min or false, max or false }, 1, 4, #list + 1, list)
  end
  local key, min, max = table.unpack(host_bounds[what] or {})
  for _, name in ipairs(host_order[what] or {}) do
    add(name, host_fields[what][name], name == key and min, name == key and max)
  end
  for _, track in ipairs(live.R.tracks_of[owner_of(what)] or {}) do
    local bounded = track.kind == "number"
    add(track.name, track.kind == "list" and "list" or tracks.type_of[track.kind], bounded and track.min,
      track.rank or bounded and (track.own or track.max))
  end
  for _, field in ipairs(live.R.has[what] or {}) do add(field.name, "any") end
  return list
end

local function check_of(what)
  local cache = cached_checks()
  cache[what] = cache[what] or new_check(what)
  return cache[what]
end

-- The four items of one track.
local function check_of_track(what, name)
  local cache, key = cached_checks(), what .. "\t" .. name
  if cache[key] then return cache[key] end
  local list = check_of(what)
  for i = 1, #list, 4 do
    if list[i] == name then cache[key] = table.move(list, i, i + 3, 1, {}) end
  end
  return cache[key]
end

-- Does one track of a record have a value that it may have?  And would that value fit for every owner?
function sound.track_fits(record, of, name)
  local check = check_of_track(of, name)
  return data.fits(record, check), check[4] ~= true
end

-- --- the whole state -------------------------------------------------------

local function fault_of(record, what, label, lists)
  if data.fits(record, check_of(what), lists, recorder.is_kept)
    and (what ~= "member" or not state.misnamed(record.name)) then
    return nil
  end
  if what == "campaign" then return fault_of_tracks(record, what, label) end
  return fault_of_host_fields(record, what, label) or what == "member" and state.misnamed(record.name)
    or fault_of_bounds(record, what) or fault_of_tracks(record, owner_of(what), label)
    or what == "member" and fault_of_fields(record, label) or nil
end

-- The text in a field of a record that may be damaged.
local function named(record, key, otherwise)
  local name = type(record) == "table" and rawget(record, key)
  return type(name) == "string" and name or otherwise
end

local function fault_of_party(party, lists)
  local sentence = fault_of(party, "party", "the party", lists)
  if sentence then return sentence end
  for _, who in ipairs(party.members) do
    sentence = sentence or fault_of(who, "member", named(who, "name", "a member"), lists)
  end
  for _, lamp in ipairs(party.lights) do
    sentence = sentence
      or fault_of(lamp, "lamp", named(lamp, "holder", "nobody") .. "'s " .. named(lamp, "kind", "light"),
        lists)
  end
  for _, turn in ipairs(party.turns) do sentence = sentence or fault_of(turn, "turn", "the turn", lists) end
  return sentence
end

-- Says why the state cannot be kept, or nil.  lists: a table that collects values which may hold anything.
function sound.fault(lists)
  for _, party in ipairs(live.S.parties) do
    local sentence = fault_of_party(party, lists)
    if sentence then return sentence end
  end
  for _, room in ipairs(live.S.rooms) do
    local sentence = fault_of(room, "room", named(room, "name", "the room"), lists)
    if sentence then return sentence end
  end
  return fault_of(live.S.campaign, "campaign", "the campaign", lists)
end

return sound
