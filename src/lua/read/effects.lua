-- effects.lua -- what a row of a chart does without a function: gains, loses, sets, starts, rolls.  Reads
-- these fields into a list of effects, which play/chance carries out before the row's function:
--   { verb = "gain" or "lose"; name of a track; amount, its dice when `dice` is true, or the item of a list }
--   { verb = "set", name, value }, { verb = "start", name of a timer }, { verb = "roll", name of a chart }
local common = module "common"
local mistakes = module "read/mistakes"
local rows = module "read/rows"
local types = module "read/types"
local effects = {}

-- Reports a mistake in field `key` of a row.
local function report_row(R, entry, item, key, text, ...)
  mistakes.report(R, rows.field_place(item, key), "chart \"%s\", row \"%s\", %s: " .. text, entry.name,
    item.name, key, ...)
end

local function report_missing(R, entry, item, key, kind, name)
  mistakes.report_missing(R, rows.field_place(item, key), kind, name, R.kinds[kind]:names(), nil)
end

-- --- gains and loses -----------------------------------------------------------------------------

-- Splits "1d6 hp" into the amount and the track, whose name may have several words.
local function split_amount(R, text)
  local words = common.split(text, "%S+")
  for i = 1, #words do
    local name = table.concat(words, " ", i)
    if R.tracks[name] then return table.concat(words, " ", 1, i - 1), R.tracks[name] end
  end
  return nil, words[#words] or ""
end

-- A number of steps or points: a number, or dice as text; "" is 1.
local function read_number(amount)
  if amount == "" then return 1 end
  local n = tonumber(amount)
  if n then return math.tointeger(n) or n end
  return types.base.dice.read(amount), true
end

-- By the kind of a track: the amount as play has it, and true when it is dice; or nil and what is needed.
local readers = {
  list = function(amount) if amount ~= "" then return amount end return nil, "what is gained or lost" end,
  switch = function(amount) if amount == "" then return 1 end return nil, "the track alone" end,
  text = function() return nil, "sets, since it is a text" end,
}
function readers.number(amount)
  local n, is_dice = read_number(amount)
  if n == nil then return nil, "a number or dice" end
  return n, is_dice
end
readers.ladder = readers.number
function readers.quantity(amount, track)
  local q = measure.quantity(amount)
  local same = q and select(2, measure.unit(q)) == select(2, measure.unit(track.zero))
  if same then return q end
  if amount == "" or tonumber(amount) then return readers.number(amount) end
  return nil, "a quantity in " .. track.unit
end

local function read_change(R, entry, item, key, text)
  if type(text) ~= "string" then
    return report_row(R, entry, item, key,
      "how much of which track is needed, as \"2 hp\", and this is %s", common.show(text))
  end
  local amount, track = split_amount(R, text)
  if not amount then return report_missing(R, entry, item, key, "track", track) end
  local read, more = readers[track.kind](amount, track)
  if read == nil then
    return report_row(R, entry, item, key, "before '%s' %s is needed, and this is %s", track.name, more,
      common.show(text))
  end
  return { verb = key:sub(1, -2), name = track.name, amount = read, dice = more or nil }
end

-- --- sets, starts, rolls -------------------------------------------------------------------------

local fits = {
  number = function(_, v) return type(v) == "number" end,
  switch = function(_, v) return type(v) == "boolean" end,
  ladder = function(track, v) return track.rank[v] end,
  list = function(_, v) return type(v) == "table" end,
  text = function(_, v) return type(v) == "string" end,
  quantity = function(_, v)
    return type(v) == "number" or type(v) == "quantity" or type(v) == "string" and measure.quantity(v)
  end,
}

-- The value of a track as it is needed, in words.
local function needed(track)
  if track.kind == "ladder" then return types.shown(track.steps) end
  if track.kind == "switch" then return "true or false" end
  return "a " .. track.kind
end

local function read_set(R, entry, item, name, value)
  local track = R.tracks[name]
  if not track then return report_missing(R, entry, item, "sets", "track", name) end
  if fits[track.kind](track, value) then return { verb = "set", name = name, value = value } end
  report_row(R, entry, item, "sets", "%s: %s is needed, and this is %s", name, needed(track),
    common.show(value))
end

local function read_sets(R, entry, item, body, add)
  if not common.is_plain(body) or body[1] ~= nil then
    return report_row(R, entry, item, "sets",
      "tracks and their values are needed, as { alarm = \"wary\" }, and this is %s", common.show(body))
  end
  for _, name in ipairs(common.keys(body)) do add(read_set(R, entry, item, name, body[name])) end
end

-- Reads the name of a timer or chart.
local function read_name(R, entry, item, key, kind, name)
  local of = R.entry_of[name]
  if of then name = of.name end
  if not R.kinds[kind].entries[name] then return report_missing(R, entry, item, key, kind, name) end
  if kind == "timer" and not R.timers[name].lasts then
    return report_row(R, entry, item, key, "timer \"%s\" has no length; give it lasts = \"1 hour\"", name)
  end
  return { verb = key:sub(1, -2), name = name }
end

local kinds <const> = { starts = "timer", rolls = "chart" }

-- Warns of an own field that is nearly one of these: lose = "1d6 hp".
local function warn_near(R, entry, item)
  for _, key in ipairs { "gain", "lose", "set", "start", "roll" } do
    if item.own[key] ~= nil then
      mistakes.warn(R, rows.field_place(item, key),
        "chart \"%s\", row \"%s\": '%s' is a field of its own here and does nothing; did you mean '%ss'?",
        entry.name, item.name, key, key)
    end
  end
end

-- The track or timer that an effect changes; nil for another chart.
local function thing_of(R, effect)
  if effect.verb == "start" then return R.timers[effect.name] end
  return effect.verb ~= "roll" and R.tracks[effect.name] or nil
end

-- The effects of a row, in the order gains, loses, sets, starts, rolls.  Sets chart.of_member, the first row
-- that changes a member's track or timer, { item, name }.
function effects.read(R, entry, item, chart)
  local list = {}
  local function add(effect)
    if not effect then return end
    list[#list + 1] = effect
    local thing = thing_of(R, effect)
    if thing and thing.of == "member" and not chart.of_member then
      chart.of_member = { item = item, name = effect.name }
    end
  end
  for _, key in ipairs { "gains", "loses", "sets", "starts", "rolls" } do
    local v = item[key]
    if v ~= nil and not mistakes.is_nothing(v) then
      if key == "sets" then read_sets(R, entry, item, v, add)
      else
        for _, one in ipairs(common.is_plain(v) and not R.entry_of[v] and v or { v }) do
          add(kinds[key] and read_name(R, entry, item, key, kinds[key], one)
            or not kinds[key] and read_change(R, entry, item, key, one))
        end
      end
    end
  end
  warn_near(R, entry, item)
  return list
end

return effects
