-- types.lua -- types of fields in words: "distance", "string?", "light", "small|large = small".
local common = module "common"
local language = module "read/language"
local types = {}

-- Drops the value from the beginning of a sentence of `measure` or `door`, because the message shows it
-- anyway.
local function without_value(v, sentence)
  local start = tostring(v) .. ": "
  if sentence:sub(1, #start) == start then return sentence:sub(#start + 1) end
  return sentence
end

local is_time = common.set "time real turns"              -- dimensions: time of the game, wall clock, turns
local time_units = common.split "turns turn seconds minutes minute hours hour days weeks"

-- Turns a quantity or a text into a quantity; returns nil and the reason when it is none.
local function to_quantity(v)
  if type(v) == "quantity" then return v end
  if type(v) ~= "string" then return nil end
  local q, sentence = measure.quantity(v)
  if q then return q end
  return nil, without_value(v, sentence)
end

local function read_distance(v)
  local q, wrong = to_quantity(math.type(v) and tostring(v) or v)
  if not q then return nil, wrong end
  local _, what = measure.unit(q)
  if is_time[what] then return nil end
  return q
end

local MAX_DURATION <const> = 1000000000      -- in any unit; of weeks, its seconds still fit into 64 bits

-- The reason why a text, as "2d6 turns", is no fixed length of time, since it is rolled; or nil.
local function reason_if_rolled(v)
  local rolled = type(v) == "string" and v:match "^%s*(%d*d%d+%S*)%s+%a+%s*$"
  return rolled and ("a fixed time is needed; one that is rolled is given as a timer starts, \z
    start(\"fit\", who, { lasts = dice \"%s\" .. \" turns\" })"):format(rolled) or nil
end

-- Reads a fixed length of time, in turns or in other units.
local function read_duration(v)
  local hours = type(v) == "string" and v:match "^(%d+):%d+$"
  if hours then return nil, ("a length of time is needed, as \"%d hours\""):format(hours) end
  local q, wrong = to_quantity(v)
  if not q then return nil, reason_if_rolled(v) or wrong end
  local unit, what = measure.unit(q)
  if not is_time[what] then
    local near = common.nearest(unit .. "s", time_units)
    if not near then return nil end
    if measure.amount(q) == 1 then near = near:sub(1, -2) end
    return nil, "a time is needed", "; did you mean '" .. near .. "'?"
  end
  if measure.amount(q) < 0 then return nil, "a time cannot be less than nothing" end
  if measure.amount(q) > MAX_DURATION then
    return nil, ("no time is longer than %d, of whatever unit"):format(MAX_DURATION)
  end
  return q
end

local function read_dice(v)
  if type(v) ~= "string" and math.type(v) ~= "integer" then return nil end
  local min, sentence = door.range(tostring(v))
  if min == nil then return nil, without_value(v, sentence) end
  return v
end

local function of_type(name)
  return function(v) if type(v) == name then return v end end
end

-- Reads a list.  Names in it are left to whoever reads the field.
local function read_list(v)
  if type(v) ~= "table" then return nil end
  for _, key in ipairs(common.keys(v)) do
    if math.type(key) and v[key - 1] == nil and key ~= 1 then
      return nil, "a list has a value at each place from 1 on"
    end
  end
  return v
end

-- Reads a function that the rules wrote.  A word of the language, as `say` or `math.max`, is none: it has no
-- line at which to tell what is wrong with its results.
local function read_rule(v)
  if common.is_plain(v) and v.rule then return v end                       -- { rule = NAME }
  if type(v) ~= "function" then return nil end
  local file, line = sandbox.made(v)
  return line > 0 and not file:find "^sconce/" and v or nil
end

-- The types.  what: the type in messages; as: an example; read(v): the value as play has it, or nil, the
-- reason if `what` does not say it, and an addition to the message.
local base = {
  any      = { what = "a value", read = function(v) return v end },
  string   = { what = "a text in quotes", read = of_type "string" },
  number   = { what = "a number", read = of_type "number" },
  integer  = { what = "a whole number", read = function(v) return math.type(v) and math.tointeger(v) end },
  boolean  = { what = "true or false", read = of_type "boolean" },
  list     = { what = "a list", as = "{ … }", read = read_list },
  table    = { what = "a table", as = "{ … }", read = of_type "table" },
  rule     = { what = "a function", as = "rule.NAME", read = read_rule },
  dice     = { what = "dice or a whole number", as = "\"1d6\"", read = read_dice },
  quantity = { what = "a quantity", as = "\"36 m\"", read = to_quantity },
  distance = { what = "a distance", as = "\"36 m\"", read = read_distance },
  duration = { what = "a time", as = "\"6 turns\" or \"1 hour\"", read = read_duration },
}
types.base = base

-- --- reading types -------------------------------------------------------------------------------

-- The type that is one of several words: "small|large"; any_of: some of them are types themselves.
local function read_choices(spec)
  local choices = common.pieces(spec, "|")
  return { choices = choices, any_of = common.first(choices, function(one) return base[one] end) ~= nil }
end

-- The sentence for a type that is none.  words: as written; spec: the same without ? and its default.
local function unknown_type(words, spec, kinds)
  local is_list = spec:find "^[%a_]+ ?[,/]" and not spec:find "%a %a"            -- "small, large"
  if is_list then
    return ("the words of a choice have | between them, \"%s\", and this is \"%s\""):format(
      spec:gsub("%s*[,/]%s*", "|"), words)
  end
  local cure
  local near = common.nearest(spec, common.append(common.keys(base), common.keys(kinds)))
  if near then cure = "did you mean '" .. near .. "'?"
  elseif words:find "d" and base.dice.read(words) then
    cure = "dice that begin so are \"dice = " .. words .. "\""
  else cure = "a text that begins so is \"string = " .. words .. "\"" end
  return "'" .. words .. "' is not a type of field; " .. cure
end

-- Parses a type in words.  Returns { words, optional, default } with base, kind or choices; or nil and a
-- sentence.  kinds: all kinds, by name.
function types.parse(words, kinds)
  local spec, default = words:match("^%s*(.-)%s*=%s*(.-)%s*$")
  spec = spec or words:match("^%s*(.-)%s*$")
  local optional = spec:sub(-1) == "?"
  if optional then spec = spec:sub(1, -2) end
  local t
  if spec:find("|", 1, true) then t = read_choices(spec)
  elseif base[spec] then t = { base = spec }
  elseif kinds[spec] then t = { kind = spec }
  else return nil, unknown_type(words, spec, kinds) end
  t.words, t.optional = words, optional
  if t.base == "string" then t.default = default
  elseif default == "true" then t.default = true
  elseif default == "false" then t.default = false
  elseif default then t.default = math.tointeger(tonumber(default)) or tonumber(default) or default end
  return t
end

local type_of_default = { number = "number", boolean = "boolean", table = "list", ["function"] = "rule" }

-- The type of a field that has only a default value.
function types.of_default(v)
  return { default = v, words = type(v), base = type_of_default[type(v)] or "any" }
end

-- --- checking ------------------------------------------------------------------------------------

-- The choices as the author must write them: "refuse" or "ask".
function types.shown(choices)
  return common.list(common.map(choices, function(c) return common.show(c) end), "or")
end

-- check_choice, check_any_of and check_kind return what `fit` below does: the value; or nil, what is needed,
-- and what the message says behind the value.
local function check_choice(t, v)
  if common.contains(t.choices, v) then return v end
  local near = type(v) == "string" and common.nearest(v, t.choices)
  return nil, types.shown(t.choices) .. " is needed", near and "; did you mean \"" .. near .. "\"?"
end

-- The end of a message where a time was given and a number is needed: "; that is 6 turns", or nil.
local function in_turns(v, R)
  local ok, secs = protected(function() return measure.amount(measure.quantity(v), "second") end)
  local turns = ok and R.turn_secs and math.tointeger(secs / R.turn_secs)
  return turns and ("; that is %d turns"):format(turns) or nil
end

local function check_any_of(t, v, R)
  local needed = {}
  for i, choice in ipairs(t.choices) do
    local kept = v == choice and v or nil
    if base[choice] then kept = base[choice].read(v) end
    if kept ~= nil then return kept end
    needed[i] = base[choice] and base[choice].what or "\"" .. choice .. "\""
  end
  local is_number = common.contains(t.choices, "integer") or common.contains(t.choices, "number")
  return nil, common.list(needed, "or") .. " is needed", is_number and in_turns(v, R) or nil
end

-- v: the name of a thing of the kind t.kind, or the thing itself.
local function check_kind(t, v, R)
  local kind = R.kinds[t.kind]
  local entry = type(v) == "table" and R.entry_of[v]
  if entry and entry.kind == kind then v = entry.name end
  if type(v) ~= "string" then return nil, "the name of a " .. t.kind .. " in quotes is needed" end
  if kind.entries[v] then return v end
  local gone = R.removed_at and R.removed_at[t.kind .. "." .. v]
  if gone then
    return nil, "there is no " .. t.kind .. " '" .. v .. "' any more: it was taken away at " .. gone.file
      .. ":" .. gone.line, ""
  end
  return nil, "there is no " .. t.kind .. " '" .. v .. "'"
    .. common.hint(v, kind:names(), language.making(t.kind, v)), ""
end

-- Fits a value to type t.  Returns the value as play has it; or nil and what is needed, and perhaps a text
-- that follows the value in the message.  If that is "", the message leaves the value out, too.  R: the
-- rules, for names of kinds.
local function fit(t, v, R)
  if t.any_of then return check_any_of(t, v, R) end
  if t.choices then return check_choice(t, v) end
  if t.kind then return check_kind(t, v, R) end
  local b = base[t.base]
  local kept, wrong, after = b.read(v)
  if kept ~= nil then return kept end
  return nil, wrong or b.what .. " is needed" .. (b.as and ", as " .. b.as or ""), after
end

-- By the kind of a track: the types of Lua that its values may have.
local types_of_tracks <const> = { number = "number", switch = "boolean", ladder = "string", list = "table",
  text = "string", quantity = "number quantity string" }

-- True if a track may have the value v, as rules write it.
function types.fits_track(track, v)
  if not types_of_tracks[track.kind]:find(type(v), 1, true) then return false end
  return (track.kind ~= "ladder" or track.rank[v] ~= nil)
    and (track.kind ~= "quantity" or to_quantity(v) ~= nil or type(v) == "number")
end

-- A type in words for messages.
function types.describe(t)
  if t.any_of or t.choices then return types.shown(t.choices) end
  return t.kind and "the name of a " .. t.kind or base[t.base].what
end

-- Fits a value to type t.  Returns the value as play has it, or nil and a whole sentence.  after: a cure, to
-- be told behind the value; "": the sentence is whole.
function types.fit(t, v, R)
  local kept, needed, after = fit(t, v, R)
  if kept ~= nil then return kept end
  if after == "" then return nil, needed end
  return nil, needed .. ", and this is " .. common.show(v) .. (after or "")
end

-- Bounds in words, at least one of them given: "from 1 to 6".
function types.bounds_text(min, max)
  if min and max then return "from " .. min .. " to " .. max end
  return min and "of at least " .. min or "of at most " .. max
end

-- Parses the numbers of a row or of a condition, "2-4", "7", "1, 10", "to 4", "15+", into a list of
-- { lo, hi } with false for an open end; nil when they are wrong.
function types.ranges(at)
  if type(at) ~= "string" then return nil end
  local ranges = {}
  local text = at:gsub("%f[%d]00%f[%D]", "100")                                        -- "96-00" of a book
  for part in (text .. ","):gmatch("%s*(.-)%s*,") do
    local lo, hi = part:match("^(%-?%d+)%s*%-%s*(%d+)$")                               -- "2-4", "-1-4"
    if not lo then lo, hi = part:match("^(%-%d+)%s*%-%s*(%-%d+)$") end                 -- "-4--1"
    if not lo then lo, hi = part:match("^(%-?%d+)%s*–%s*(%-?%d+)$") end                -- a dash of a book
    local one, up_to, from = part:match "^%-?%d+$", part:match "^to%s+(%-?%d+)$", part:match "^(%-?%d+)%s*%+$"
    if lo then ranges[#ranges + 1] = { tonumber(lo), tonumber(hi) }
    elseif one then ranges[#ranges + 1] = { tonumber(one), tonumber(one) }
    elseif up_to then ranges[#ranges + 1] = { false, tonumber(up_to) }
    elseif from then ranges[#ranges + 1] = { tonumber(from), false }
    else return nil end
  end
  return #ranges > 0 and ranges or nil
end

-- True if n is in one of these ranges.
function types.is_in(ranges, n)
  return common.first(ranges, function(range)
    return (not range[1] or range[1] <= n) and (not range[2] or n <= range[2])
  end) ~= nil
end

return types
