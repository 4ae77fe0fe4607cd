-- fields.lua -- checks every field of every thing against the fields of its kind, at the field's own line.
local common = module "common"
local mistakes = module "read/mistakes"
local things = module "read/things"
local types = module "read/types"
local fields = {}

local mistake = mistakes.mistake

local function read_type(R, kind, field)
  local t, sentence = types.parse(field.words, R.kinds)
  if t and t.default ~= nil then
    t.default, sentence = types.fit(t, t.default, R)
  end
  if sentence then mistake(R, field.place, "%s, field %s: %s", kind.name, field.name, sentence) end
  field.type = t or { base = "any", optional = true }
end

-- Parses the types of all fields.  This runs after all files, because a type may name any kind.
function fields.read_types(R)
  for _, kind in ipairs(R.kind_order) do
    for _, name in ipairs(kind.field_order) do
      local field = kind.fields[name]
      if field.words then read_type(R, kind, field) end
    end
  end
end

local function label(entry, key) return ("%s \"%s\", %s"):format(entry.kind.name, entry.name, key) end

local function check_field(R, entry, key, field)
  local kept, sentence = types.fit(field.type, entry.fields[key], R)
  if kept == nil then mistake(R, things.field_place(R, entry, key), "%s: %s", label(entry, key), sentence) end
  entry.final[key] = kept
end

local function check_written(R, entry)
  local kind = entry.kind
  for _, key in ipairs(common.keys(entry.at)) do
    local value, field = entry.fields[key], kind.fields[key]
    if not field and kind:has_track(R, key) then
      entry.starts = entry.starts or {}
      entry.starts[key] = value
    elseif not field then
      mistakes.missing(R, things.field_place(R, entry, key), "field", key, kind:all_fields(R), nil,
        tostring(entry.proxy))
    elseif value ~= nil then
      check_field(R, entry, key, field)
    end
  end
end

local function check_left_out(R, entry)
  for _, key in ipairs(entry.kind.field_order) do
    local t = entry.kind.fields[key].type
    if entry.fields[key] == nil and t.default ~= nil then
      entry.final[key] = common.copy(t.default)
    elseif entry.fields[key] == nil and not t.optional and not entry.doubtful then
      mistake(R, entry.at[key] or entry.made, "%s \"%s\" needs the field '%s', %s", entry.kind.name,
        entry.name, key, types.describe(t))
    end
  end
end

local function check_entry(R, entry)
  entry.final = {}
  if entry.host then
    for key, value in next, entry.fields do
      if not entry.at[key] then entry.final[key] = value end
    end
  end
  check_written(R, entry)
  if entry.host then
    for key, field in next, entry.kind.fields do
      if entry.final[key] == nil then entry.final[key] = common.copy(field.type.default) end
    end
  else
    check_left_out(R, entry)
  end
end

-- Checks all things.  Sets entry.final, the fields as play reads them, and entry.starts, first values of
-- tracks.
function fields.check(R)
  for _, kind in ipairs(R.kind_order) do
    if kind.name ~= "kind" then
      for _, e in ipairs(kind:live()) do check_entry(R, e) end
    end
  end
end

-- --- durations -----------------------------------------------------------------------------------

-- A duration in whole numbers: { secs = } or { turns = } or { real = seconds of the wall clock }, with its
-- unit as written and `per`, how many of that number one unit is.
function fields.duration(R, q)
  local unit, what = measure.unit(q)
  if what == "turns" then
    local turns = measure.amount(q)
    if R.turn_secs then
      return { secs = math.tointeger(turns * R.turn_secs), unit = "turn", per = R.turn_secs }
    end
    return { turns = math.tointeger(turns), unit = "turn", per = 1 }
  end
  local secs = math.tointeger(measure.amount(q, what == "real" and "real second" or "second"))
  local bare = unit:gsub("^real ", "")
  local per = math.tointeger(measure.amount(measure.quantity("1 " .. bare), "second"))
  if what == "real" then return { real = secs, unit = bare, per = per } end
  return { secs = secs, unit = bare, per = per }
end

-- The duration in field `key` of a thing, or nil.
function fields.lasts(R, e, key)
  local q = e.final[key]
  if not q then return end
  local d = fields.duration(R, q)
  if d.secs or d.turns or d.real then return d end
  local unit = R.turn_secs and "seconds" or "seconds or turns"
  mistake(R, things.field_place(R, e, key), "%s: a whole number of %s is needed, and this is %s",
    label(e, key), unit, tostring(q))
end

-- --- the ruleset ---------------------------------------------------------------------------------

local of_ruleset = {
  turn = function(R, v, place, what)
    local q, sentence = types.fit({ base = "duration" }, v, R)
    if not q then return mistake(R, place, "%s: %s", what, sentence) end
    local secs = fields.duration(R, q).secs
    if not secs or secs <= 0 then
      return mistake(R, place, "%s: a time of whole seconds is needed, as \"10 minutes\", and this is %s",
        what, common.show(v))
    end
    R.turn_secs = secs
  end,
  check = function(R, v, place, what)
    local dice, sentence = types.fit({ base = "dice" }, v, R)
    if not dice then return mistake(R, place, "%s: %s", what, sentence) end
    R.check_dice = dice
  end,
  under = function(R, v, place, what)
    if type(v) ~= "boolean" then
      return mistake(R, place, "%s: true or false is needed, and this is %s", what, common.show(v))
    end
    R.under = v
  end,
  starts = function(R, v, place, what)
    local q, sentence = types.fit({ base = "duration" }, v, R)
    if not q then return mistake(R, place, "%s: %s", what, sentence) end
    R.starts = math.tointeger(measure.amount(q, "second"))
    if not R.starts or R.starts < 0 then
      mistake(R, place, "%s: a time of whole seconds is needed, as \"6 hours\", and this is %s", what,
        common.show(v))
    end
  end,
  room = function(R, v, place, what)
    if type(v) ~= "string" or v == "" then
      return mistake(R, place, "%s: the name of a room is needed, in quotes, and this is %s", what,
        common.show(v))
    end
    R.first_room = v
  end,
  procedure = function() end,                           -- procedures.lua reads it
}

function fields.check_ruleset(R)
  local set = R.ruleset
  for _, key in ipairs(set and common.keys(set.fields) or {}) do
    local place, read = R.ruleset_place(key), of_ruleset[key]
    local what = ("ruleset \"%s\", %s"):format(set.title, tostring(key))
    if type(key) ~= "string" then
      mistake(R, place, "ruleset \"%s\": every field has a name, as turn = \"10 minutes\"", set.title)
    elseif not read then
      mistakes.missing(R, place, "field", key, common.keys(of_ruleset), nil, "ruleset \"" .. set.title
        .. "\"")
    elseif not mistakes.is_nothing(set.fields[key]) then read(R, set.fields[key], place, what) end
  end
end

return fields
