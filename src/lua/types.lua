-- types.lua -- what a field may hold, in words: "distance", "string?", "light", "small|large = small".
local common = module "common"
local types = {}

local function is_whole(v) return math.type(v) == "integer" or math.type(v) == "float" and v == math.floor(v) end

local function quantity(v, want, unit_word)
  if type(v) == "string" then
    local q, err = measure.quantity(v)
    if not q then return nil, err end
    v = q
  elseif type(v) ~= "quantity" then
    return nil, "a " .. unit_word .. " is needed, as \"" .. want .. "\""
  end
  return v
end

local is_time = { time = true, real = true, turns = true }

-- Every type: read(value, type) -> value to keep | nil, what would be right.
local base = {
  any = function(v) return v end,
  string = function(v) if type(v) == "string" then return v end return nil, "a text is needed" end,
  number = function(v) if type(v) == "number" then return v end return nil, "a number is needed" end,
  integer = function(v)
    if type(v) == "number" and is_whole(v) then return math.tointeger(v) end
    return nil, "a whole number is needed"
  end,
  boolean = function(v) if type(v) == "boolean" then return v end return nil, "true or false is needed" end,
  list = function(v) if type(v) == "table" then return v end return nil, "a list is needed, { … }" end,
  table = function(v) if type(v) == "table" then return v end return nil, "a table is needed, { … }" end,
  rule = function(v)
    if type(v) == "function" or type(v) == "table" and v.rule then return v end
    return nil, "a function is needed, as rule.NAME"
  end,
  dice = function(v)
    if type(v) ~= "string" and math.type(v) ~= "integer" then return nil, "dice are needed, as \"1d6\" or a whole number" end
    local least, sentence = door.range(tostring(v))
    if least == nil then return nil, sentence end
    return v
  end,
  quantity = function(v) return quantity(v, "36 m", "quantity") end,
  distance = function(v)
    local q, err = quantity(v, "36 m", "distance")
    if not q then return nil, err end
    local _, what = measure.unit(q)
    if is_time[what] then return nil, "a distance is needed, and \"" .. tostring(q) .. "\" is a time" end
    return q
  end,
  duration = function(v)
    local q, err = quantity(v, "6 turns", "time")
    if not q then return nil, err end
    local unit, what = measure.unit(q)
    if not is_time[what] then
      return nil, "a time is needed, as \"6 turns\" or \"1 hour\", and \"" .. tostring(q) .. "\" counts " .. unit .. "s"
    end
    if measure.amount(q) < 0 then return nil, "a time cannot be less than nothing" end
    return q
  end,
}
types.base = base

-- Reads a type in words -> { read by types.check } | nil, sentence.  kinds: the kinds there are.
function types.parse(words, kinds)
  local spec, default = words:match("^%s*(.-)%s*=%s*(.-)%s*$")
  spec = spec or words:match("^%s*(.-)%s*$")
  local t = { words = words, optional = false }
  if spec:sub(-1) == "?" then t.optional, spec = true, spec:sub(1, -2) end
  if spec:find("|", 1, true) then
    t.choices = {}
    for choice in spec:gmatch("[^|]+") do
      choice = choice:match("^%s*(.-)%s*$")
      if base[choice] then t.any_of = true end
      t.choices[#t.choices + 1] = choice
    end
  elseif base[spec] then
    t.base = spec
  elseif kinds[spec] then
    t.kind = spec
  else
    local names = common.keys(base)
    for _, k in ipairs(common.keys(kinds)) do names[#names + 1] = k end
    return nil, "'" .. words .. "' is no type" .. common.hint(spec, names)
  end
  if default then
    local value = tonumber(default) or default
    if default == "true" then value = true elseif default == "false" then value = false end
    t.default = value
  end
  return t
end

-- The type that a default value stands for.
function types.of_default(v)
  local t = { default = v, words = type(v) }
  if type(v) == "number" then t.base = "number"
  elseif type(v) == "boolean" then t.base = "boolean"
  elseif type(v) == "table" then t.base = "list"
  elseif type(v) == "function" then t.base = "rule"
  else t.base = "any" end
  return t
end

-- value as type t keeps it | nil, sentence.  R: the rules (for names of kinds).
function types.check(t, v, R)
  if t.choices then
    if t.any_of then
      for _, choice in ipairs(t.choices) do
        if base[choice] then
          local kept = base[choice](v)
          if kept ~= nil then return kept end
        elseif v == choice then
          return v
        end
      end
      return nil, "one of these is needed: " .. common.list(t.choices, "or")
    end
    if common.contains(t.choices, v) then return v end
    local hint = type(v) == "string" and common.nearest(v, t.choices)
    return nil, "one of these is needed: " .. common.list(t.choices, "or") .. (hint and "; did you mean '" .. hint .. "'?" or "")
  end
  if t.kind then
    local kind = R.kinds[t.kind]
    if type(v) == "table" and R.entry_of[v] and R.entry_of[v].kind == kind then v = R.entry_of[v].name end
    if type(v) ~= "string" then return nil, "the name of a " .. t.kind .. " is needed" end
    if not kind.entries[v] then
      return nil, "there is no " .. t.kind .. " '" .. v .. "'" .. common.hint(v, kind:names())
    end
    return v
  end
  return base[t.base](v)
end

return types
