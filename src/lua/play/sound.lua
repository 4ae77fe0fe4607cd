-- sound.lua -- whether the state can be kept as the rules left it: every track has a value that it may have,
-- and the host's own fields are what they must be.
--
-- Each record is checked in C against a list of its fields (data.fits).  Only where it does not pass, the
-- fields are checked one by one for the sentence.
local common = module "common"
local live = module "play/live"
local recorder = module "play/recorder"
local state = module "play/state"
local tracks = module "play/tracks"
local sound = {}

-- The host's own fields, and the type of each.  Kinds of record: party, member, turn, light, room, campaign.
local host_fields = {
  party = {
    members = "table", lights = "table", timers = "table", turns = "table", kept = "table", room = "string",
    now = "integer",
  },
  member = { name = "string", away = "boolean", max = "table" },
  turn = { number = "integer", procedure = "string", step = "string", doing = "table", skipped = "table" },
  light = { kind = "string", holder = "string" },
  room = { name = "string", exits = "table", seen = "boolean" },
  campaign = {},
}

-- More turns or days than any game has, and as many as other parts can count: { field, min, max }.
local host_bounds = { turn = { "number", 0, 1000000000 }, party = { "now", 0, 86400 * 10000000 } }

-- --- the fields of each kind of record -------------------------------------

-- By kind of record; for which rules, without which tracks.
local checks, checks_for, checks_without = {}, nil, nil

-- The list that data.fits reads, four items for each field: name, type, minimum, maximum.  The maximum is
-- true where the record has its own, and the ranks of its steps for a ladder.  Ignored tracks are not in it.
local function new_check(of)
  local list = {}
  local function add(name, kind, min, max)
    if not recorder.ignored[name] then common.append(list, { name, kind, min or false, max or false }) end
  end
  local key, min, max = table.unpack(host_bounds[of] or {})
  for _, name in ipairs(common.keys(host_fields[of])) do
    add(name, host_fields[of][name], name == key and min, name == key and max)
  end
  for _, track in ipairs(live.R.tracks_of[of]) do
    local bounded = track.kind == "number"
    add(track.name, track.kind == "list" and "list" or tracks.type_of[track.kind], bounded and track.min,
      track.rank or bounded and (track.own or track.max))
  end
  for _, field in ipairs(live.R.has[of] or {}) do add(field.name, "any") end
  return list
end

local function check_of(of)
  if checks_for ~= live.R or checks_without ~= recorder.ignored then
    checks, checks_for, checks_without = {}, live.R, recorder.ignored
  end
  checks[of] = checks[of] or new_check(of)
  return checks[of]
end

-- Does one track of a record have a value that it may have?  And would that value fit for every owner?
function sound.track_fits(record, of, name)
  local check = check_of(of)
  local one = check[name]
  for i = 1, one and 0 or #check, 4 do
    if check[i] == name then one = table.move(check, i, i + 3, 1, {}) end
  end
  check[name] = one
  return data.fits(record, one), one[4] ~= true
end

-- --- the sentence ----------------------------------------------------------

local type_names <const> = { integer = "whole number", string = "text", boolean = "true or false" }

-- Why a field of the host does not fit.
local function host_fault(record, of, key, label)
  local v, wanted = rawget(record, key), host_fields[of][key]
  if (wanted == "integer" and math.type(v) or type(v)) ~= wanted then
    return ("%s, %s: this is the host's, a %s, and cannot be %s"):format(label, key,
      type_names[wanted] or "list", common.show(v))
  end
  if of == "party" then
    return "the clock cannot stand at " .. game_clock.read(v) .. "; it goes from 0:00 to day 10000000"
  end
  return ("the number of the turn is from %d to %d, and cannot be %d"):format(host_bounds[of][2],
    host_bounds[of][3], v)
end

-- Why a field does not fit: of the host, a track, or a field of all members.
local function fault_of_field(record, of, key, label)
  if host_fields[of][key] then return host_fault(record, of, key, label) end
  local v, track = rawget(record, key), live.R.tracks[key]
  if v == nil then return label .. ", " .. key .. ": nothing (nil) cannot be kept; use false, 0 or \"\"" end
  return tracks.misfit(track, v, label) or tracks.beyond(track, v, record, label)
end

-- Why a record cannot be kept, or nil.  label: what it is called.
local function fault_of(record, of, label, lists)
  local check = check_of(of)
  if not data.fits(record, check, lists, recorder.is_kept) then
    if type(record) ~= "table" then return label .. " cannot be " .. common.show(record) end
    for i = 1, #check, 4 do
      if not data.fits(record, table.move(check, i, i + 3, 1, {}), nil, recorder.is_kept) then
        local sentence = fault_of_field(record, of, check[i], label)
        if sentence then return sentence end
      end
    end
  end
  if of == "member" then return state.misnamed(record.name) end
end

-- --- the whole state -------------------------------------------------------

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
    local label = named(lamp, "holder", "nobody") .. "'s " .. named(lamp, "kind", "light")
    sentence = sentence or fault_of(lamp, "light", label, lists)
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
