-- values.lua -- the values a track may have: the first one, the type, the bounds.
local common = module "common"
local events = module "play/events"
local recorder = module "play/recorder"
local values = {}

-- The Lua type of a track's values, by the kind of track.
values.type_of = {
  number = "number", switch = "boolean", list = "table", text = "string", quantity = "quantity",
    ladder = "string",
}

-- A number from "3/5" (now and maximum) or from dice that are rolled.
local function number_from_text(track, text, label)
  local now, max = text:match("^(%-?%d+)/(%d+)$")
  if now then return math.tointeger(tonumber(now)), math.tointeger(tonumber(max)) end
  if door.range(text) == nil then
    error(("%s, %s: a number or dice is needed, and this is %s"):format(label, track.name, common.show(text)),
      0)
  end
  local total, nth = recorder.roll(text, track.name)
  events.fell(nth)
  return total
end

local function quantity_from(track, v, label)
  if type(v) == "number" then return measure.quantity_of(v, track.unit) end
  if type(v) ~= "string" then return v end
  local q, sentence = measure.quantity(v)
  if not q then error(label .. ", " .. track.name .. ": " .. sentence, 0) end
  return q
end

-- A track's first value, and its own maximum where it has one: given (from where the record was made), or its
-- start.
function values.start(track, given, label)
  local v = given
  if v == nil then v = track.start end
  if track.kind == "number" and type(v) == "string" then
    local max
    v, max = number_from_text(track, v, label)
    if max then return v, max end
  elseif track.kind == "quantity" then v = quantity_from(track, v, label)
  elseif track.kind == "list" then v = common.copy(v) end
  values.check(track, v, label)
  return v, track.own and v or nil
end

-- The kind of value that a track needs, for a sentence.
local function needed(track)
  if track.kind == "switch" then return "true or false is needed" end
  if track.kind == "quantity" then return "a quantity is needed, as \"1 " .. track.unit .. "\"" end
  return "a " .. (track.kind == "ladder" and "step" or track.kind) .. " is needed"
end

-- Says why v is no value of the track, or nil.
function values.misfit(track, v, label)
  if type(v) ~= values.type_of[track.kind] then
    return label .. ", " .. track.name .. ": " .. needed(track) .. ", and this is " .. common.show(v)
  end
  if track.kind == "ladder" and not track.rank[v] then
    return label .. ", " .. track.name .. ": one of its steps is needed, " .. common.list(track.steps, "or")
      .. ", and this is " .. common.show(v)
  end
end

-- Raises when v is no value of the track.
function values.check(track, v, label)
  local sentence = values.misfit(track, v, label)
  if sentence then error(sentence, 0) end
end

-- The maximum of a track of an owner: its own, what a rule says now, or the same for all; nil: there is none.
function values.max_of(owner, track)
  if track.own then return (rawget(owner, "max") or {})[track.name] end
  if not track.max_of then return track.max end
  local max = track.max_of(owner)
  if type(max) == "number" and max == max then return math.tointeger(max) or max end
  local file, line = sandbox.made(track.max_of)
  error({ text = ("track \"%s\", max: a number is needed, and this gives %s%s"):format(track.name,
    common.show(max),
    max == nil and "; is a return missing?" or ""), file = file, line = line }, 0)
end

-- Brings n within the bounds of an owner's track.
function values.clamp(owner, track, n)
  local max = values.max_of(owner, track)
  if track.min and n < track.min then n = track.min end
  if max and n > max then n = max end
  return n
end

-- Says why a number is out of its track's bounds, or nil.  A maximum that a rule gives binds only changes.
function values.beyond(track, v, record, label)
  local max = track.max
  if track.own then max = values.max_of(record, track) end
  if v ~= v then return label .. ", " .. track.name .. ": not a number (0/0) cannot be kept" end
  local side = track.min and v < track.min and "below its least, " .. tostring(track.min)
    or max and v > max and "above its most, " .. tostring(max)
  if side then
    return ("%s, %s: %s is %s; set(\"%s\", …), gain and lose keep it within"):format(label, track.name,
      common.show(v), side, track.name)
  end
end

return values
