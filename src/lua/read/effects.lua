-- effects.lua -- what a row of a chart, an action, a timer or a track does without a function: gains, loses,
-- sets, starts, rolls, ends.  Reads these fields into a list of effects, which play/effects carries out
-- before it calls the function, if there is one:
--   { verb = "gain" or "lose"; name of a track; amount, its dice when `dice` is true, or the item of a list }
--   { verb = "set", name, value }, { verb = "start", name of a timer }, { verb = "roll", name of a chart }
--   { verb = "end", name of an event }
-- The costs of an action and its conditions are read the same way, and the check of an action or a row with
-- what follows when it fails.
-- `it` is what has the fields: { label, for messages; fields, as written; place(key), of a field; made: its
-- place }.
local common = module "common"
local functions = module "read/functions"
local language = module "read/language"
local mistakes = module "read/mistakes"
local rows = module "read/rows"
local things = module "read/things"
local types = module "read/types"
local effects = {}

local function report(R, it, key, text, ...)
  mistakes.report(R, it.place(key), "%s, %s: " .. text, it.label, key, ...)
end

local function report_missing(R, it, key, kind, name)
  mistakes.report_missing(R, it.place(key), kind, name, R.kinds[kind]:names(), nil)
end

-- --- gains and loses -----------------------------------------------------------------------------

-- Splits "1d6 hp" into the amount and the track, whose name may have several words.  Returns nil, nil and the
-- last word when no track is named.
local function split_amount(R, text)
  local words = common.split(text, "%S+")
  for i = 1, #words do
    local name = table.concat(words, " ", i)
    if R.tracks[name] then return table.concat(words, " ", 1, i - 1), R.tracks[name] end
  end
  return nil, nil, words[#words] or ""
end

-- A number of steps or points: a number; or dice as text, and true; nil for what is neither.  "" is 1.
local function read_number(amount)
  if amount == "" then return 1 end
  local n = tonumber(amount)
  if n then return math.tointeger(n) or n end
  return types.base.dice.read(amount), true
end

-- By kind of track, a function that reads an amount.  Returns it as play has it, and true if it is dice; or
-- nil, nil and the words for what is needed.
local readers = {
  list = function(amount)
    if amount ~= "" then return amount end
    return nil, nil, "what is gained or lost"
  end,
  switch = function(amount)                                             -- 1 turns it on or off
    if amount == "" then return 1 end
    return nil, nil, "the track alone"
  end,
  text = function() return nil, nil, "sets, since it is a text" end,
}
function readers.number(amount)
  local n, is_dice = read_number(amount)
  if n == nil then return nil, nil, "a number or dice" end
  return n, is_dice
end
readers.ladder = readers.number
function readers.quantity(amount, track)
  local q = measure.quantity(amount)
  local same = q and select(2, measure.unit(q)) == select(2, measure.unit(track.zero))
  if same then return q end
  if amount == "" or tonumber(amount) then return readers.number(amount) end
  return nil, nil, "a quantity in " .. track.unit
end

-- The text that should have been written, for a message: "2 hp" where { hp = 2 } was; else any example.
local function example_of(text)
  local name = type(text) == "table" and common.keys(text)[1]
  return name and text[name] .. " " .. name or "2 hp"
end

-- Reads one change, as "2 hp" in field `key`: gains, loses or costs.  Returns the effect; or reports a
-- mistake.
local function read_change(R, it, key, text)
  if type(text) ~= "string" then
    return report(R, it, key,
      "how much of which track is needed, as \"%s\", and this is %s", example_of(text), common.show(text))
  end
  local written, track, last_word = split_amount(R, text)
  if not track and tonumber(last_word) then
    return report(R, it, key, "the number comes first, \"%s\", and this is \"%s\"",
      text:gsub("^(.-)%s+(%S+)$", "%2 %1"), text)
  elseif not track then
    return report_missing(R, it, key, "track", last_word)
  end
  local amount, is_dice, needed = readers[track.kind](written, track)
  if amount ~= nil then
    return { verb = key:sub(1, -2), name = track.name, amount = amount, dice = is_dice or nil }
  end
  if text:find "," then
    return report(R, it, key, "a list is needed, { \"%s\" }, and this is %s",
      table.concat(common.pieces(text, ","), "\", \""), common.show(text))
  end
  local sign = written:match "[+-]%s*$"
  if sign then
    return report(R, it, key, "a number or dice is missing behind %s, and this is %s", sign,
      common.show(text))
  end
  report(R, it, key, "before '%s' %s is needed, and this is %s", track.name, needed, common.show(text))
end

-- --- sets, starts, rolls -------------------------------------------------------------------------

-- The values that a track can have, in words.
local function needed(track)
  if track.kind == "ladder" then return types.shown(track.steps) end
  if track.kind == "switch" then return "true or false" end
  return "a " .. track.kind
end

-- Reads one track and its value in `sets`.
local function read_set(R, it, name, value)
  local track = R.tracks[name]
  if not track then return report_missing(R, it, "sets", "track", name) end
  if types.fits_track(track, value) then return { verb = "set", name = name, value = value } end
  report(R, it, "sets", "%s: %s is needed, and this is %s", name, needed(track), common.show(value))
end

-- The effect of a row whose chart sets a track to the name of its row: chart "weather" { sets = "sky", … }.
function effects.of_name(R, it, track)
  if types.fits_track(track, it.fields.name) then
    return { verb = "set", name = track.name, value = it.fields.name }
  end
  report(R, it, "name", "the chart sets %s to the name of its row, and %s is needed", track.name,
    needed(track))
end

local function read_sets(R, it, body, add)
  if not common.is_plain(body) or body[1] ~= nil then
    return report(R, it, "sets",
      "tracks and their values are needed, as { alarm = \"wary\" }, and this is %s", common.show(body))
  end
  for _, name in ipairs(common.keys(body)) do add(read_set(R, it, name, body[name])) end
end

-- Reads the name of a timer or chart.
local function read_name(R, it, key, kind, name)
  local of = R.entry_of[name]
  if of then name = of.name end
  if type(name) == "table" then
    return report(R, it, key, "the name of a %s is needed, and this is %s", kind, common.show(name))
  end
  if not R.kinds[kind].entries[name] then return report_missing(R, it, key, kind, name) end
  if kind == "timer" and R.kinds.timer.entries[name].fields.lasts == nil then
    return report(R, it, key, "timer \"%s\" has no length; give it lasts = \"1 hour\"", name)
  end
  return { verb = key:sub(1, -2), name = name }
end

-- True if another kind has a thing of that name, or there is a procedure or another event of it.
local function is_taken(R, name, text)
  local event = R.kinds.event.entries[name]
  if event then return event.fields.text ~= text end
  return R.kinds.procedure.entries[name] or common.first(language.hook_kinds, function(kind)
    return R.kinds[kind].entries[name]
  end)
end

-- The name of the event of a text with which play ends, its first words: "Land, at last!" is `land`.  Where
-- that is taken, it has all words.
local function name_of_ending(R, text)
  local plain = text:lower():gsub("{.-}", ""):gsub("'", "")
  local function joined(part, n) return table.concat(common.split(part, "[%w\128-\255]+"), "_", 1, n) end
  local first = plain:match "^%s*([^.!?,;:]+)" or ""
  local n = math.min(4, #common.split(first, "[%w\128-\255]+"))
  local name, all = joined(first, n), joined(plain)
  if name == "" or common.is_long(name) then name = "the_end" end
  if is_taken(R, name, text) then
    local is_new = all ~= name and not common.is_long(all)
    name = is_new and all or name .. "_ends"
  end
  return name
end

-- Returns the name of the event with which play ends: one of the rules; or one that is made here, of the text
-- that it shows.
function effects.ending(R, it, key, text)
  local event = type(text) == "string" and R.kinds.event.entries[text]
  if event and event.fields.ends then return text end
  if event then return report(R, it, key, "event \"%s\" does not end play; give it ends = true", text) end
  if type(text) ~= "string" or text:match "^[%a_][%w_]*$" or not utf8.len(text) then
    return report(R, it, key, "what is shown as play ends is needed, as %s\"Land!\", or the event that \z
      ends it, and this is %s", it.label == "ends" and "ends " or "ends = ", common.show(text))
  end
  local name = name_of_ending(R, text)
  if not R.kinds.event.entries[name] then things.add_ending(R, name, text, it.place(key)) end
  R.ending_of[text] = name
  return name
end

-- By field: the kind of thing that it names.  The fields gains and loses hold changes, such as "2 hp".
local kinds <const> = { starts = "timer", rolls = "chart" }

-- Warns of lose = "1d6 hp" and the like: without the last s it is a field of the chart's own, and does
-- nothing.
function effects.warn_near(R, entry, item)
  for _, key in ipairs { "gain", "lose", "set", "start", "roll" } do
    if item.own[key] ~= nil then
      mistakes.warn(R, rows.field_place(item, key),
        "chart \"%s\", row \"%s\": '%s' is a field of its own here and does nothing; did you mean '%ss'?",
        entry.name, item.name, key, key)
    end
  end
end

-- The track or timer that an effect changes; nil for one that rolls on a chart or ends play.
local function thing_of(R, effect)
  if effect.verb == "start" then return R.timers[effect.name] end
  return effect.verb ~= "roll" and effect.verb ~= "end" and R.tracks[effect.name] or nil
end

-- One text or a list of them, as a list.
local function as_list(R, v)
  local is_list = common.is_plain(v) and not R.entry_of[v] and (v[1] ~= nil or next(v) == nil)
  return is_list and v or { v }
end

-- The effects of a thing, in the order of language.effects; and the name of the first track or
-- timer that is a member's, or nil.
function effects.read(R, it)
  local list, of_member = {}, nil
  local function add(effect)
    local thing = effect and thing_of(R, effect)
    if thing and thing.of == "member" then of_member = of_member or effect.name end
    list[#list + 1] = effect
  end
  for _, key in ipairs(language.effects) do
    local v, kind = it.fields[key], kinds[key]
    local is_given = v ~= nil and not mistakes.is_nothing(v)
    if is_given and key == "sets" then read_sets(R, it, v, add)
    elseif is_given and key == "ends" then
      local name = effects.ending(R, it, key, v)
      add(name and { verb = "end", name = name })
    elseif is_given then
      for _, one in ipairs(as_list(R, v)) do
        if kind then add(read_name(R, it, key, kind, one)) else add(read_change(R, it, key, one)) end
      end
    end
  end
  return list, of_member
end

-- Reads the value in a condition, the "gale" of "sky gale".  Returns { steps } of a ladder, { ranges } of a
-- number or { is_max }, or { item } of a list or a text; or, where it does not fit the track, nil and what
-- would, in words.
local function read_wanted(track, text)
  if track.kind == "switch" then return nil, "the switch alone" end
  if track.kind == "ladder" then
    local steps = common.pieces(text, "|")
    local is_step = not common.first(steps, function(step) return not track.rank[step] end)
    if is_step then return { steps = common.map(steps, function(step) return track.rank[step] end) } end
    return nil, "one of its steps, " .. types.shown(track.steps) .. ","
  end
  if track.kind == "list" or track.kind == "text" then return { item = text } end
  local has_max = track.own or track.max or track.max_of
  if text == "max" and has_max then return { is_max = true } end
  local ranges = types.ranges(text)
  if ranges then return { ranges = ranges } end
  return nil, ("a number, as \"3+\", \"to 2\"%s or \"1-4\","):format(has_max and ", \"max\"" or "")
end

-- Reads the verbs behind "doing", "cut|haul".  Returns { doing, the verbs as text }; or nil and what is
-- wrong.
local function read_doing(R, text)
  local verbs, actions = common.pieces(text, "|"), R.kinds.action
  if not verbs[1] then return nil, "which deed?  Its verb is needed, as \"doing search\"" end
  local wrong = common.first(verbs, function(verb) return not actions.entries[verb] end)
  if not wrong then return { doing = table.concat(verbs, "|") } end
  return nil, ("there is no action '%s'%s"):format(wrong, common.hint(wrong, actions:names()))
end

-- Reads a condition without its "not", given as words: { dark }; { here, a list of rooms }; { doing }; or
-- { track, and what read_wanted returns }.  Returns nil and what is wrong with it; nil alone where there is
-- no such track.
local function read_plain(R, words)
  for i = #words, 1, -1 do
    local track, value = R.tracks[table.concat(words, " ", 1, i)], table.concat(words, " ", i + 1)
    local wanted, needed = {}, nil
    if track and value ~= "" then wanted, needed = read_wanted(track, value) end
    if needed then return nil, ("of '%s' %s is needed"):format(track.name, needed) end
    if track then
      wanted.track = track
      return wanted
    end
  end
  if words[1] == "dark" and not words[2] then return { dark = true } end
  if words[1] == "doing" then return read_doing(R, table.concat(words, " ", 2)) end
  if words[1] == "here" then
    local rooms = common.pieces(table.concat(words, " ", 2), "|")
    if #rooms > 0 then return { here = rooms } end
    return nil, "which room?  Its name is needed, as \"here crypt\""
  end
end

-- Reads a condition: "dark"; "here crypt|hall", rooms; "doing cut|haul"; a track, "weary"; or a track and its
-- value, "sky fog|gale", "dread 3+", "hp max", "marks rune"; with "not " before it, the opposite.  Returns it
-- as read_plain does, with is_not; or nil, what is wrong with it and, where that is the name of a track, it.
function effects.read_condition(R, text)
  local words = common.split(text, "%S+")
  local is_not = words[1] == "not" and words[2] ~= nil
  if is_not then table.remove(words, 1) end
  local condition, why = read_plain(R, words)
  if condition then condition.is_not = is_not end
  if condition or why then return condition, why end
  local name = words[1] or ""
  return nil, ("there is no track '%s'%s"):format(name, common.hint(name, R.kinds.track:names())), name
end

-- Words for the time in conditions, and where a rule reads it.
local of_time <const> = { turn = "turn.number", number = "turn.number", hour = "clock.hour",
  minute = "clock.minute", day = "clock.day", time = "clock.hour", clock = "clock.hour" }

-- Returns the condition of `it` in field `key`, or reports what is wrong with it.
function effects.condition(R, it, key, text)
  local condition, why, name = effects.read_condition(R, text)
  if condition then return condition end
  local read = of_time[name or ""]
  if read and not R.tracks[name] then
    local cure = key == "when" and ("write when = function() return %s >= 7 end"):format(read)
      or ("a function cannot.%s may look at %s"):format(it.name or "NAME", read)
    return report(R, it, key, "the time is no track, and a condition asks for tracks; %s", cure)
  end
  if name then return report_missing(R, it, key, "track", name) end
  report(R, it, key, "%s, and this is \"%s\"", why, text)
end

local may_hold_back <const> = common.set "member party room turn campaign"

-- The conditions of an action, a list of those that effects.condition returns with is_on: true for `needs`;
-- and reason: why it cannot be done.  They are written { oil = "The cans are empty." }, by condition.
function effects.read_conditions(R, it)
  local list = {}
  for _, key in ipairs { "needs", "unless" } do
    for _, text in ipairs(common.keys(it.fields[key] or {})) do
      local reason = it.fields[key][text]
      local is_text = type(text) == "string" and type(reason) == "string"
      local condition = is_text and effects.condition(R, it, key, text)
      local track = condition and condition.track
      if not is_text then
        report(R, it, key,
          "a track and the reason without it are needed, as { oil = \"The cans are empty.\" }")
      elseif track and not may_hold_back[track.of] then
        report(R, it, key, "'%s' is a track of each %s, and this needs to know which; write cannot.%s", text,
          track.of, it.name)
      elseif condition then
        condition.is_on, condition.reason = key == "needs", reason
        list[#list + 1] = condition
      end
    end
  end
  return list
end

-- The costs of an action, a list of { procedure, or nil: in any; track; amount }.  it.fields.costs is
-- "10 silver", a list of such texts, or { fight = "action" }: only in that procedure.
function effects.read_costs(R, it)
  local list, costs = {}, it.fields.costs
  local function add(texts, procedure)
    for _, text in ipairs(as_list(R, texts)) do
      local effect = read_change(R, it, "costs", text)
      if effect and effect.dice then
        report(R, it, "costs", "a cost is not a roll, and this is %s", common.show(text))
      elseif effect then
        list[#list + 1] = { procedure = procedure, track = R.tracks[effect.name], amount = effect.amount }
      end
    end
  end
  if costs == nil or mistakes.is_nothing(costs) then return list end
  local is_plain = common.is_plain(costs)
  if not is_plain or costs[1] ~= nil then add(costs) end
  for _, name in ipairs(is_plain and common.keys(costs) or {}) do
    if R.kinds.procedure.entries[name] then add(costs[name], name)
    elseif R.tracks[name] then                           -- { silver = 10 }
      read_change(R, it, "costs", costs)                 -- reports that it is written "10 silver"
      return list
    elseif type(name) == "string" then report_missing(R, it, "costs", "procedure", name) end
  end
  return list
end

-- --- what happens, and checks ---------------------------------------------------------------------

-- Returns a function (about, …) that does what a field says: `full` and the like of a track, `fails` and
-- `natural` of a check.  what: its value, a table of effects, a rule or an event.  place: of the field.
function effects.outcome(R, it, key, what, place)
  if type(what) == "string" then
    if R.kinds.event.entries[what] then return R.effects.happening(what) end
    return mistakes.report_missing(R, place, "event", what, R.kinds.event:names())
  end
  what = functions.stored(R, what)
  if functions.rule_name(what) or not common.is_plain(what) then
    return functions.resolve(R, what, place, ("%s, %s"):format(it.label, key))
  end
  local wrong = common.first(common.keys(what), function(name)
    return not common.contains(language.effects, name) and not common.contains(language.of_checks, name)
  end)
  if wrong then
    report(R, it, key, "what it does is needed, as { loses = \"2 hp\" }, a rule or an event%s",
      common.hint(tostring(wrong), common.append(common.copy_list(language.effects), language.of_checks)))
  end
  local mine = { label = ("%s, %s"):format(it.label, key), fields = what, made = it.made,
    place = function() return place end, for_all = it.for_all }
  mine.effects = effects.read(R, mine)
  return effects.checked(R, mine, R.effects.joined(mine))
end

-- The check in `it`, a rule or "might 12", as a function (who, …) that returns what `check` does.
local function read_check(R, it)
  local try, place = it.fields.check, it.place "check"
  if type(try) ~= "string" then
    return functions.resolve(R, functions.stored(R, try), place, it.label .. ", check")
  end
  local what, dc = try:match "^%s*(.-)%s+(%d+)%s*$"
  if not what and not R.ruleset.fields.under then
    report(R, it, "check", "a DC stands behind what is checked, \"%s 12\"", try)
  elseif not R.check_dice and R.spaces.rule.entries.check_dice.host then
    report(R, it, "check", "the ruleset says no dice for checks; give it the field check")
  end
  for _, name in ipairs(common.split(what or try, "[^|]+")) do
    if not R.kinds.member.fields[name] and not R.tracks[name] then
      mistakes.report_missing(R, place, "field", name,
        common.append(common.copy_list(R.kinds.member.field_order), R.kinds.track:names()), nil,
        it.label .. ", check: a member")
    end
  end
  return R.effects.check(what or try, tonumber(dc))
end

-- Returns a function (who, …) that does an action.  If `it` has a check, that is made first, and
-- done(who, …), which does the rest, is called only if it succeeds; without a check this is `done` itself.
function effects.with_check(R, it, done)
  local check, natural = it.fields.check, it.fields.natural
  for _, key in ipairs { "fails", "natural" } do
    if it.fields[key] ~= nil and check == nil then
      report(R, it, key, "that is what a check brings; write check = \"might 12\"")
    end
  end
  if check == nil then return done end
  local faces
  for face, what in pairs(common.is_plain(natural) and natural or {}) do
    if math.type(face) ~= "integer" then
      report(R, it, "natural", "faces of the die are needed, as { [20] = { gains = \"luck\" } }")
    end
    faces = faces or {}
    faces[face] = effects.outcome(R, it, "natural", what, it.place "natural") or nil
  end
  local fails = it.fields.fails
  if fails ~= nil then fails = effects.outcome(R, it, "fails", fails, it.place "fails") end
  return R.effects.tried(read_check(R, it), done, fails, faces)
end

-- As with_check, for what is not a deed: a row, or what a field says; each of those whom it is about makes
-- the check.
function effects.checked(R, it, done)
  local is_check = common.first(language.of_checks, function(key) return it.fields[key] ~= nil end)
  return is_check and R.effects.of_each(it, effects.with_check(R, it, done)) or done
end

return effects
