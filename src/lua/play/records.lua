-- records.lua -- the metatables of members, parties, turns, lamps, timers and rooms.  A record is plain data;
-- its metatable refuses a misspelt name, and gives a lamp or room what its kind says.
local common = module "common"
local language = module "read/language"
local live = module "play/live"
local recorder = module "play/recorder"
local seal = module "read/seal"
local records = {}

local mistake, present = common.mistake, lists.present

local empty_list = seal.sealed({}, "an empty list")

-- Fields of the host that a state may be without (recorder.ignored); hints must not depend on that.
local host_counts <const> = { now = true, number = true, phase = true, of_day = true }

-- The names that a record could have, for a hint.  asked: the name that was not found, which is left out.
local function names_of(record, what, asked)
  local names = {}
  for k in next, record do
    if type(k) == "string" and (live.R.tracks[k] or not host_counts[k]) then names[#names + 1] = k end
  end
  -- turn.number is read often, and named whether or not this state has it.
  local has_number = what == "the turn" and not live.R.tracks.number
  if has_number and asked ~= "number" then names[#names + 1] = "number" end
  for _, track in ipairs(live.R.tracks_of[what:match "%a+$"] or {}) do
    if rawget(record, track.name) == nil and track.name ~= asked then names[#names + 1] = track.name end
  end
  table.sort(names)
  return names
end

-- The words of the language for owners of tracks; members and lamps have none.
local word_of = { party = "party", turn = "turn", room = "here", campaign = "campaign" }

-- The end of a message about a name that a record does not have, where it is a track of another owner or a
-- setting; or nil.  own: the owner of which the record is one, as "party".
local function read_elsewhere(key, own)
  local track, of = live.R.tracks[key], nil
  if track then of = track.of ~= own and word_of[track.of]
    if own == "party" and track.of == "member" then
      return "; each member has one: " .. language.of_each(key, track.kind == "switch")
    elseif not of and track.of ~= own then return "; " .. common.a(track.of) .. " has it" end
  elseif live.R.settings[key] ~= nil then of = "setting" end
  return of and ("; write %s.%s"):format(of, key)
end

-- A metatable that refuses to read or assign what a record does not have.  what: the record in the sentence,
-- as "a member".
local function new_meta(what)
  local function unknown(record, key, purpose)
    return what .. " has nothing called '" .. tostring(key) .. "'" .. purpose
      .. (read_elsewhere(key, what:match "%a+$") or common.hint(tostring(key), names_of(record, what, key)))
  end
  return {
    __record = true,
    __index = function(self, key)
      if key == nil then return nil end
      error(unknown(self, key, ""), 0)
    end,
    __newindex = function(self, key)
      local kind = what:match "^an? (.+)"
      error(unknown(self, key, " to change") .. "; what play changes is made with track"
        .. (kind and " or kind." .. kind .. ":has" or ""), 0)
    end,
    __tostring = function(self) return rawget(self, "name") or rawget(self, "kind") or what end,
  }
end

local member, party, turn = new_meta "a member", new_meta "the party", new_meta "the turn"
local lamp, timer, room = new_meta "a lamp", new_meta "a timer", new_meta "a room"
-- The metatables of what may have tracks, and of timers.
records.member, records.party, records.turn = member, party, turn
records.light, records.timer, records.room = lamp, timer, room
records.campaign = new_meta "the campaign"

-- --- the party -------------------------------------------------------------

function party.__call() mistake "for goes through a list with each: for who in each(party) do" end

records.clock_of = nil                         -- function(group): its clock; play/words makes it

local unknown_of_party = party.__index
function party.__index(self, key)
  if key == "clock" then return records.clock_of(self) end
  if math.type(key) == "integer" then
    mistake("the party is not a list; each(party) goes through who is here, party.members[%d] is one of all",
      key)
  end
  return unknown_of_party(self, key)
end

-- --- lamps and timers ------------------------------------------------------
-- One of three fields counts down the time left: secs (seconds of the party's clock), turns, or real (seconds
-- of the wall clock).

local function left_field(record)
  return rawget(record, "secs") and "secs" or rawget(record, "turns") and "turns"
    or rawget(record, "real") and "real"
end

-- How much is left of a lamp or timer, in the unit that its kind lasts in; nil when it is not counted.
function records.left_of(record, lasts)
  local left = rawget(record, "secs") or rawget(record, "turns") or rawget(record, "real")
  if not left or not lasts then return left or nil end
  local n = left / lasts.per
  return math.tointeger(n) or n
end

-- How much a lamp had at first, or has now if that is more, and the unit; nil when it is not counted.
function records.total_of(lamp)
  local light, left = live.R.lights[lamp.kind], lamp.left
  local lasts = light and light.lasts
  if lasts and left then return math.max(records.left_of(lasts, lasts), left), lasts.unit end
end

-- "Bram's torch"
function records.lamp_name(lamp) return lamp.holder .. "'s " .. lamp.kind end

local ROUNDED <const> = 1e-6                   -- seconds: the error of hours that are counted in seconds

function records.counted_of(left, lasts)
  local n = left * lasts.per
  local whole = math.tointeger(math.floor(n + 0.5))
  return whole and math.abs(n - whole) < ROUNDED and whole or nil
end

-- Sets how much is left of a lamp, in the unit of lasts.  label: the lamp, for a sentence.
function records.set_left(record, left, lasts, label)
  local n = type(left) == "number" and lasts and records.counted_of(left, lasts)
  if not n then
    mistake("%s, left: %s, and this is %s", label, lasts and "a number of " .. lasts.unit .. "s is needed"
      or "a " .. record.kind .. " has no counted life", common.show(left))
  end
  if n < 0 then n = 0 end                      -- it goes out as soon as time goes by
  -- It is counted as before; else as its kind is, or in seconds of the wall clock.
  rawset(record, left_field(record) or left_field(lasts) or "real", n)
end

-- The fields in which a countdown is kept.  Rules see them only as `left`.
local countdown <const> = { secs = true, turns = true, real = true }

-- A lamp has the fields of its light, too.
local unknown_of_lamp, unknown_to_change = lamp.__index, lamp.__newindex
function lamp.__index(self, key)
  local light = live.R.lights[rawget(self, "kind")]
  if key == "left" then return records.left_of(self, light and light.lasts) end
  if countdown[key] then return nil end
  local kind = live.R.kinds.light
  if light and kind.fields[key] then return kind.entries[light.name].proxy[key] end
  return unknown_of_lamp(self, key)
end

-- lamp.left = 3 sets how much is left, in the unit its light lasts in; nil: it is not counted any more.
function lamp.__newindex(self, key, value)
  if key ~= "left" then return unknown_to_change(self, key) end
  local light = live.R.lights[rawget(self, "kind")]
  if value ~= nil then return records.set_left(self, value, light and light.lasts, "a lamp") end
  for field in next, countdown do rawset(self, field, nil) end
end

local unknown_of_timer = timer.__index
function timer.__index(self, key)
  local t = live.R.timers[rawget(self, "kind")]
  if key == "left" then return records.left_of(self, t and t.lasts) end
  if countdown[key] or key == "of" then return nil end
  return unknown_of_timer(self, key)
end

-- --- rooms -----------------------------------------------------------------

-- A room has the fields that the rules give rooms.  The value is its own, or else that of the thing of its
-- name, or else the default.
local unknown_of_room, unknown_to_change_of_room = room.__index, room.__newindex
function room.__index(self, key)
  if key == "name" then return unknown_of_room(self, key) end
  local kind = live.R.kinds.room
  local entry, field = kind.entries[self.name], kind.fields[key]
  if entry and entry.final[key] ~= nil then return entry.proxy[key] end
  if field then
    local default = field.type.default
    return type(default) == "table" and empty_list or default
  end
  return unknown_of_room(self, key)
end
function room.__newindex(self, key, value)
  if live.R.kinds.room.fields[key] then rawset(self, key, value) else unknown_to_change_of_room(self, key) end
end

-- --- what a record holds ----------------------------------------------------
-- Rules assign fields freely.  Before the state is kept each record is checked in C (src/cell/record_check.c)
-- against a list of its fields; a value of another type, as hp = "two", undoes the whole line.

-- The type of a track's values, by the kind of track.  A number may be a fraction, as half a ration; rules
-- that want whole ones write // or floor.
records.type_of_track = {
  number = "number", switch = "boolean", list = "list", text = "string", quantity = "quantity",
  ladder = "string",
}

-- The host's own fields, and the type of each.  Kinds of record: those of `kinds`; a deed is done in a turn,
-- and kept when it is broken off.
records.host_fields = {
  party = {
    members = "table", lights = "table", timers = "table", turns = "table", kept = "table", room = "string",
    now = "integer", came = "way",
  },
  timer = { kind = "string", owner = "string" },
  deed = { verb = "string", who = "texts", args = "table", spent = "integer" },
  kept = { verb = "string", args = "table", spent = "integer" },
  member = { name = "name", away = "boolean", max = "table" },
  turn = { number = "integer", procedure = "string", step = "string", doing = "table", skipped = "table" },
  light = { kind = "string", holder = "string" },
  room = { name = "string", exits = "texts", seen = "boolean" },
  campaign = {},
}

-- The bounds of the host's numbers, { field, min, max }.  More turns and days than any game has: a choice,
-- far within 64 bits.
records.host_bounds = { turn = { "number", 0, 1000000000 }, party = { "now", 0, 86400 * 10000000 } }

-- Makes the check of a kind of record, without ignored tracks:
--   whole   the check of all its fields
--   names   the fields in its order, first host_n of the host; place: field -> its place there
-- The maximum of a field is a number; or true, if each record has a maximum of its own; or, for a ladder, the
-- ranks of its steps.
local function new_check(of)
  local list, names, place = {}, {}, {}
  local function add(name, kind, min, max)
    if recorder.ignored[name] then return end
    names[#names + 1] = name
    place[name] = #names
    common.append(list, { name, kind, min or false, max or false })
  end
  local key, min, max = table.unpack(records.host_bounds[of] or {})
  local host_fields = records.host_fields[of]
  for _, name in ipairs(common.keys(host_fields)) do
    add(name, host_fields[name], name == key and min, name == key and max)
  end
  local host_n = #names
  for _, track in ipairs(live.R.tracks_of[of] or {}) do
    local bounded = track.kind == "number"
    add(track.name, records.type_of_track[track.kind], bounded and track.min,
      track.rank or bounded and (track.own or track.max))
  end
  for _, field in ipairs(live.R.has[of] or {}) do add(field.name, "any") end
  return { whole = fields.check(list), names = names, place = place, host_n = host_n }
end

local kinds <const> = { "party", "member", "light", "turn", "room", "campaign", "timer", "deed", "kept" }

local checks              -- kind of record -> its check; checks.whole: the list that fields.state_fits takes
local checks_for          -- the rules (live.R) that `checks` was made for
local checks_without      -- the recorder.ignored that it was made with

-- The checks of all kinds of records.
function records.checks()
  if checks_for ~= live.R or checks_without ~= recorder.ignored then
    checks, checks_for, checks_without = { whole = {} }, live.R, recorder.ignored
    for i, of in ipairs(kinds) do
      checks[of] = new_check(of)
      checks.whole[i] = checks[of].whole
    end
    fields.complete_checks(checks.whole)
  end
  return checks
end

-- --- lists of records and things -------------------------------------------

-- The fields of a group with lamps: those that burn, those put out, and those of members who are away.  The
-- last two are missing until something is in them.
records.lamp_lists = { "lights", "unlit", "elsewhere" }

-- The items of a list, a party (the members who are present), or a kind (its things, in the order made), as a
-- list; for `each` also a function that returns one after the other (study/outcomes).
function records.items(list)
  local meta = getmetatable(list)
  if meta == party then return present(list.members) end
  if type(list) ~= "table" then common.mistake("a list is needed here, and this is %s", common.show(list)) end
  if not meta then return list end
  if meta.__each then return meta.__each(list) end
  local kind = live.R and live.R.kind_of[list]
  if kind then
    local function thing_made(e) return not e.host and e.proxy or nil end        -- by the rules
    kind.things = kind.things or common.map(kind:live(), thing_made)
    return kind.things
  end
  return meta.__sealed and common.copy_list(list) or list
end

return records
