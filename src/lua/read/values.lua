-- values.lua -- tracks, settings and questions, lights and timers: checked, as play reads them.
local charts = module "read/charts"
local common = module "common"
local fields = module "read/fields"
local language = module "read/language"
local mistakes = module "read/mistakes"
local things = module "read/things"
local types = module "read/types"
local values = {}

local mistake = mistakes.mistake

local MAX_CARDS <const> = 1000              -- in a deck

local function place_of(R, e, key) return things.field_place(R, e, key) end

-- --- tracks -----------------------------------------------------------------------------------------------

local function check_name(R, e, of)
  local kind = R.kinds[of]
  local field = kind and kind.fields[e.name]
  if common.contains(language.record_fields[of], e.name) or field and not field.place then
    mistake(R, e.made, "track \"%s\": a %s has something of that name already; choose another", e.name, of)
  elseif field then
    mistake(R, e.made, "track \"%s\": a %s has a field of that name, made at %s; choose another, or take the field away", e.name, of, mistakes.where(field.place))
  end
end

local function wrong_start(R, e, needed)
  mistake(R, place_of(R, e, "start"), "track \"%s\", start: %s is needed, and this is %s", e.name, needed, common.show(e.final.start))
end

local function read_ladder(R, e, t)
  t.kind, t.steps, t.rank = "ladder", e.final.steps, {}
  for i, step in ipairs(t.steps) do
    if type(step) ~= "string" then
      mistake(R, place_of(R, e, "steps"), "track \"%s\", steps: a step is a name in quotes, and this is %s", e.name, common.show(step))
    end
    t.rank[step] = i
  end
  if #t.steps == 0 then mistake(R, place_of(R, e, "steps"), "track \"%s\", steps: a ladder has steps, { \"calm\", \"wary\" }", e.name) end
  t.start = e.final.start == nil and t.steps[1] or e.final.start
  if #t.steps > 0 and not t.rank[t.start] then wrong_start(R, e, types.shown(t.steps)) end
end

local function read_quantity(R, e, t)
  t.kind = "quantity"
  local start = e.final.start or 0
  if type(start) == "number" then start = measure.quantity_of(start, t.unit)
  elseif type(start) == "string" then start = measure.quantity(start) end
  if type(start) == "quantity" and select(2, measure.unit(start)) ~= select(2, measure.unit(measure.quantity_of(0, t.unit))) then start = nil end
  if type(start) ~= "quantity" then
    wrong_start(R, e, "a quantity in " .. t.unit)
    start = measure.quantity_of(0, t.unit)
  end
  t.start = start
end

-- A start in quotes: dice, "3/6", or a text.
local function read_text_start(R, e, t)
  local start = e.final.start
  if not t.own and t.min == nil and t.max == nil then t.kind, t.start = "text", start return end
  t.kind, t.start = "number", start
  if not values.number_start(t, start) then
    wrong_start(R, e, "a number or dice" .. (t.own and ", or \"3/6\"," or ""))
    t.start = 0
  end
end

-- May v be where a number track starts?  A number, dice, or "3/6" with a maximum of its own.
function values.number_start(t, v)
  if type(v) == "number" then return true end
  return type(v) == "string" and (t.own and v:match("^%-?%d+/%d+$") or types.base.dice.read(v)) ~= nil
end

local function read_max(R, e, t)
  local max = e.final.max
  if max == "own" then t.own = true
  elseif type(max) == "string" then mistake(R, place_of(R, e, "max"), "track \"%s\", max: a number, \"own\" or a rule is needed, and this is %s", e.name, common.show(max))
  elseif type(max) == "number" then t.max = max
  elseif max then t.max_of = charts.does(R, max, place_of(R, e, "max"), ("track \"%s\", max"):format(e.name)) end
  if t.min and t.max and t.min > t.max then
    mistake(R, place_of(R, e, "max"), "track \"%s\": its max, %s, is less than its min, %s", e.name, tostring(t.max), tostring(t.min))
  end
end

local function read_unit(R, e, t)
  local q = t.unit and measure.quantity("1 " .. t.unit)
  if t.unit and not q then
    mistake(R, place_of(R, e, "unit"), "track \"%s\", unit: a unit is needed, as \"m\", and this is %s", e.name, common.show(t.unit))
    t.unit = nil
  end
end

local function read_number(R, e, t)
  local start = e.final.start
  t.kind, t.start = "number", type(start) == "number" and start or 0
  if start == nil and t.min and t.min > 0 then t.start = t.min end
  if start ~= nil and type(start) ~= "number" then return wrong_start(R, e, "a number, dice, true or false, a text or a list") end
  if start and (t.min and start < t.min or t.max and start > t.max) then
    wrong_start(R, e, "a number " .. values.bounds(t.min, t.max))
  end
end

function values.bounds(min, max)
  if min and max then return "from " .. min .. " to " .. max end
  return min and "of at least " .. min or "of at most " .. max
end

local unbounded = { ladder = "a ladder goes from its first step to its last", switch = "a switch is true or false", list = "a list has no bounds", text = "a text has no bounds" }

local function check_bounds(R, e, t)
  for _, key in ipairs { "min", "max", "unit" } do
    local why = e.final[key] ~= nil and unbounded[t.kind]
    if why then mistake(R, place_of(R, e, key), "track \"%s\", %s: %s; leave it out", e.name, key, why) end
  end
end

local function read_track(R, e)
  local f = e.final
  local t = { name = e.name, of = f.of or "party", secret = f.secret, quiet = f.quiet, prompt = f.prompt, tally = f.tally, unit = f.unit, min = f.min, help = f.help }
  check_name(R, e, t.of)
  if t.prompt and t.prompt ~= true and t.prompt ~= "changed" then
    mistake(R, place_of(R, e, "prompt"), "track \"%s\", prompt: true or \"changed\" is needed, and this is %s", e.name, common.show(t.prompt))
  end
  if t.prompt and (t.of == "light" or t.of == "turn") then
    mistake(R, place_of(R, e, "prompt"), "track \"%s\": the prompt shows tracks of the party, its members, the room and the campaign, and this is of the %s", e.name, t.of)
  end
  read_max(R, e, t)
  read_unit(R, e, t)
  if f.steps then read_ladder(R, e, t)
  elseif type(f.start) == "boolean" then t.kind, t.start = "switch", f.start
  elseif type(f.start) == "table" then t.kind, t.start = "list", f.start
  elseif t.unit then read_quantity(R, e, t)
  elseif type(f.start) == "string" then read_text_start(R, e, t)
  else read_number(R, e, t) end
  check_bounds(R, e, t)
  return t
end

-- --- first values of tracks, given where a thing is made ---------------------------------------------------------

local fits_start = {
  number = function(t, v) return values.number_start(t, v) or nil, "a number or dice" end,
  switch = function(_, v) return type(v) == "boolean" or nil, "true or false" end,
  ladder = function(t, v) return t.rank[v], types.shown(t.steps) end,
  list = function(_, v) return type(v) == "table" or nil, "a list, { … }," end,
  text = function(_, v) return type(v) == "string" or nil, "a text in quotes" end,
  quantity = function(t, v) return type(v) == "number" or type(v) == "quantity" or type(v) == "string" and measure.quantity(v) or nil, "a quantity in " .. t.unit end,
}

local function check_starts(R, e)
  for _, key in ipairs(e.starts and common.keys(e.starts) or {}) do
    local t = R.tracks[key]
    local fits, needed = fits_start[t.kind](t, e.starts[key])
    if fits == nil then
      mistake(R, place_of(R, e, key), "%s \"%s\", %s: %s is needed, and this is %s", e.kind.name, e.name, key, needed, common.show(e.starts[key]))
    end
  end
end

-- --- settings ------------------------------------------------------------------------------------------------------

-- The type of a setting's value: what it is said to be, its choices, or that of its first default.
local function type_of_setting(R, e)
  local f = e.final
  if f.choices then return { choices = f.choices } end
  if f.is then
    local t, sentence = types.parse(f.is, R.kinds)
    if not t then mistake(R, place_of(R, e, "is"), "setting \"%s\", is: %s", e.name, sentence) end
    return t or { base = "any" }
  end
  local c = e.changed.default
  return types.of_default(c and c.was or f.default)
end

local function read_setting(R, e)
  local f, value = e.final, e.final.default
  if value == nil and f.choices then value = f.choices[1] end
  if value == nil then
    if not e.doubtful then mistake(R, e.made, "setting \"%s\" has no default; say what holds when nobody sets it, as default = 0", e.name) end
    return nil
  end
  local kept_value, sentence = types.fit(type_of_setting(R, e), value, R)
  if kept_value == nil then
    mistake(R, place_of(R, e, "default"), "setting \"%s\": %s", e.name, sentence)
  elseif type(value) == "number" and (f.min and value < f.min or f.max and value > f.max) then
    mistake(R, place_of(R, e, "default"), "setting \"%s\": a number %s is needed, and this is %s", e.name, values.bounds(f.min, f.max), tostring(value))
  end
  return kept_value
end

-- --- questions --------------------------------------------------------------------------------------------------------

local function type_of_question(R, e, q)
  if q.choices then return (q.exactly or q.upto) and "several" or "choice" end
  if q.exactly or q.upto then
    mistake(R, place_of(R, e, q.exactly and "exactly" or "upto"), "question \"%s\": exactly and upto go with choices; give it choices = { … }", e.name)
  end
  local default, c = q.default, e.changed.default          -- a function answers as what it stands in for
  if type(default) == "function" and c then default = c.was end
  if type(default) == "boolean" then return "yesno" end
  if type(default) == "number" or q.min or q.max then return "number" end
  return "text"
end

-- A fixed default or answer must be one of the fixed choices.
local function check_among(R, e, q, key)
  local v = q[key]
  if type(q.choices) ~= "table" or q.type ~= "choice" or v == nil or type(v) == "function" or key == "always" and v == true then return end
  if common.contains(q.choices, v) then return end
  local _, needed, after = types.check({ choices = q.choices }, v, R)
  mistake(R, place_of(R, e, key), "question \"%s\", %s: %s, and this is %s%s", e.name, key, needed, common.show(v), after or "")
end

local answer_types = { yesno = "boolean", number = "number" }

-- A fixed answer is of the kind that is asked for; always = true takes the default.
local function check_answer(R, e, q, key)
  local v, needed = q[key], answer_types[q.type]
  if v == nil or not needed or type(v) == "function" or type(v) == needed or key == "always" and type(v) == "boolean" then return end
  mistake(R, place_of(R, e, key), "question \"%s\", %s: %s is needed, and this is %s", e.name, key, types.base[needed].what, common.show(v))
end

local function part(R, e, key)
  local v = e.final[key]
  if type(v) == "table" and v.rule and getmetatable(v) == nil then
    return charts.does(R, v, place_of(R, e, key), ("question \"%s\", %s"):format(e.name, key))
  end
  return v
end

local function read_question(R, e)
  local f = e.final
  local q = {
    name = e.name, text = f.text or e.name, secret = f.secret, exactly = f.exactly, upto = f.upto, min = f.min, max = f.max,
    choices = part(R, e, "choices"), default = part(R, e, "default"), always = part(R, e, "always"),
  }
  q.type = type_of_question(R, e, q)
  for _, key in ipairs { "default", "always" } do
    check_among(R, e, q, key)
    check_answer(R, e, q, key)
  end
  return q
end

-- --- lights and timers ---------------------------------------------------------------------------------------------------

local function read_light(R, e)
  local spends = e.final.spends
  local track = spends and R.tracks[spends]
  if track and track.of ~= "party" and track.of ~= "member" then
    mistake(R, place_of(R, e, "spends"), "light \"%s\", spends: the track '%s' is the %s's, and supplies are the party's or a member's", e.name, spends, track.of)
  end
  return { name = e.name, spends = spends, starts = e.starts or {}, lasts = fields.lasts(R, e, "lasts") }
end

local function read_timer(R, e)
  return { name = e.name, of = e.final.of, lasts = fields.lasts(R, e, "lasts"), text = e.final.text, help = e.final.help }
end

-- --- decks ---------------------------------------------------------------------------------------------------

-- A deck is made of a number of cards, or of their names.
local function read_deck(R, e)
  local cards, deck = e.final.cards, { name = e.name, secret = e.final.secret, cards = {} }
  local function wrong(sentence)
    mistake(R, place_of(R, e, "cards"), "deck \"%s\", cards: %s", e.name, sentence)
  end
  if type(cards) == "number" then
    if cards < 1 or cards > MAX_CARDS then
      wrong("a deck has 1 to " .. MAX_CARDS .. " cards, and this is " .. tostring(cards))
    end
    for i = 1, math.max(0, math.min(cards, MAX_CARDS)) do deck.cards[i] = tostring(i) end
    return deck
  end
  for i, card in ipairs(cards or {}) do
    if type(card) ~= "string" then wrong("a card is a name in quotes, and this is " .. common.show(card)) end
    deck.cards[i] = tostring(card)
  end
  if #deck.cards == 0 then wrong("a deck has cards: a number of them, or a list of names") end
  return deck
end

local function read_all(R, kind, read)
  local all = {}
  for _, e in ipairs(R.kinds[kind]:live()) do all[e.name] = read(R, e) end
  return all
end

-- Reads them all: R.tracks, R.settings, R.questions, R.lights, R.timers, R.decks, R.events.
function values.read(R)
  R.tracks = read_all(R, "track", read_track)
  R.settings = read_all(R, "setting", read_setting)
  R.questions = read_all(R, "question", read_question)
  R.timers = read_all(R, "timer", read_timer)
  R.lights = read_all(R, "light", read_light)
  R.decks = read_all(R, "deck", read_deck)
  R.events = read_all(R, "event", function(_, e) return e.final end)
  for _, kind in ipairs(R.kind_order) do
    for _, e in ipairs(kind:live()) do check_starts(R, e) end
  end
end

return values
