-- lint_things.lua -- warns of things whose fields are almost certainly wrong: a text with a gap that nobody
-- fills, an exit to a room that does not exist, a name that cannot be typed.  C: see lint.lua.
local columns = module "read/columns"
local common = module "common"
local language = module "read/language"
local mistakes = module "read/mistakes"
local source = module "read/source"
local lint_things = {}

local matches, found = source.matches, source.found

-- Warns of a field of a thing: KIND "NAME", FIELD: …
local function warn_field(C, entry, key, text, ...)
  local place = mistakes.field_place(entry, key)
  return C.warn(place, "%s \"%s\", %s: " .. text, entry.kind.name, entry.name, key, ...)
end

-- --- texts ---------------------------------------------------------------------------------------

-- The names of the gaps of a text, "{who} finds {what}".
local function gaps(text) return (type(text) == "string" and text or ""):gmatch "{([%a_][%w_]*)" end

-- The indexes of the texts in the braces behind the word at index i, as in ask({ "a", "b" }, …).
local function texts_listed(file, i)
  local list, open = {}, source.braces_after(file, i)
  for j in found(file, "TEXT", open, open and file.partners[open] or 0) do list[#list + 1] = j end
  return list
end

-- The names given values in the braces that open at index i, each with the index of its word; nil when these
-- are no plain table.  For ask { "creature", … }, with `ask` at index i, the names of the questions.
local function keys_in(file, i)
  local keys = {}
  if file.words[i] == "ask" then
    for _, j in ipairs(texts_listed(file, i)) do keys[file.words[j]] = j end
    return next(keys) and keys or nil
  end
  if file.kinds[i] ~= "{" then return nil end
  for _, j in ipairs(source.inside(file, i)) do
    if matches(file, j - 1, "{|,|; [") then return nil end
    if matches(file, j, "NAME =") then keys[file.words[j]] = j end
  end
  return keys
end

-- Adds to `given` what WORD "name" { … }, whose name is at index `at`, gives: see given_with.
local function add_given(given, file, at)
  local name, keys = file.words[at], keys_in(file, file.kinds[at + 1] == "," and at + 2 or at + 1)
  if not keys then given[name] = false end
  if given[name] == false then return end
  local fields = given[name] or {}
  for key, i in next, keys do fields[key] = { file = file, i = i, beside = not fields[key] and keys } end
  given[name] = fields
end

-- Reads every WORD "name" { … } of the rules.  Returns a table: by name the fields that are given to it, each
-- with its place { file, i; beside: all fields in these braces, or false if others gave this one before }.
-- It has false for a name whose fields cannot all be read: where no plain braces follow it, as in emit("x",
-- t), or where it is one of several, as in ask({ "x", "y" }).  Also returns true if some WORD gets a name
-- that only play knows, as in emit(name).
local function given_with(R, word)
  local given, any = {}, false
  for _, file in ipairs(R.files) do
    for _, free in ipairs(file.free) do
      local at = free.name == word and source.text_given(file, free.i)
      if at then add_given(given, file, at)
      elseif free.name == word then
        any = true                                                 -- emit(name, …), ask({ "a", "b" }, …)
        for _, j in ipairs(texts_listed(file, free.i)) do given[file.words[j]] = false end
      end
    end
  end
  return given, any
end

-- Warns of a field that emit "name" { … } gives to an event of another file, whose text has gaps, if these
-- braces fill none of the gaps.  keys: the fields given to the event; is_gap: true by the gaps of its text.
local function check_fields_given(C, entry, keys, is_gap)
  for _, field in ipairs(common.keys(keys)) do
    local place = keys[field]
    local fills = not place.beside
    for gap in next, is_gap do fills = fills or place.beside[gap] ~= nil end
    if not fills and not common.contains(language.field_names, field)
      and place.file ~= C.R.by_name[mistakes.field_place(entry, "text").file] then
      C.warn_at(place.file, place.i, "event \"%s\" has no {%s} in its text%s", entry.name, field,
        C.hint(field, common.keys(is_gap)))
    end
  end
end

-- Warns of a gap in a text that is not among `keys`, the fields that some WORD "name" { … } gives.  If a
-- field with a similar name is surely the misspelt one, since only the gap has a usual name, warns there;
-- else at the text.
local function check_gap(C, entry, word, field, keys, is_gap)
  local names = common.keys(keys)
  local near = common.nearest(field, names)
  if near and not is_gap[near] and word == "emit" and common.contains(language.field_names, field)
    and not common.contains(language.field_names, near) then
    C.warn_at(keys[near].file, keys[near].i, "event \"%s\" has no {%s} in its text; did you mean '%s'?",
      entry.name, near, field)
  else
    warn_field(C, entry, "text",
      "{%s} is never given; every %s \"%s\" { … } leaves it out, and it would read 'something'%s",
      field, word, entry.name, C.hint(field, names))
  end
end

-- Warns of texts of events or questions whose gaps do not go with what WORD "name" { … } gives.  Returns what
-- is given, see given_with.
local function check_filled(C, kind, word)
  local given, any = given_with(C.R, word)
  for _, entry in ipairs(C.R.kinds[kind]:live()) do
    local keys, is_gap = given[entry.name], {}
    for field in gaps(entry.final.text) do is_gap[field] = true end
    local is_heard = C.R.spaces.on.entries[entry.name]               -- on.NAME may use the fields
    if keys and next(is_gap) then
      if kind == "event" and not is_heard then check_fields_given(C, entry, keys, is_gap) end
      for _, field in ipairs(common.keys(is_gap)) do
        -- emit(name, { field = … }) may be of this event.
        local may_be_given = keys[field] or any and C.given[field]
        if not may_be_given then check_gap(C, entry, word, field, keys, is_gap) end
      end
    end
  end
  return given
end

-- Fields that every event has.
local told_of_events = common.set "public secret kind name text turn"

-- Warns of t.harms in on.trap(t), when no emit "trap" { … } gives it.
local function check_event_hook(C, file, f, given)
  local event = C.R.kinds.event.entries[f.name:match "^on%.(.*)$"]
  local keys = event and given[event.name]
  local params, from = source.params_of(file, f)
  if not keys or not params[1] or params[1] == "..." then return end
  for j in found(file, ("!. %s . NAME !="):format(params[1]), from, f.to) do
    local key = file.words[j + 3]
    if not keys[key] and not told_of_events[key] then
      C.explain_at(file, j + 3, "no emit \"%s\" { … } gives '%s'%s", event.name, key,
        C.hint(key, common.keys(keys)))
    end
  end
end

-- Warns of a gap in a timer's text other than {who}.
local function check_timer_text(C, entry)
  for field in gaps(entry.final.text) do
    if field ~= "who" then
      warn_field(C, entry, "text", "{%s} is never given; {who} is whose it is", field)
    end
  end
end

-- Warns of %s in a text that is filled by names in braces.
local function check_percent(C, entry)
  local text = entry.final.text
  local sign = type(text) == "string" and text:match "%%[sdg]"
  if sign then
    warn_field(C, entry, "text",
      "%s is shown as it stands; what is filled in has its name in braces, as {what}", sign)
  end
end

-- --- things that nothing uses -------------------------------------------------------------------

-- By kind: the word that uses its things; the warning about a thing that no rule uses, with %s for its name;
-- and the words that only look at such things.
local uses = {
  event = { word = "emit", told = "nothing makes it happen; a rule does with emit \"%s\" { }" },
  timer = { word = "start", looks = common.set "running stop timers",
    told = "nothing starts it; a rule does with start \"%s\", and a row or an action with starts = \"%s\"" },
  question = { word = "ask", told = "nothing asks it; a rule does with ask \"%s\"" },
}

-- True if a file uses a thing whose name is made up in play, as in emit(name).
local function makes_up_names(file, word)
  return common.first(file.free, function(free)
    return free.name == word and not source.text_given(file, free.i) and not matches(file, free.i + 1, "{")
      and not matches(file, free.i + 1, "( {")
  end) ~= nil
end

-- The set of the names of things of a kind that some rule may use: each text in quotes, and each choice in
-- it, as in "gong|horn", unless it makes a thing or only looks at one; and NAME of each KIND.NAME, unless
-- that begins a line.
local function names_used(C, kind)
  local is_used, looks = {}, uses[kind].looks or {}
  for _, file in ipairs(C.R.files) do
    local kinds, words = file.kinds, file.words
    for i in found(file, "TEXT") do
      local before = words[kinds[i - 1] == "(" and i - 2 or i - 1]
      local f = before == "start" and source.function_around(file, file.lines[i])
      local is_own = f and f.name == "on." .. words[i]            -- a bell that only starts itself again
      if before ~= kind and not looks[before] and not is_own then
        for _, word in ipairs(common.split(words[i], "[^|?]+")) do is_used[word] = true end
      end
    end
    for i in found(file, kind .. " . NAME") do
      if file.lines[i - 1] == file.lines[i] then is_used[words[i + 2]] = true end
    end
  end
  return is_used
end

-- Warns of an event that nothing emits, a timer that nothing starts …, but not of things in the files below,
-- which may be meant for other rulesets.
local function check_used(C, kind)
  local top = C.R.files[#C.R.files]
  local own = common.where(C.R.kinds[kind]:live(), function(entry)
    return entry.made.file == top.name and not entry.of_text   -- made of a text: ends = "Land!"
  end)
  if #own == 0 or makes_up_names(top, uses[kind].word) then return end
  local is_used = names_used(C, kind)
  for _, entry in ipairs(own) do
    local name = entry.name
    if not is_used[name] then
      C.warn(entry.made, "%s \"%s\": %s", kind, name,
        (uses[kind].told:gsub("%%s", (name:gsub("%%", "%%%%")))))
    end
  end
end

-- Warns of a step of the ladder that chooses a column, where no column has its name.
local function check_columns(C, entry)
  local track = C.R.tracks[entry.final.by]
  for _, step in ipairs(track and track.kind == "ladder" and track.steps or {}) do
    if not columns.find(C.R.charts[entry.name], step) then
      warn_field(C, entry, "by", "the track %s may be \"%s\", and no column is called so; there are %s",
        track.name, step, common.list(columns.names(entry.final.columns)))
    end
  end
end

-- --- rooms, actions, tracks, members, lights -----------------------------------------------------

-- Warns of a name in a field that is spelt nearly as a room is.  Other rooms are made as the party comes
-- there.  Numbers and names of two letters are not compared, as all of them are near each other.
local function check_room(C, entry, field, name)
  local rooms = C.R.kinds.room
  local is_long = type(name) == "string" and #name >= 3 and not name:find "^%d+$"
  local is_new = is_long and not rooms.entries[name]
  for _, other in ipairs(is_new and rooms:names() or {}) do
    if common.distance(name:lower(), other:lower(), 1) <= 1 then
      warn_field(C, entry, field, "there is no room \"%s\"; did you mean \"%s\"?", name, other)
    end
  end
end

local function check_exits(C, entry)
  for _, name in ipairs(entry.final.exits or {}) do check_room(C, entry, "exits", name) end
end

-- Warns of choices with a blank in them, which cannot be typed; and of rooms in conditions.
local function check_action(C, entry)
  for _, field in ipairs { "needs", "unless" } do
    for condition in pairs(entry.final[field] or {}) do
      local rooms = type(condition) == "string" and condition:match "^here%s+(.+)"
      for _, name in ipairs(rooms and common.pieces(rooms, "|") or {}) do
        check_room(C, entry, field, name)
      end
    end
  end
  for _, take in ipairs(C.R.actions[entry.name].takes) do
    for _, choice in ipairs(take.choices or {}) do
      if choice:find "%s" then
        warn_field(C, entry, "takes", "\"%s\" is typed as one word, and this has a blank; write %s",
          choice, (choice:gsub("%s+", "_")))
      end
    end
  end
end

-- For the fields `falls` and `rises` of a track: the bound at which it starts on its way, the bound at which
-- the way ends, and the direction.
local passed = { falls = { "max", "min", "down" }, rises = { "min", "max", "up" } }

-- Warns of falls = { [5] = … } where max = 4.
local function check_passed(C, entry, t, key)
  local from, to, way = table.unpack(passed[key])
  local first, last, sign = t[from], t[to], way == "up" and 1 or -1
  for _, one in ipairs(t[key] or {}) do
    if first and (one.at - first) * sign <= 0 then
      warn_field(C, entry, key, "it never comes %s to %g, as its %s is %g", way, one.at, from, first)
    elseif last and (one.at - last) * sign > 0 then
      warn_field(C, entry, key, "it never comes %s to %g, as its %s is %g", way, one.at, to, last)
    end
  end
end

local like_switches = common.set "true false yes no on off"

-- Warns of start = "false", where no rule writes that text again.
local function check_start(C, entry, t)
  local start, times = entry.final.start, 0
  if not like_switches[start] then return end
  for _, file in ipairs(C.R.files) do
    for i in source.found(file, "TEXT") do times = times + (file.words[i] == start and 1 or 0) end
  end
  if times > 1 then return end
  local made = warn_field(C, entry, "start", "a switch is true or false, without quotes, and this is \"%s\"",
    start)
  made.covers = function(error) return error.text:find(t.name .. ": a text is needed", 1, true) end
end

-- Warns of a track of two words, of one that cannot be corrected by hand, because an action has its name; and
-- of what follows from values that it never has.
local function check_track(C, entry)
  local t, verb = C.R.tracks[entry.name], C.R.verbs[entry.name]
  for _, key in ipairs { "falls", "rises" } do check_passed(C, entry, t, key) end
  check_start(C, entry, t)
  if entry.name:find "%s" then
    C.warn(entry.made, "track \"%s\": what is typed at the prompt is one word; write \"%s\"", entry.name,
      (entry.name:gsub("%s+", "_")))
  end
  if verb and t.of ~= "turn" and (t.kind == "number" or t.kind == "quantity" or t.kind == "ladder") then
    C.warn(entry.made,
      "track \"%s\": typed, '%s' is the action, so the track cannot be corrected by hand; give one of \z
        them another name", entry.name, verb)
  end
end

-- Warns of a member whose name is a verb.
local function check_member(C, entry)
  local verb = entry.name:lower()
  if C.R.verbs[verb] or C.R.host_verbs[verb] then
    C.warn(entry.made,
      "member \"%s\" is called as the verb '%s', and a line that begins so is the verb's; write another \z
        name", entry.name, verb)
  end
end

-- Warns of lasts = "0 turns".
local function check_light(C, entry)
  local lasts = entry.final.lasts
  if lasts and measure.amount(lasts) == 0 then
    warn_field(C, entry, "lasts", "it goes out as it is lit; leave lasts out when nobody counts its life")
  end
end

-- --- units ---------------------------------------------------------------------------------------

local units = common.split "metre meter kilometre kilometer mile yard feet foot inch league"

-- Warns of "12 meterz": a unit may be any word, but hardly a near miss of a known one.
local function check_unit(C, entry, key, unit)
  local one = unit:gsub("^real ", ""):gsub("s$", "")
  if #one < 4 or common.contains(units, one) then return end     -- shorter units are near too many others
  for _, known in ipairs(units) do
    if common.distance(one, known, 1) <= 1 then
      return warn_field(C, entry, key, "'%s' is a unit of its own; did you mean '%ss'?", unit, known)
    end
  end
end

-- Warns of misspelt units in the quantities of a thing, and in the unit of a track; and of a text that names
-- a rule, as "rule.luck": nothing calls it.
local function check_values(C, entry)
  for _, key in ipairs(common.keys(entry.final or {})) do
    local v = entry.final[key]
    local is_unit = entry.kind.name == "track" and key == "unit" and type(v) == "string"
    if type(v) == "quantity" then check_unit(C, entry, key, (measure.unit(v)))
    elseif is_unit then check_unit(C, entry, key, v)
    elseif type(v) == "string" and v:find "^rule%.[%a_][%w_]*$" then
      warn_field(C, entry, key, "a rule is named without quotes, %s; this is a text", v)
    end
  end
end

-- Explains a distance in feet, where a file below measures that field of the kind in metres; or vice versa.
local function check_systems(C, kind)
  for _, key in ipairs(kind.field_order) do
    local function order(entry) return C.R.order[mistakes.field_place(entry, key).file] or 0 end
    local measured = common.where(kind:live(), function(entry)
      return common.system_of((entry.final or {})[key]) ~= nil
    end)
    local first = measured[1]                      -- that of the file furthest below
    for _, entry in ipairs(measured) do
      if order(entry) < order(first) then first = entry end
    end
    for _, entry in ipairs(measured) do
      local converted = order(entry) > order(first) and common.converted(entry.final[key], first.final[key])
      if converted then
        local made = warn_field(C, entry, key,
          "feet and metres do not mix, and these rules measure it in %s; %s",
          common.system_of(first.final[key]) == "metric" and "metres" or "feet", converted)
        made.explains = true
      end
    end
  end
end

-- Explains a distance that a later file gives a setting in the other system.
local function check_setting(C, entry)
  local was, place = (entry.changed.default or {}).was, mistakes.field_place(entry, "default")
  local before, value = type(was) == "string" and measure.quantity(was) or was, C.R.settings[entry.name]
  local converted = common.system_of(before) and common.converted(value, before)
  if converted then
    local made = C.warn(place, "setting \"%s\": feet and metres do not mix: these rules measure it as \z
      \"%s\", and this is \"%s\"; %s", entry.name, before, value, converted)
    made.explains = true
  end
end

-- The place where the files below `place` name an entry of a setting's table, as FILE:LINE: as
-- setting.NAME.KEY, and then also true, or else as a text, which may choose the entry.  Returns nil when none
-- does.
local function use_below(C, place, name, key)
  local chosen
  for _, file in ipairs(C.R.files) do
    local is_below = C.R.order[file.name] < (C.R.order[place.file] or 0)
    for i, word in ipairs(is_below and file.words or {}) do
      local used_at = word == key and mistakes.place_text { file = file.name, line = file.lines[i] }
      local is_read = used_at and file.words[i - 2] == name
        and matches(file, i - 4, "setting . NAME .|[ NAME|TEXT !or")
      if is_read then return used_at, true end
      chosen = chosen or used_at and file.kinds[i] == "text" and used_at or nil
    end
  end
  return chosen
end

-- Explains an entry that is missing in the table which a later file gives a setting, if the rules use it.
-- change: { entry; was, now: the tables; place }.
local function check_missing_entry(C, change, key)
  local name, place, was, now = change.entry.name, change.place, change.was, change.now
  local used_at, is_read = use_below(C, place, name, key)
  if not used_at then return end
  local misspelt = common.first(common.keys(now), function(one)
    return was[one] == nil and common.nearest(tostring(one), { key }) ~= nil
  end)
  local made = misspelt
    and C.warn(place, "setting \"%s\" has no entry '%s'; did you mean '%s'?", name, misspelt, key)
    or C.warn(place,
      "setting \"%s\": the entry '%s' is missing, which %s needs; it was %s, \z
      and one entry alone is changed as setting.%s.%s = …", name, key, used_at, common.show(was[key]), name,
      key)
  if is_read then
    made.grade = nil                                       -- an error, and no warning
    C.stops = true
  end
end

-- Warns of a misspelt item of the list that a later file gives a setting.
local function check_items(C, change)
  local name, place, was, now = change.entry.name, change.place, change.was, change.now
  for _, item in ipairs(now) do
    local near = type(item) == "string" and not common.contains(was, item) and common.nearest(item, was)
    if near and not common.contains(now, near) and not use_below(C, place, name, item) then
      C.warn(place,
        "setting \"%s\": nothing in these rules is \"%s\"; did you mean \"%s\"?", name, item, near)
    end
  end
end

-- Checks a table that a later file gives a setting against the one that it had.
local function check_table(C, entry)
  local was, now = (entry.changed.default or {}).was, C.R.settings[entry.name]
  if not common.is_plain(was) or type(now) ~= "table" or was.rule then return end
  local change = { entry = entry, was = was, now = now, place = mistakes.field_place(entry, "default") }
  if #was > 0 then return check_items(C, change) end
  for _, key in ipairs(common.keys(was)) do
    if now[key] == nil then check_missing_entry(C, change, key) end
  end
end

-- Kinds of things, and what checks each thing of that kind.
local checks = {
  { "setting", check_setting }, { "setting", check_table },
  { "timer", check_timer_text }, { "event", check_percent }, { "question", check_percent },
  { "timer", check_percent }, { "room", check_exits }, { "action", check_action }, { "track", check_track },
  { "member", check_member }, { "light", check_light }, { "chart", check_columns },
}

-- Checks all things, and the functions on.NAME, which read what an event of that name is emitted with.
function lint_things.check(C)
  local given = check_filled(C, "event", "emit")
  for _, file in ipairs(C.R.files) do
    for _, f in ipairs(file.functions) do check_event_hook(C, file, f, given) end
  end
  check_filled(C, "question", "ask")
  for _, kind in ipairs { "event", "timer", "question" } do check_used(C, kind) end
  for _, pair in ipairs(checks) do
    local kind, check_entry = pair[1], pair[2]
    for _, entry in ipairs(C.R.kinds[kind]:live()) do check_entry(C, entry) end
  end
  for _, kind in ipairs(C.R.kind_order) do
    for _, entry in ipairs(kind:live()) do check_values(C, entry) end
    check_systems(C, kind)
  end
end

return lint_things
