-- fields.lua -- checks every field of every thing against the fields of its kind, and those of the ruleset.
local common = module "common"
local effects = module "read/effects"
local language = module "read/language"
local mistakes = module "read/mistakes"
local types = module "read/types"
local fields = {}

local report = mistakes.report

local function read_type(R, kind, field)
  local parsed, sentence = types.parse(field.words, R.kinds)
  if parsed and parsed.default ~= nil then
    parsed.default, sentence = types.fit(parsed, parsed.default, R)
  end
  if sentence then report(R, field.place, "%s, field %s: %s", kind.name, field.name, sentence) end
  field.type = parsed or { base = "any", optional = true }
end

-- Fits the default that kind.member.dex = 2 gives to the type of the field.
local function read_changed_default(R, kind, field)
  local fitted, sentence = types.fit(field.type, field.changed.value, R)
  field.type.default = fitted
  if sentence then report(R, field.changed.place, "kind.%s.%s: %s", kind.name, field.name, sentence) end
end

-- Parses the types of all fields.  This runs after all files, because a type may name any kind.
function fields.read_types(R)
  for _, kind in ipairs(R.kind_order) do
    for _, name in ipairs(kind.field_order) do
      local field = kind.fields[name]
      if field.words then read_type(R, kind, field) end
      if field.changed then read_changed_default(R, kind, field) end
    end
  end
end

-- Returns the sentence about a number without a unit, which gives "9 m" or "9 turns" as examples, with the
-- unit that other things of the kind have in that field, if they have one.
local function with_unit(entry, key, sentence)
  local values = common.map(entry.kind:live(), function(other) return tostring(other.fields[key]) end)
  values[#values + 1] = tostring(entry.kind.fields[key].type.default)
  local unit = table.concat(values, "\n"):match "%d (%a[%a ]*)"                  -- of the first that has one
  return unit and sentence:gsub(" m\" or \".-\"", " " .. unit .. "\"") or sentence
end

-- Checks one field against its type.  If it names a thing that a later file took away, the mistake is
-- reported in that file.
local function check_field(R, entry, key, field)
  local kept, sentence = types.fit(field.type, entry.fields[key], R)
  entry.final[key] = kept
  if kept ~= nil then return end
  local place = mistakes.field_place(entry, key)
  -- The sentence of check_kind in types.lua, which names the place.
  local what, name, file, line = sentence:match "^there is no (%S+) '(.-)' any more: .- at (.+):(%d+)$"
  if file and file ~= place.file then
    place = { file = file, line = tonumber(line), text = mistakes.place_text(place) }
    return report(R, place, "%s '%s' is taken away here, and %s still uses it", what, name, place.text)
  end
  if sentence:find "^a unit should follow" then sentence = with_unit(entry, key, sentence) end
  mistakes.report_field(R, entry, key, "%s", sentence)
end

-- Reports a field that its kind does not have.
local function report_unknown(R, entry, key, value)
  local kind, place = entry.kind, mistakes.field_place(entry, key)
  if kind.name == "procedure" and key == "steps" then
    entry.unread = true
    return mistakes.report(R, place,
      "procedure \"%s\": the steps stand in the braces without a name; write procedure \"%s\" \z
      { \"act\", \"time\" }",
      entry.name, entry.name)
  elseif kind.name == "action" and type(value) == "function" then
    return report(R, place, "what an action does stands by itself: function act.%s() … end", entry.name)
  end
  local names = kind:all_fields(R)
  local may_be_own = value ~= nil and #names > 8 and (kind.name == "light" or kind.made)   -- 8: common.hint
  if kind.name == "member" and #names <= 2 then may_be_own = value ~= nil end      -- none is declared yet
  local cure = may_be_own and ("for a field of your own, add kind.%s:has { %s = \"%s?\" }"):format(
    kind.name, key, type(value))
  mistakes.report_missing(R, place, "field", key, names, cure, tostring(entry.proxy))
end

-- Checks the fields that a thing gives, and sorts out the tracks among them.
local function check_given(R, entry)
  for _, key in ipairs(common.keys(entry.at)) do
    local value, field = entry.fields[key], entry.kind.fields[key]
    if field and value ~= nil then check_field(R, entry, key, field)
    elseif not field and entry.kind:has_track(R, key) then
      entry.starts = entry.starts or {}
      entry.starts[key] = value
    elseif not field then report_unknown(R, entry, key, value) end
  end
end

-- Gives the fields that a thing leaves out their defaults, and reports those that it must give.  The
-- program's own things need not give them.
local function check_left_out(R, entry)
  local known, may_lack = entry.kind.fields, entry.host or entry.doubtful
  for _, key in ipairs(entry.kind.field_order) do
    local needed = entry.fields[key] == nil and known[key].type
    if needed and needed.default ~= nil then
      entry.final[key] = common.copy(needed.default)
    elseif needed and not needed.optional and not may_lack then
      report(R, entry.at[key] or entry.made, "%s \"%s\" needs the field '%s', %s", entry.kind.name,
        entry.name, key, types.describe(needed))
    end
  end
end

-- Checks the fields of one thing.
local function check_entry(R, entry)
  entry.final = {}
  if entry.host then
    for key, value in next, entry.fields do                    -- the program's own values need no check
      if not entry.at[key] then entry.final[key] = value end
    end
  end
  check_given(R, entry)
  check_left_out(R, entry)
  if entry.final.secret and entry.final.public then
    mistakes.report_field(R, entry, "public",
      "nobody but you sees what is secret; leave out secret or public")
  end
end

-- Checks all things.  Sets entry.final, the fields as play reads them, and entry.starts, the values that its
-- tracks start with.
function fields.check(R)
  for _, kind in ipairs(R.kind_order) do
    if kind.name ~= "kind" then
      for _, entry in ipairs(kind:live()) do check_entry(R, entry) end
    end
  end
end

-- --- durations -----------------------------------------------------------------------------------

-- A quantity of time: { unit; per: seconds, or turns, in one such unit }, and its length in one of
--   secs    seconds of game time
--   turns   where turns have no length
--   real    seconds of the wall clock
-- The length is nil if it is not whole.
function fields.duration(R, q)
  local unit, system = measure.unit(q)
  if system == "turns" then
    local turns = measure.amount(q)
    if R.turn_secs then
      return { secs = math.tointeger(turns * R.turn_secs), unit = "turn", per = R.turn_secs }
    end
    return { turns = math.tointeger(turns), unit = "turn", per = 1 }
  end
  local secs = math.tointeger(measure.amount(q, system == "real" and "real second" or "second"))
  local bare = unit:gsub("^real ", "")
  local per = math.tointeger(measure.amount(measure.quantity("1 " .. bare), "second"))
  if system == "real" then return { real = secs, unit = bare, per = per } end
  return { secs = secs, unit = bare, per = per }
end

-- The duration in field `key` of a thing, or nil; reports one that is not whole.
function fields.lasts(R, entry, key)
  local quantity = entry.final[key]
  if not quantity then return end
  local duration = fields.duration(R, quantity)
  if duration.secs or duration.turns or duration.real then return duration end
  local unit = R.turn_secs and "seconds" or "seconds or turns"
  mistakes.report_field(R, entry, key, "a whole number of %s is needed, and this is %s", unit,
    tostring(quantity))
end

-- Stores a field of the ruleset in R for play.  v: its value, of the right type.  Each returns what is needed
-- instead, or nil.
local store = {
  turn = function(R, v)
    R.turn_secs = fields.duration(R, v).secs
    return (R.turn_secs or 0) <= 0 and "a time of whole seconds is needed, as \"10 minutes\"" or nil
  end,
  starts = function(R, v)
    R.starts = math.tointeger(measure.amount(v, "second"))
    return (R.starts or -1) < 0 and "a time of whole seconds is needed, as \"6 hours\"" or nil
  end,
  check = function(R, v) R.check_dice = v end,
  under = function(R, v) R.under = v end,
  room = function(R, v)
    R.first_room = v
    return (type(v) ~= "string" or v == "") and "the name of a room is needed, in quotes" or nil
  end,
  hint = function(R, v) R.hint = v end,
  nobody = function(R, v)
    local place = R.ruleset.at.nobody
    local fields = common.is_plain(v) and v or {}
    local wrong = common.first(common.keys(fields), function(key) return key ~= "ends" and key ~= "idle" end)
    if wrong then
      return ("{ ends = \"…\", idle = true } is needed, without '%s'"):format(tostring(wrong))
    end
    R.nobody_idle = fields.idle
    if fields.ends ~= nil then
      v = effects.ending(R, { label = "ruleset", place = function() return place end }, "nobody", v.ends)
    end
    R.nobody = v
    return v and not R.kinds.event.entries[v] and "the name of an event is needed, in quotes" or nil
  end,
  renamed = function(_, v)
    for old, now in next, common.is_plain(v) and v or { v } do
      if type(old) ~= "string" or type(now) ~= "string" then
        return "older names and what they are called now are needed, as { walked = \"travelled\" }"
      end
    end
  end,
  procedure = function() end,                           -- procedures.lua reads it
}

-- Checks the fields of the ruleset, and stores them.
function fields.check_ruleset(R)
  local ruleset, types_of = R.ruleset, language.ruleset_fields
  if not ruleset then return end
  for _, key in ipairs(common.keys(ruleset.fields)) do
    local value, place = ruleset.fields[key], ruleset.at[key]
    if type(key) ~= "string" then
      report(R, place, "ruleset \"%s\": every field has a name, as turn = \"10 minutes\"", ruleset.name)
    elseif not types_of[key] then
      mistakes.report_missing(R, place, "field", key, common.keys(types_of), nil,
        "ruleset \"" .. ruleset.name .. "\"")
    elseif not mistakes.is_nothing(value) then
      local kept, sentence = types.fit({ base = types_of[key] }, value, R)
      local unfit = mistakes.unfit(R, value)
      local needed = not unfit and kept ~= nil and store[key](R, kept)
      if needed then sentence = needed .. ", and this is " .. common.show(value) end
      sentence = unfit or sentence
      if sentence then mistakes.report_field(R, ruleset, key, "%s", sentence) end
    end
  end
end

return fields
