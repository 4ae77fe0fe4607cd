-- plain_kinds.lua -- the kinds without rows or steps, as play reads them: tracks, settings, questions,
-- lights, timers and decks.  Makes the checks that the types of single fields cannot express.
local common = module "common"
local effects = module "read/effects"
local fields = module "read/fields"
local functions = module "read/functions"
local language = module "read/language"
local mistakes = module "read/mistakes"
local types = module "read/types"
local plain_kinds = {}

local MAX_CARDS <const> = 1000              -- in a deck: the state keeps the names of those that are left

local report, report_field = mistakes.report, mistakes.report_field

-- --- tracks --------------------------------------------------------------------------------------

-- Reports a track with the name of something that its owner has already.  of: the kind of owner.
local function check_track_name(R, entry, of)
  local kind = R.kinds[of]
  local field = kind and kind.fields[entry.name]
  if common.contains(language.record_fields[of] or { "name" }, entry.name) or field and not field.place then
    report(R, entry.made, "track \"%s\": a %s has something of that name already; choose another",
      entry.name, of)
  elseif field then
    report(R, entry.made,
      "track \"%s\": a %s has a field of that name, made at %s; choose another, or take the field away",
      entry.name, of, mistakes.place_text(field.place))
  end
end

-- Reports a value that a field cannot have.  v: the value; nil: that of the field.
local function report_value(R, entry, key, needed, v)
  if v == nil then v = entry.final[key] end
  report_field(R, entry, key, "%s is needed, and this is %s%s", needed, common.show(v),
    common.meant(v, common.split(needed, "\"(.-)\"")))
end

-- Reads a track whose values are the names of its steps.
local function read_ladder(R, entry, track)
  track.kind, track.steps, track.rank = "ladder", entry.final.steps, {}
  for i, step in ipairs(track.steps) do
    if type(step) ~= "string" then
      report_field(R, entry, "steps", "a step is a name in quotes, and this is %s", common.show(step))
    elseif track.rank[step] then
      report_field(R, entry, "steps", "'%s' stands twice; a ladder has each step once", step)
    end
    track.rank[step] = i
  end
  if #track.steps == 0 then report_field(R, entry, "steps", "a ladder has steps, { \"calm\", \"wary\" }") end
  track.start = entry.final.start == nil and track.steps[1] or entry.final.start
  if #track.steps > 0 and not track.rank[track.start] then
    report_value(R, entry, "start", types.shown(track.steps))
  end
end

-- The dimension of a quantity: "time", "length" …
local function dimension_of(q) return select(2, measure.unit(q)) end

-- Reads a track with a unit; a start without one is in that unit.
local function read_quantity(R, entry, track)
  track.kind = "quantity"
  local start, none = entry.final.start or 0, measure.quantity_of(0, track.unit)
  if type(start) == "number" then start = measure.quantity_of(start, track.unit)
  elseif type(start) == "string" then start = measure.quantity(start) end
  if type(start) ~= "quantity" or dimension_of(start) ~= dimension_of(none) then
    report_value(R, entry, "start", "a quantity in " .. track.unit)
    start = none
  end
  track.start = start
end

-- True if a number track may start at v: a number, dice, or "3/6" where each owner has its own maximum.
local function is_number_start(track, v)
  if type(v) == "number" then return true end
  return type(v) == "string" and (track.own and v:match("^%-?%d+/%d+$") or types.base.dice.read(v)) ~= nil
end

-- Warns of start = "3d6+6" without bounds, which is a text.  One die alone, "d8", may be meant as a text: the
-- size of a die.
local function warn_of_dice(R, entry, start)
  if start:find "^1?d%d+$" or not types.base.dice.read(start) or not start:find "d" then return end
  mistakes.warn(R, entry.at.start or entry.made,
    "\"%s\" is a text here, and is not rolled; a number that is rolled as play begins has a bound, as \z
      min = 0", start)
end

-- Reads a start in quotes: dice or "3/6", for a number that has bounds; else a text.
local function read_text_start(R, entry, track)
  local start = entry.final.start
  local has_bounds = track.own or entry.final.min ~= nil or entry.final.max ~= nil
  track.kind, track.start = has_bounds and "number" or "text", start
  if not has_bounds then warn_of_dice(R, entry, start) end
  if has_bounds and not is_number_start(track, start) then
    report_value(R, entry, "start", "a number or dice" .. (track.own and ", or \"3/6\"," or ""))
    track.start = 0
  end
end

-- Reads the bound `key`, "min" or "max": a number; or a rule that gives it, kept as min_of or max_of.
local function read_bound(R, entry, track, key)
  local bound = entry.final[key]
  if type(bound) == "number" then track[key] = bound
  elseif bound then track[key .. "_of"] = functions.in_field(R, entry, key) end
end

-- Reads min and max; max = "own" gives each owner a maximum of its own.
local function read_bounds(R, entry, track)
  local max = entry.final.max
  read_bound(R, entry, track, "min")
  if max == "own" then track.own = true
  elseif type(max) == "string" then
    local as = R.kinds.member.fields[max] and ", as function(who) return who." .. max .. " end" or ""
    report_field(R, entry, "max", "a number, \"own\" or a rule is needed%s, and this is %s", as,
      common.show(max))
  else read_bound(R, entry, track, "max") end
  if track.min and track.max and track.min > track.max then
    report(R, mistakes.field_place(entry, "max"), "track \"%s\": its max, %s, is less than its min, %s",
      entry.name, tostring(track.max), tostring(track.min))
  end
end

local function read_unit(R, entry, track)
  local q = track.unit and measure.quantity("1 " .. track.unit)
  if track.unit and not q then
    report_field(R, entry, "unit", "a unit is needed, as \"m\", and this is %s", common.show(track.unit))
    track.unit = nil
  end
end

-- Reads a start that a rule gives, function (who): of a number of which each member has a maximum of its own.
local function read_ruled_start(R, entry, track)
  track.kind, track.start, track.start_of = "number", 0, functions.in_field(R, entry, "start")
  if not (track.own and track.of == "member") then
    report_field(R, entry, "start", "only where each member has a maximum may a rule say what it is at \z
      first; give it of = \"member\", max = \"own\"")
  end
end

-- Reads a track whose start is a number or left out: then it is 0, or min where that is above 0.
local function read_number(R, entry, track)
  local start = entry.final.start
  track.kind, track.start = "number", type(start) == "number" and start or 0
  if start == nil and track.min and track.min > 0 then track.start = track.min end
  if start ~= nil and type(start) ~= "number" then
    return report_value(R, entry, "start", "a number, dice, true or false, a text or a list")
  end
  if start and (track.min and start < track.min or track.max and start > track.max) then
    report_value(R, entry, "start", "a number " .. types.bounds_text(track.min, track.max))
  end
end

-- Checks whether the track can be shown in the prompt, and when.
local function read_prompt(R, entry, track)
  if track.prompt and track.prompt ~= true and track.prompt ~= "changed" then
    report_value(R, entry, "prompt", "true or \"changed\"")
  end
  local in_prompt = common.contains({ "party", "member", "light", "room", "campaign" }, track.of)
  if track.prompt and not in_prompt then
    report(R, mistakes.field_place(entry, "prompt"), "track \"%s\": the prompt shows tracks of the party, \z
      its members and lights, the room and the campaign, and this is of the %s", entry.name, track.of)
  end
end

-- Why a kind of track has no min, max or unit.
local unbounded = {
  ladder = "a ladder goes from its first step to its last", switch = "a switch is true or false",
  list = "a list has no bounds", text = "a text has no bounds",
}

-- Reports min, max, unit and wraps of a track whose kind has none.
local function check_bounds(R, entry, track)
  for _, key in ipairs { "min", "max", "unit" } do
    local why = entry.final[key] ~= nil and unbounded[track.kind]
    if why then report_field(R, entry, key, "%s; leave it out", why) end
  end
  if track.wraps and track.kind ~= "ladder" then
    report_field(R, entry, "wraps", "only a ladder goes on from its last step to its first; give it steps")
  end
end

-- Reports an owner of tracks that is neither of the program nor a kind of the rules.
local function check_owner(R, entry, of)
  local kind = R.kinds[of]
  if of == nil then entry.final.of = "party" end             -- fields.check_field has told of it
  if of == nil or common.contains(language.owners, of) or kind and not kind.host then return end
  local names = common.copy_list(language.owners)
  for _, known in ipairs(R.kind_order) do names[#names + 1] = not known.host and known.name or nil end
  report_field(R, entry, "of", "%s or a kind of your own is needed, and this is %s%s",
    table.concat(common.map(language.owners, common.show), ", "), common.show(of), common.meant(of, names))
  entry.final.of = "party"
end

-- Checks when a track begins anew: once a procedure is left, or as each turn ends.
local function check_anew(R, entry, track)
  local names = R.kinds.procedure:names()
  if track.of ~= "party" and track.of ~= "member" then
    report_field(R, entry, "anew", "that goes with tracks of the party or of members")
  elseif track.anew ~= "turn" and not common.contains(names, track.anew) then
    report_field(R, entry, "anew", "there is no procedure '%s'%s", track.anew, common.hint(track.anew, names))
  elseif track.anew == "turn" and type(entry.final.start) == "string" and entry.final.min then
    report_field(R, entry, "start", "dice are not rolled anew each turn; write a step that rolls them")
  end
end

-- A track as play reads it.  Its kind follows from its fields, the first that fits: steps, start, unit.
local function read_track(R, entry)
  local f = entry.final
  check_owner(R, entry, f.of)
  local track = {
    name = entry.name, of = f.of or "party", secret = f.secret, public = f.public, quiet = f.quiet,
    prompt = f.prompt, sheet = f.sheet, tally = f.tally, unit = f.unit, wraps = f.wraps, help = f.help,
    away = f.away, idle = f.idle, anew = f.anew,
    unshown = f.prompt == false and entry.at.prompt ~= nil or nil,     -- a file says prompt = false
  }
  check_track_name(R, entry, track.of)
  if track.anew then check_anew(R, entry, track) end
  read_prompt(R, entry, track)
  read_bounds(R, entry, track)
  read_unit(R, entry, track)
  if f.steps then read_ladder(R, entry, track)
  elseif type(f.start) == "boolean" then track.kind, track.start = "switch", f.start
  elseif type(f.start) == "function" or functions.rule_name(f.start) then read_ruled_start(R, entry, track)
  elseif type(f.start) == "table" then track.kind, track.start = "list", f.start
  elseif track.unit then read_quantity(R, entry, track)
  elseif type(f.start) == "string" then read_text_start(R, entry, track)
  else read_number(R, entry, track) end
  check_bounds(R, entry, track)
  track.zero = track.unit and measure.quantity_of(0, track.unit)
  track.bounded = (track.min or track.min_of or track.max or track.max_of or track.own) ~= nil
  return track
end

-- --- tracks that a thing starts with other values ------------------------------------------------

-- The values that a track of this kind may start with, in words.
local function needed_to_start(track)
  if track.kind == "ladder" then return types.shown(track.steps) end
  if track.kind == "quantity" then return "a quantity in " .. track.unit end
  return ({ number = "a number or dice", switch = "true or false", list = "a list, { … },",
    text = "a text in quotes" })[track.kind]
end

-- Reports a starting value in a thing's body that its track cannot have, as hp = "many".
local function check_starts(R, entry)
  for _, key in ipairs(entry.starts and common.keys(entry.starts) or {}) do
    local track, v = R.tracks[key], entry.starts[key]
    local fits = types.fits_track(track, v) or track.kind == "number" and is_number_start(track, v)
    if not fits then report_value(R, entry, key, needed_to_start(track), v) end
  end
end

-- --- settings ------------------------------------------------------------------------------------

-- The type of a setting's value: the one it names, its choices, or that of its first default.
local function type_of_setting(R, entry)
  local f = entry.final
  if f.choices then return { choices = f.choices } end
  if f.is then
    local t, sentence = types.parse(f.is, R.kinds)
    if not t then report_field(R, entry, "is", "%s", sentence) end
    return t or { base = "any" }
  end
  if f.min or f.max then return { base = "number" } end
  local changed = entry.changed.default
  if changed and changed.was ~= nil then return types.of_default(changed.was) end
  return types.of_default(f.default)
end

-- The value of a setting as play reads it; reports one of another type than the setting has.  nil when a
-- setting has no value.
local function read_setting(R, entry)
  local f, value = entry.final, entry.final.default
  if value == nil and f.choices then value = f.choices[1] end
  if value == nil then
    if not entry.doubtful then
      report(R, entry.made,
        "setting \"%s\" has no default; say what holds when nobody sets it, as default = 0", entry.name)
    end
    return nil
  end
  local fitted, sentence = types.fit(type_of_setting(R, entry), value, R)
  if type(value) == "number" and fitted ~= nil and (f.min and value < f.min or f.max and value > f.max) then
    sentence = ("a number %s is needed, and this is %s"):format(types.bounds_text(f.min, f.max), value)
  end
  local was = sentence and entry.changed.default and entry.changed.default.was
  if type(was) == "table" then                              -- "as { … }" shows the former table
    sentence = sentence:gsub("{ … }", (common.show(was):gsub("%%", "%%%%")))
  end
  if sentence then
    report(R, mistakes.field_place(entry, "default"), "setting \"%s\": %s", entry.name, sentence)
  end
  return fitted
end

-- --- questions -----------------------------------------------------------------------------------

-- The kind of answer that a question has: one or several of its choices, or else what its default is.
local function type_of_question(R, entry, q)
  if q.choices then return (q.exactly or q.upto) and "several" or "choice" end
  if q.exactly or q.upto then
    report(R, mistakes.field_place(entry, q.exactly and "exactly" or "upto"),
      "question \"%s\": exactly and upto go with choices; give it choices = { … }", entry.name)
  end
  -- A default keeps the type of the one that it replaces, also where a function replaces true or a number.
  local default, changed = q.default, entry.changed.default
  local was = changed and changed.was
  if type(was) == "boolean" or type(was) == "number" or type(default) == "function" and changed then
    default = was
  end
  if type(default) == "boolean" then return "yesno" end
  if type(default) == "number" or q.min or q.max then return "number" end
  return "text"
end

local answer_types = { yesno = { base = "boolean" }, number = { base = "number" } }

-- Reports a fixed `default` or `always` that is not one of the fixed choices, or of another type than the
-- question asks for.  always = true takes the default, and fits every question.
local function check_answer(R, entry, q, key)
  local v, t = q[key], answer_types[q.type]
  if q.type == "choice" and type(q.choices) == "table" then t = { choices = q.choices } end
  if not t or v == nil or type(v) == "function" then return end
  if key == "always" and type(v) == "boolean" and (v or not t.choices) then return end
  local _, sentence = types.fit(t, v, R)
  if sentence then report_field(R, entry, key, "%s", sentence) end
end

-- Returns a field of a question; when it names a rule, the resolved function.
local function value_or_function(R, entry, key)
  local v = entry.final[key]
  if functions.rule_name(v) then return functions.in_field(R, entry, key) end
  return v
end

-- The default of a question: a value, or a function (about, met), where met has the other parts of one
-- question.  If the question has none, it is rolled on a chart, or follows from the other parts.
local function default_of_question(R, entry, follows)
  local default = value_or_function(R, entry, "default")
  if default ~= nil then return default end
  if entry.final.rolls then return R.effects.rolled_text(entry.final.rolls) end
  return follows and function(_, met) return follows(met or {}) end
end

-- A question as play reads it; what it asks for is in `type`.
local function read_question(R, entry)
  local f = entry.final
  local q = {
    name = entry.name, text = f.text or entry.name, secret = f.secret, public = f.public,
    exactly = f.exactly, upto = f.upto, min = f.min, max = f.max, unit = f.unit, short = f.short,
    again = f.again, rolls = f.rolls,
    choices = value_or_function(R, entry, "choices"), always = value_or_function(R, entry, "always"),
    follows = f.follows and functions.in_field(R, entry, "follows"),
  }
  q.default = default_of_question(R, entry, q.follows)
  q.type = type_of_question(R, entry, q)
  local n = type(q.choices) == "table" and #q.choices
  if n and math.type(q.exactly) == "integer" and q.exactly > n then
    report_field(R, entry, "exactly", "there are only %d choices, and this is %d", n, q.exactly)
  end
  for _, key in ipairs { "default", "always" } do check_answer(R, entry, q, key) end
  return q
end

-- --- lights, timers, decks -----------------------------------------------------------------------

-- A light as play reads it; `spends` names the supply that lighting one takes.
local function read_light(R, entry)
  local spends = entry.final.spends
  local track = spends and R.tracks[spends]
  if track and track.of ~= "party" and track.of ~= "member" then
    report_field(R, entry, "spends", "the track '%s' is the %s's, and supplies are the party's or a member's",
      spends, track.of)
  end
  return { name = entry.name, spends = spends, starts = entry.starts or {},
    lasts = fields.lasts(R, entry, "lasts") }
end

-- The cards of a deck that are given as a number of them: "1", "2" …
local function numbered_cards(R, entry, n)
  if n < 1 or n > MAX_CARDS then
    report_field(R, entry, "cards", "a deck has 1 to %d cards, and this is %s", MAX_CARDS, tostring(n))
  end
  local cards = {}
  for i = 1, math.min(n, MAX_CARDS) do cards[i] = tostring(i) end
  return cards
end

-- Reads a deck, whose cards are given as a number of them or as a list of names.
local function read_deck(R, entry)
  local cards = entry.final.cards or {}
  if type(cards) == "number" then cards = numbered_cards(R, entry, cards)
  elseif #cards == 0 and entry.final.cards then
    report_field(R, entry, "cards", "a deck has cards: a number of them, or a list of names")
  end
  cards = common.map(cards, function(card)
    if type(card) ~= "string" then
      report_field(R, entry, "cards", "a card is a name in quotes, and this is %s", common.show(card))
    end
    return tostring(card)
  end)
  local without = entry.final.without
  local track = without and R.tracks[without]
  if track and (track.kind ~= "list" or track.of ~= "party" and track.of ~= "campaign") then
    report_field(R, entry, "without",
      "a list of the party or the campaign is needed, start = {}, and '%s' is another track", without)
  end
  return { name = entry.name, secret = entry.final.secret, public = entry.final.public, cards = cards,
    reshuffles = entry.final.reshuffles, without = track }
end

-- --- tracks of a kind that rules make ------------------------------------------------------------

-- Makes the tracks behind a track of a kind, one of the campaign for each of its things: `seen` of myth is
-- seen_dragon, seen_sphinx …  Each has base, the track as it was written, and thing; base.by_thing has all.
local function read_things_of_track(R, base)
  base.by_thing, R.kinds[base.of].has_tracks = {}, true
  for _, thing in ipairs(R.kinds[base.of]:live()) do
    local name = base.name .. "_" .. thing.name
    local track = { of = "campaign", base = base, thing = thing, name = name }
    for key, v in next, base do
      if track[key] == nil and key ~= "by_thing" then track[key] = v end
    end
    if thing.starts and thing.starts[base.name] ~= nil then track.start = thing.starts[base.name] end
    if R.tracks[name] then
      report(R, thing.made, "track \"%s\": of the %s \"%s\" it is kept as %s, and a track has that name; \z
        choose another", base.name, base.of, thing.name, name)
    end
    R.tracks[name], base.by_thing[thing.name] = track, track
    R.thing_tracks[#R.thing_tracks + 1] = track
  end
end

-- Sets R.thing_tracks, the tracks of things.
local function read_thing_tracks(R)
  R.thing_tracks = {}
  for _, entry in ipairs(R.kinds.track:live()) do
    local track = R.tracks[entry.name]
    if not common.contains(language.owners, track.of) then read_things_of_track(R, track) end
  end
end

-- Returns what happens at a value of a track: a rule, or the name of an event or, at a bound, of a switch of
-- the same owner.
local function read_happening(R, entry, key, what)
  local track, place = R.tracks[entry.name], mistakes.field_place(entry, key)
  if type(what) ~= "string" then
    return effects.outcome(R, { label = ("track \"%s\""):format(track.name), made = entry.made,
      for_all = track.of ~= "member", place = function() return place end }, key, what, place)
  end
  local at_bound = key == "empty" or key == "full"
  local function is_other(name) return name ~= entry.name end          -- no track is its own switch
  local switch = at_bound and R.tracks[what]
  if switch and (switch.kind ~= "switch" or switch.of ~= track.of) then
    report_field(R, entry, key, "a switch of = \"%s\" is needed, or an event, and '%s' is neither",
      track.of, what)
  elseif not switch and not R.kinds.event.entries[what] then
    mistakes.report_missing(R, place, at_bound and "track or event" or "event", what,
      common.append(at_bound and common.where(R.kinds.track:names(), is_other) or {}, R.kinds.event:names()))
  end
  return what
end

-- Reads `empty` or `full` of a track.  bound: its min or max; a ladder has its first and last step.
local function read_reached(R, entry, key, bound)
  local track, what = R.tracks[entry.name], entry.final[key]
  if what and track.kind ~= "ladder" and (track.kind ~= "number" or not bound) then
    return report_field(R, entry, key, "only a ladder, or a number that has a %s, can be %s",
      key == "full" and "max" or "min", key)
  end
  track[key] = what and read_happening(R, entry, key, what)
end

-- Reads `falls` or `rises`, { [6] = "mutiny" }, as a list of { at, what } in the order in which they come.
-- For a ladder, { shaken = "screams" }, at is the number of the step.
local function read_passed(R, entry, key)
  local track, list = R.tracks[entry.name], {}
  for step, what in pairs(entry.final[key] or {}) do
    local is_ladder = track.kind == "ladder"
    local at = is_ladder and track.rank[step] or step
    if is_ladder and not track.rank[step] then
      return report_field(R, entry, key, "'%s' is no step of this ladder%s", tostring(step),
        common.hint(tostring(step), track.steps))
    elseif track.kind ~= "number" and not is_ladder or type(at) ~= "number" then
      return report_field(R, entry, key, "numbers are needed, as { [6] = \"mutiny\" }")
    end
    list[#list + 1] = { at = at, what = read_happening(R, entry, key, what) }
  end
  -- A number that rises comes to the lower marks first, one that falls to the higher ones.
  table.sort(list, function(a, b) return (a.at < b.at) == (key == "rises") and a.at ~= b.at end)
  track[key] = list[1] and list
end

-- Reads the fields of tracks that say what follows from their value.
local function read_conditions(R)
  for _, entry in ipairs(R.kinds.track:live()) do
    local track = R.tracks[entry.name]
    local is_condition = track.kind == "switch" and track.of == "member"
    for _, pair in ipairs { { "away", "sends away" }, { "idle", "keeps from deeds" } } do
      if track[pair[1]] and not is_condition then
        report_field(R, entry, pair[1],
          "only a switch of members %s; give it of = \"member\", start = false", pair[2])
      end
    end
    if type(track.idle) == "string" then track.idle = { track.idle } end
    for _, verb in ipairs(type(track.idle) == "table" and track.idle or {}) do
      local place, actions = mistakes.field_place(entry, "idle"), R.kinds.action
      if not actions.entries[verb] then mistakes.report_missing(R, place, "action", verb, actions:names()) end
    end
    read_reached(R, entry, "empty", track.min_of or track.min)
    read_reached(R, entry, "full", track.own or track.max_of or track.max)
    read_passed(R, entry, "falls")
    read_passed(R, entry, "rises")
  end
end

-- --- modifiers -----------------------------------------------------------------------------------

-- Reports a field that no member, thing or record can have.  As the name that may be meant it offers no field
-- of the program's other kinds, such as light.
local function check_field_name(R, entry, name)
  if R.tracks[name] then return end
  local names = R.kinds.track:names()
  for _, kind in ipairs(R.kind_order) do
    if kind.fields[name] then return end
    local is_offered = kind.name == "member" or not kind.host
    if is_offered then common.append(names, kind.field_order) end
  end
  mistakes.report_missing(R, mistakes.field_place(entry, "to"), "field", name, names, nil,
    ("modifier \"%s\", to: a member"):format(entry.name))
end

-- The condition of a modifier: a function, or nil when it always holds.  A text is a condition, as a track
-- that is on or not as at its start.
local function read_when(R, entry)
  local when = entry.final.when
  if type(when) ~= "string" then return when and functions.in_field(R, entry, "when") end
  local condition = effects.condition(R, { label = ("modifier \"%s\""):format(entry.name),
    place = function(key) return mistakes.field_place(entry, key) end }, "when", when)
  return condition and R.effects.holds(condition)
end

-- Checks the fields of a modifier: it must change something, and only what its rolls have.
local function check_modifier(R, entry)
  local f, given = entry.final, entry.fields
  local changes = given.add ~= nil or not f.chart and (given.adv ~= nil or given.dis ~= nil)
  -- A field of another name, which is told elsewhere, may be what it changes.
  local unknown = common.first(common.keys(entry.at), function(key) return not entry.kind.fields[key] end)
  if not changes and not entry.doubtful and not unknown then
    report(R, entry.made, "modifier \"%s\" changes nothing; say what it adds, as add = -2%s", entry.name,
      f.chart and "" or ", or give adv = 1 or dis = 1")
  end
  for _, key in ipairs(f.chart and { "adv", "dis", "to" } or {}) do
    if f[key] ~= nil then
      report_field(R, entry, key, "that goes with checks, and this is for the chart \"%s\"; leave it out",
        tostring(f.chart))
    end
  end
end

-- A modifier as play reads it: of a chart, or of checks, or of checks of the fields in `to`.
local function read_modifier(R, entry)
  local f = entry.final
  local modifier = { name = entry.name, chart = f.chart, when = read_when(R, entry) }
  for _, key in ipairs { "add", "adv", "dis" } do             -- a number, or a function that gives one
    modifier[key] = type(f[key]) == "number" and f[key] or functions.in_field(R, entry, key)
  end
  check_modifier(R, entry)
  if f.to and f.to:find "[,/+&]" then
    report_field(R, entry, "to", "fields have | between them, \"%s\", and this is \"%s\"",
      f.to:gsub("%s*[,/+&]%s*", "|"), f.to)
  elseif f.to then
    modifier.to = common.split(f.to, "[^|%s]+")
    for _, name in ipairs(modifier.to) do check_field_name(R, entry, name) end
  end
  return modifier
end

-- Fills R.modifiers: `checks`, those of checks, and those of each chart by its name; each in the order made.
local function read_modifiers(R)
  local checks, charts = {}, {}
  R.modifiers = { checks = checks, charts = charts }
  for _, entry in ipairs(R.kinds.modifier:live()) do
    local modifier = read_modifier(R, entry)
    local chart = modifier.chart
    if chart then charts[chart] = charts[chart] or {} end
    table.insert(chart and charts[chart] or checks, modifier)
  end
end

-- --- all kinds -----------------------------------------------------------------------------------

local function read_all(R, kind, read)
  local all = {}
  for _, entry in ipairs(R.kinds[kind]:live()) do all[entry.name] = read(R, entry) end
  return all
end

-- Fills R.tracks, R.settings, R.questions, R.timers, R.lights, R.decks, R.events, by name; R.modifiers; and
-- R.hidden, the names of events, also of the program, that players do not see, or are told in other words.
function plain_kinds.read(R)
  R.tracks = read_all(R, "track", read_track)
  R.settings = read_all(R, "setting", read_setting)
  R.questions = read_all(R, "question", read_question)
  R.timers = read_all(R, "timer", function(_, entry)
    local f, lasts = entry.final, fields.lasts(R, entry, "lasts")
    return { name = entry.name, of = f.of, lasts = lasts, text = f.text, public = f.public, help = f.help }
  end)
  R.lights = read_all(R, "light", read_light)
  R.decks = read_all(R, "deck", read_deck)
  read_conditions(R)
  read_modifiers(R)
  R.events, R.hidden = read_all(R, "event", function(_, entry) return entry.final end), {}
  for name, event in next, R.events do
    R.hidden[name] = event.secret or event.public == false or type(event.public) == "string" or nil
  end
  for _, kind in ipairs(R.kind_order) do
    for _, entry in ipairs(kind:live()) do check_starts(R, entry) end
  end
  read_thing_tracks(R)
end

return plain_kinds
