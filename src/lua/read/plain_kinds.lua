-- plain_kinds.lua -- the kinds without rows or steps, as play reads them: tracks, settings, questions,
-- lights, timers and decks.  Checks what types cannot say.
local charts = module "read/charts"
local common = module "common"
local fields = module "read/fields"
local language = module "read/language"
local mistakes = module "read/mistakes"
local rows = module "read/rows"
local types = module "read/types"
local plain_kinds = {}

local MAX_CARDS <const> = 1000              -- in a deck

local report, report_field = mistakes.report, mistakes.report_field

-- --- tracks --------------------------------------------------------------------------------------

local function check_name(R, e, of)
  local kind = R.kinds[of]
  local field = kind and kind.fields[e.name]
  if common.contains(language.record_fields[of], e.name) or field and not field.place then
    report(R, e.made, "track \"%s\": a %s has something of that name already; choose another", e.name, of)
  elseif field then
    report(R, e.made,
      "track \"%s\": a %s has a field of that name, made at %s; choose another, or take the field away",
      e.name, of, mistakes.place_text(field.place))
  end
end

-- Reports a value that a field cannot have; v: the value, when it is not the field's own.
local function wrong(R, e, key, needed, v)
  if v == nil then v = e.final[key] end
  report_field(R, e, key, "%s is needed, and this is %s", needed, common.show(v))
end

local function read_ladder(R, e, t)
  t.kind, t.steps, t.rank = "ladder", e.final.steps, {}
  for i, step in ipairs(t.steps) do
    if type(step) ~= "string" then
      report_field(R, e, "steps", "a step is a name in quotes, and this is %s", common.show(step))
    end
    t.rank[step] = i
  end
  if #t.steps == 0 then report_field(R, e, "steps", "a ladder has steps, { \"calm\", \"wary\" }") end
  t.start = e.final.start == nil and t.steps[1] or e.final.start
  if #t.steps > 0 and not t.rank[t.start] then wrong(R, e, "start", types.shown(t.steps)) end
end

-- "time", "length" …: what a quantity measures.
local function dimension(q) return select(2, measure.unit(q)) end

local function read_quantity(R, e, t)
  t.kind = "quantity"
  local start, none = e.final.start or 0, measure.quantity_of(0, t.unit)
  if type(start) == "number" then start = measure.quantity_of(start, t.unit)
  elseif type(start) == "string" then start = measure.quantity(start) end
  if type(start) ~= "quantity" or dimension(start) ~= dimension(none) then
    wrong(R, e, "start", "a quantity in " .. t.unit)
    start = none
  end
  t.start = start
end

-- May a number track start at v: a number, dice, or "3/6" where each has its own maximum?
local function number_start(t, v)
  if type(v) == "number" then return true end
  return type(v) == "string" and (t.own and v:match("^%-?%d+/%d+$") or types.base.dice.read(v)) ~= nil
end

-- A start in quotes: dice, "3/6", or a text.
local function read_text_start(R, e, t)
  local start = e.final.start
  if not t.own and t.min == nil and t.max == nil then
    t.kind, t.start = "text", start
    return
  end
  t.kind, t.start = "number", start
  if not number_start(t, start) then
    wrong(R, e, "start", "a number or dice" .. (t.own and ", or \"3/6\"," or ""))
    t.start = 0
  end
end

local function read_max(R, e, t)
  local max = e.final.max
  if max == "own" then t.own = true
  elseif type(max) == "string" then
    wrong(R, e, "max", "a number, \"own\" or a rule")
  elseif type(max) == "number" then t.max = max
  elseif max then
    t.max_of = charts.does(R, max, mistakes.field_place(e, "max"), ("track \"%s\", max"):format(e.name))
  end
  if t.min and t.max and t.min > t.max then
    report(R, mistakes.field_place(e, "max"), "track \"%s\": its max, %s, is less than its min, %s",
      e.name, tostring(t.max), tostring(t.min))
  end
end

local function read_unit(R, e, t)
  local q = t.unit and measure.quantity("1 " .. t.unit)
  if t.unit and not q then
    report_field(R, e, "unit", "a unit is needed, as \"m\", and this is %s", common.show(t.unit))
    t.unit = nil
  end
end

local function bounds(min, max)
  if min and max then return "from " .. min .. " to " .. max end
  return min and "of at least " .. min or "of at most " .. max
end

local function read_number(R, e, t)
  local start = e.final.start
  t.kind, t.start = "number", type(start) == "number" and start or 0
  if start == nil and t.min and t.min > 0 then t.start = t.min end
  if start ~= nil and type(start) ~= "number" then
    return wrong(R, e, "start", "a number, dice, true or false, a text or a list")
  end
  if start and (t.min and start < t.min or t.max and start > t.max) then
    wrong(R, e, "start", "a number " .. bounds(t.min, t.max))
  end
end

local function read_prompt(R, e, t)
  if t.prompt and t.prompt ~= true and t.prompt ~= "changed" then
    wrong(R, e, "prompt", "true or \"changed\"")
  end
  if t.prompt and (t.of == "light" or t.of == "turn") then
    report(R, mistakes.field_place(e, "prompt"),
      "track \"%s\": the prompt shows tracks of the party, its members, the room and the campaign, \z
      and this is of the %s", e.name, t.of)
  end
end

local unbounded = {
  ladder = "a ladder goes from its first step to its last", switch = "a switch is true or false",
  list = "a list has no bounds", text = "a text has no bounds",
}

local function check_bounds(R, e, t)
  for _, key in ipairs { "min", "max", "unit" } do
    local why = e.final[key] ~= nil and unbounded[t.kind]
    if why then report_field(R, e, key, "%s; leave it out", why) end
  end
end

local function read_track(R, e)
  local f = e.final
  local t = {
    name = e.name, of = f.of or "party", secret = f.secret, public = f.public, quiet = f.quiet,
    prompt = f.prompt, tally = f.tally, unit = f.unit, min = f.min, help = f.help,
  }
  check_name(R, e, t.of)
  read_prompt(R, e, t)
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

-- --- first values of tracks, given where a thing is made -----------------------------------------

local function is_quantity(v)
  return type(v) == "number" or type(v) == "quantity" or type(v) == "string" and measure.quantity(v) or nil
end

-- By the kind of a track: whether a value may start it (nil: no), and what is needed.
local fits_start = {
  number = function(t, v) return number_start(t, v) or nil, "a number or dice" end,
  switch = function(_, v) return type(v) == "boolean" or nil, "true or false" end,
  ladder = function(t, v) return t.rank[v], types.shown(t.steps) end,
  list = function(_, v) return type(v) == "table" or nil, "a list, { … }," end,
  text = function(_, v) return type(v) == "string" or nil, "a text in quotes" end,
  quantity = function(t, v) return is_quantity(v), "a quantity in " .. t.unit end,
}

local function check_starts(R, e)
  for _, key in ipairs(e.starts and common.keys(e.starts) or {}) do
    local track = R.tracks[key]
    local fits, needed = fits_start[track.kind](track, e.starts[key])
    if fits == nil then wrong(R, e, key, needed, e.starts[key]) end
  end
end

-- --- settings ------------------------------------------------------------------------------------

-- The type of a setting's value: the one it names, its choices, or that of its first default.
local function type_of_setting(R, e)
  local f = e.final
  if f.choices then return { choices = f.choices } end
  if f.is then
    local t, sentence = types.parse(f.is, R.kinds)
    if not t then report_field(R, e, "is", "%s", sentence) end
    return t or { base = "any" }
  end
  local changed = e.changed.default
  return types.of_default(changed and changed.was or f.default)
end

local function read_setting(R, e)
  local f, value = e.final, e.final.default
  if value == nil and f.choices then value = f.choices[1] end
  if value == nil then
    if not e.doubtful then
      report(R, e.made, "setting \"%s\" has no default; say what holds when nobody sets it, as default = 0",
        e.name)
    end
    return nil
  end
  local fitted, sentence = types.fit(type_of_setting(R, e), value, R)
  if type(value) == "number" and fitted ~= nil and (f.min and value < f.min or f.max and value > f.max) then
    sentence = ("a number %s is needed, and this is %s"):format(bounds(f.min, f.max), value)
  end
  if sentence then report(R, mistakes.field_place(e, "default"), "setting \"%s\": %s", e.name, sentence) end
  return fitted
end

-- --- questions -----------------------------------------------------------------------------------

local function type_of_question(R, e, q)
  if q.choices then return (q.exactly or q.upto) and "several" or "choice" end
  if q.exactly or q.upto then
    report(R, mistakes.field_place(e, q.exactly and "exactly" or "upto"),
      "question \"%s\": exactly and upto go with choices; give it choices = { … }", e.name)
  end
  local default, changed = q.default, e.changed.default    -- a function answers as the value it replaces
  if type(default) == "function" and changed then default = changed.was end
  if type(default) == "boolean" then return "yesno" end
  if type(default) == "number" or q.min or q.max then return "number" end
  return "text"
end

local answer_types = { yesno = { base = "boolean" }, number = { base = "number" } }

-- A fixed default or answer must be one of the fixed choices, or of the type that is asked for.  always =
-- true takes the default.
local function check_answer(R, e, q, key)
  local v, t = q[key], answer_types[q.type]
  if q.type == "choice" and type(q.choices) == "table" then t = { choices = q.choices } end
  if not t or v == nil or type(v) == "function" then return end
  if key == "always" and type(v) == "boolean" and (v or not t.choices) then return end
  local _, sentence = types.fit(t, v, R)
  if sentence then report_field(R, e, key, "%s", sentence) end
end

-- A field of a question, which may be a rule.
local function part(R, e, key)
  local v = e.final[key]
  if rows.rule_name(v) then
    return charts.does(R, v, mistakes.field_place(e, key), ("question \"%s\", %s"):format(e.name, key))
  end
  return v
end

local function read_question(R, e)
  local f = e.final
  local q = {
    name = e.name, text = f.text or e.name, secret = f.secret, public = f.public,
    exactly = f.exactly, upto = f.upto, min = f.min, max = f.max,
    choices = part(R, e, "choices"), default = part(R, e, "default"), always = part(R, e, "always"),
  }
  q.type = type_of_question(R, e, q)
  for _, key in ipairs { "default", "always" } do check_answer(R, e, q, key) end
  return q
end

-- --- lights, timers, decks -----------------------------------------------------------------------

local function read_light(R, e)
  local spends = e.final.spends
  local track = spends and R.tracks[spends]
  if track and track.of ~= "party" and track.of ~= "member" then
    report_field(R, e, "spends", "the track '%s' is the %s's, and supplies are the party's or a member's",
      spends, track.of)
  end
  return { name = e.name, spends = spends, starts = e.starts or {}, lasts = fields.lasts(R, e, "lasts") }
end

local function read_timer(R, e)
  local f = e.final
  return { name = e.name, of = f.of, lasts = fields.lasts(R, e, "lasts"), text = f.text, public = f.public,
    help = f.help }
end

-- A deck is made of a number of cards, or of their names.
local function read_deck(R, e)
  local cards = e.final.cards
  if type(cards) == "number" then
    if cards < 1 or cards > MAX_CARDS then
      report_field(R, e, "cards", "a deck has 1 to %d cards, and this is %s", MAX_CARDS, tostring(cards))
    end
    local n = math.max(0, math.min(cards, MAX_CARDS))
    cards = {}
    for i = 1, n do cards[i] = tostring(i) end
  elseif #(cards or {}) == 0 then
    report_field(R, e, "cards", "a deck has cards: a number of them, or a list of names")
  end
  cards = common.map(cards or {}, function(card)
    if type(card) ~= "string" then
      report_field(R, e, "cards", "a card is a name in quotes, and this is %s", common.show(card))
    end
    return tostring(card)
  end)
  return { name = e.name, secret = e.final.secret, public = e.final.public, cards = cards }
end

-- --- all of them ---------------------------------------------------------------------------------

local function read_all(R, kind, read)
  local all = {}
  for _, e in ipairs(R.kinds[kind]:live()) do all[e.name] = read(R, e) end
  return all
end

-- Fills R.tracks, R.settings, R.questions, R.timers, R.lights, R.decks and R.events, by name.
function plain_kinds.read(R)
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

return plain_kinds
