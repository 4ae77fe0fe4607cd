-- lint.lua -- warns of code that can be read but is almost certainly a mistake.  Only a check runs it, never
-- play.  It warns only where it is sure: a comparison that is never true, a field that nobody fills, an exit
-- to a room that does not exist, a function that nothing uses.
local common = module "common"
local language = module "read/language"
local mistakes = module "read/mistakes"
local lint = {}

local R, list                                    -- the rules; the warnings found

local function warn(file, line, text, ...)
  list[#list + 1] = { error = { file = file, line = line, text = string.format(text, ...) },
    grade = "warning" }
end

local function warn_at(file, i, text, ...) warn(file.name, file.lines[i], text, ...) end

-- Warns of a field of a thing: KIND "NAME", FIELD: …
local function warn_field(e, key, text, ...)
  local place = mistakes.place_of(e, key)
  warn(place.file, place.line, "%s \"%s\", %s: " .. text, e.kind.name, e.name, key, ...)
end

local function hint(text, known)
  local near = common.nearest(text, known)
  if near then return ("; did you mean \"%s\"?"):format(near) end
  return #known > 0 and #known <= 8 and "; there are " .. common.list(known) or ""
end

-- --- what is compared ----------------------------------------------------------------------------

local equal = { ["=="] = true, ["~="] = true }

-- The place of the word of the call that ends at i, as ask("x", …) or burning(); nil when it is no plain
-- call.
local function call_before(file, i)
  local kinds, depth = file.kinds, 0
  if kinds[i] == "text" then return kinds[i - 1] == "name" and i - 1 or nil end
  if kinds[i] ~= ")" then return end
  for j = i, 1, -1 do
    if kinds[j] == ")" then
      depth = depth + 1
    elseif kinds[j] == "(" then
      depth = depth - 1
    end
    if depth == 0 then return kinds[j - 1] == "name" and kinds[j - 2] ~= "." and j - 1 or nil end
  end
end

-- The track that OWNER.NAME means, or nil when it may be something else.
local function track_of(base, key)
  local track = R.tracks[key]
  if not track then return end
  local state = language.state[base]
  if state then return track.of == state.of and track or nil end
  if track.of == "party" or track.of == "turn" or track.of == "campaign" then return end
  for _, kind in ipairs(R.kind_order) do
    if kind.fields[key] then return end
  end
  return not lint.given[key] and track or nil
end

-- The texts that the expression which ends at place i can be, and its name; nil when unknown.
local function possible(file, i)
  local kinds, words = file.kinds, file.words
  if kinds[i] == "name" and kinds[i - 1] == "." and kinds[i - 2] == "name" and kinds[i - 3] ~= "." then
    local base, key = words[i - 2], words[i]
    if base == "setting" then
      local e = R.kinds.setting.entries[key]
      return e and type(e.final.choices) == "table" and e.final.choices, "setting." .. key
    elseif base == "turn" and key == "procedure" then
      return R.kinds.procedure:names(), "turn.procedure"
    end
    local track = track_of(base, key)
    return track and track.kind == "ladder" and track.steps, "the track " .. key
  end
  if kinds[i] == "name" and words[i] == "name" and kinds[i - 1] == "." then
    local at = call_before(file, i - 2)
    local chart = at and words[at] == "roll"
      and R.charts[kinds[at + 1] == "text" and words[at + 1] or words[at + 2]]
    if not chart or #chart.rows == 0 then return end
    local names = {}
    for n, row in ipairs(chart.rows) do names[n] = row.name end
    return names, ("the name of a row of \"%s\""):format(chart.name)
  end
  local at = call_before(file, i)
  if at and words[at] == "ask" then
    local name = kinds[at + 1] == "text" and words[at + 1] or kinds[at + 2] == "text" and words[at + 2]
    for j = at, i do
      if words[j] == "choices" then return end
    end
    local q = R.questions[name]
    return q and q.type == "choice" and type(q.choices) == "table" and q.choices,
      ("question \"%s\""):format(tostring(name))
  end
end

local function all_texts(known)
  for _, v in ipairs(known) do
    if type(v) ~= "string" then return false end
  end
  return true
end

-- By the kind of a track and the kind of a literal: why they are never equal.
local misfits = {
  number = { text = "a number, and stands without quotes" },
    switch = { number = "true or false", text = "true or false" },
  ladder = { number = "a word in quotes" },
    list = { number = "a list", text = "a list; has(LIST, …) looks into it" },
}

-- The type that a word of play returns, "number" or "list", or nil.
local function given_by(word) return language.words[word] and language.words[word].gives end

-- The reason why the expression that ends at place i is no text, or nil.
local function never_a_text(file, i)
  local kinds, words = file.kinds, file.words
  if kinds[i] == "name" and kinds[i - 1] == "." and words[i - 2] == "setting" and kinds[i - 3] ~= "." then
    local v = R.settings[words[i]]
    local e = R.kinds.setting.entries[words[i]]
    if type(v) == "boolean" then return ("setting.%s is true or false"):format(words[i]) end
    if type(v) == "number" and not e.final.is and not e.final.choices then
      return ("setting.%s is a number, and stands without quotes"):format(words[i])
    end
    return
  end
  local at = call_before(file, i)
  if not at then return end
  local name = kinds[at + 1] == "text" and words[at + 1] or words[at + 2]
  if given_by(words[at]) == "number" then
    return ("%s gives a number, which stands without quotes"):format(words[at])
  end
  if words[at] == "roll" then return "roll gives a row, whose name is roll(…).name" end
  if words[at] == "ask" and R.questions[name] and R.questions[name].type == "yesno" then
    return ("the answer to \"%s\" is true or false"):format(name)
  end
end

local function check_compared(file, i)
  local kinds, words = file.kinds, file.words
  local after = kinds[i + 1]
  if after == "number" then
    local at = call_before(file, i - 1)
    if at and given_by(words[at]) == "list" and kinds[at - 1] ~= "#" then
      return warn_at(file, i, "%s gives a list, and a list is no number; its length is #%s(…)", words[at],
        words[at])
    end
  end
  if (after == "text" or after == "number") and kinds[i - 1] == "name" and kinds[i - 2] == "."
    and kinds[i - 3] == "name" and kinds[i - 4] ~= "." then
    local track = track_of(words[i - 3], words[i - 1])
    local what = track and kinds[i - 4] ~= "#" and (misfits[track.kind] or {})[after]
    if what then
      return warn_at(file, i, "the track %s is %s, so this is never the same as %s", track.name, what,
        words[i + 1])
    end
  end
  if after ~= "text" then return end
  local wrong = never_a_text(file, i - 1)
  if wrong then return warn_at(file, i, "%s, so this is never \"%s\"", wrong, words[i + 1]) end
  local known, what = possible(file, i - 1)
  if known and all_texts(known) and not common.contains(known, words[i + 1]) then
    return warn_at(file, i + 1, "%s is never \"%s\"%s", what, words[i + 1], hint(words[i + 1], known))
  end
  return not known and i + 1 or nil
end

-- --- texts that are only compared ----------------------------------------------------------------

-- All texts of the rules that are more than compared, also their parts between |, and all names.
local function texts_said()
  local said, names = {}, {}
  local function put(text)
    if not said[text] then said[text], names[#names + 1] = true, text end
  end
  for _, file in ipairs(R.files) do
    for i, kind in ipairs(file.kinds) do
      if kind == "text" and not equal[file.kinds[i - 1]] and not equal[file.kinds[i + 1]] then
        put(file.words[i])
        for part in file.words[i]:gmatch "[^|?]+" do put(part) end
      elseif kind == "name" then put(file.words[i]) end
    end
  end
  return said, names
end

local MIN_LETTERS <const> = 5                                    -- shorter words are near too many others

local function check_texts(compared)
  local said, names = texts_said()
  for _, c in ipairs(compared) do
    local text = c.file.words[c.i]
    if #text >= MIN_LETTERS and not said[text] then
      local near = common.nearest(text, names)
      if near then
        warn_at(c.file, c.i, "nothing else in these rules is \"%s\"; did you mean \"%s\"?", text, near)
      end
    end
  end
end

-- --- fields that nobody fills --------------------------------------------------------------------

-- The set of names given values in the braces that open at place i; nil when it is no plain table.
local function keys_in(file, i)
  if file.kinds[i] ~= "{" then return end
  local keys, depth = {}, 0
  for j = i, #file.kinds do
    local kind = file.kinds[j]
    if kind == "{" or kind == "(" or kind == "function" then depth = depth + 1
    elseif kind == "}" or kind == ")" or kind == "end" then depth = depth - 1
    elseif depth == 1 and kind == "[" then return
    elseif depth == 1 and kind == "name" and file.kinds[j + 1] == "=" then keys[file.words[j]] = true end
    if kind == "if" or kind == "do" then depth = depth + 1 end
    if depth == 0 then return keys end
  end
end

-- The names given values in every WORD "name" { … }, as sets by event; false for an event with other forms;
-- nil when any event may be meant.
local function given_with(word)
  local given = {}
  for _, file in ipairs(R.files) do
    for _, free in ipairs(file.free) do
      if free.name == word then
        local at = file.kinds[free.i + 1] == "text" and free.i + 1 or file.kinds[free.i + 1] == "("
          and file.kinds[free.i + 2] == "text" and free.i + 2
        local name = at and file.words[at]
        local keys = at and keys_in(file, file.kinds[at + 1] == "," and at + 2 or at + 1)
        if not name then return nil end                            -- emit(name, …)
        if not keys then given[name] = false
        elseif given[name] ~= false then
          given[name] = given[name] or {}
          for key in next, keys do given[name][key] = true end
        end
      end
    end
  end
  return given
end

-- Warns of names in a timer's text other than {who}.
local function check_timers()
  for _, e in ipairs(R.kinds.timer:live()) do
    for field in (e.final.text or ""):gmatch "{([%a_][%w_]*)" do
      if field ~= "who" then warn_field(e, "text", "{%s} is never given; {who} is whose it is", field) end
    end
  end
end

-- Warns of %s in a text that is filled by names in braces.
local function check_percent(kind)
  for _, e in ipairs(R.kinds[kind]:live()) do
    local text = e.final.text
    local sign = type(text) == "string" and text:match "%%[sdg]"
    if sign then
      warn_field(e, "text",
        "%s is shown as it stands; what is filled in has its name in braces, as {what}", sign)
    end
  end
end

local function check_filled(kind, word)
  local given = given_with(word)
  for _, e in ipairs(given and R.kinds[kind]:live() or {}) do
    local text, keys = e.final.text, given[e.name]
    if type(text) == "string" and keys then
      for field in text:gmatch "{([%a_][%w_]*)" do
        if not keys[field] then
          warn_field(e, "text",
            "{%s} is never given; every %s \"%s\" { … } leaves it out, and it would read 'something'%s",
            field, word, e.name, hint(field, common.keys(keys)))
        end
      end
    end
  end
end

-- --- rooms ---------------------------------------------------------------------------------------

local function check_exits()
  local rooms = R.kinds.room
  for _, e in ipairs(rooms:live()) do
    for _, name in ipairs(type(e.final.exits) == "table" and e.final.exits or {}) do
      if type(name) == "string" and not rooms.entries[name] then
        warn_field(e, "exits", "there is no room \"%s\"%s", name, hint(name, rooms:names()))
      end
    end
  end
end

-- --- deeds ---------------------------------------------------------------------------------------

local record = { name = true, away = true, max = true }

-- Warns of who.hp in act.sing(who), when all do the action together and who is a list.
local function check_group(file, f)
  local verb = f.name:match "^act%.(.*)$"
  local action = verb and R.actions[verb]
  if not action or action.by ~= "all" then return end
  local i = f.from
  while file.kinds[i] ~= "(" do i = i + 1 end
  local param = file.kinds[i + 1] == "name" and file.words[i + 1]
  if not param then return end
  for j = i + 2, f.to do
    local is_it = file.words[j] == param and file.kinds[j] == "name"
    local before, after = file.kinds[j - 1], file.kinds[j + 1]
    if is_it and (before == "local" or before == "for" or before == ","
      and (after == "=" or after == "in")) then
      return
    end
    local key = is_it and file.kinds[j + 1] == "." and file.kinds[j - 1] ~= "." and file.words[j + 2]
    local track = key and R.tracks[key]
    if key and (record[key] or R.kinds.member.fields[key] or track and track.of == "member") then
      return warn_at(file, j,
        "action \"%s\" is done by all at once, so %s is a list here; write by = \"each\" in it, or for who \z
        in each(%s) do … end", verb, param, param)
    end
  end
end

-- For each parameter of a function: the field that is its name when it is a record, else false.
local function records_of(f)
  local space, key = f.name:match "^(%a+)%.(.*)$"
  if space == "on" then
    local track = R.tracks[key]
    return { language.record_of_hook[key] or track and track.of == "member" and "name" or nil }
  elseif space ~= "act" and space ~= "cannot" then return {} end
  local action, list = R.actions[key], {}
  if not action then return {} end
  list[1] = action.by ~= "all" and "name" or false
  for n, take in ipairs(action.takes) do
    list[n + 1] = take.choices and false or take.word == "member" and "name" or take.word == "lamp" and "kind"
      or take.kind and take.kind ~= "room" and "name" or false
  end
  return list
end

local function params_of(file, f)
  local i, list = f.from, {}
  while file.kinds[i] ~= "(" do i = i + 1 end
  i = i + 1
  while file.kinds[i] ~= ")" and i < f.to do
    if file.kinds[i] == "name" or file.kinds[i] == "..." then list[#list + 1] = file.words[i] end
    i = i + 1
  end
  return list, i
end

local changed = { was = true, now = true, old = true, new = true, before = true, after = true }

-- Warns of function on.hp(was, now), which lacks its first parameter, the owner.
local function check_hook(file, f)
  local track = R.tracks[f.name:match "^on%.(.*)$"]
  local params = track and params_of(file, f)
  if params and #params < 3 and changed[params[1]] and changed[params[2] or params[1]] then
    warn(file.name, f.line, "%s is given whose it is first: function %s(%s, was, now)", f.name, f.name,
      track.of == "member" and "who" or "_")
  end
end

-- Warns of who == "Bram", which compares a record with a text.
local function check_records(file, f)
  local records, params, from = records_of(f), params_of(file, f)
  for j = from, f.to do
    if equal[file.kinds[j]] and file.kinds[j + 1] == "text" and file.kinds[j - 1] == "name"
      and file.kinds[j - 2] ~= "." and file.kinds[j - 2] ~= ":" then
      local nth = common.contains(params, file.words[j - 1])
      local part = nth and records[nth]
      if part then
        warn_at(file, j, "%s is no text; its %s is %s.%s", params[nth], part, params[nth], part)
      end
    end
  end
end

-- Warns of usual() without arguments, when the function it wraps takes some.
local function check_wrapped(file, f)
  local space, key = f.name:match "^(%a+)%.(.*)$"
  local e = R.spaces[space] and R.spaces[space].entries[key]
  local old = e and e.file == file.name and e.old
  local below = old and old.file and R.by_name[old.file]
  for _, g in ipairs(below and below.functions or {}) do
    if g.name == f.name and g.line == old.line then
      local wanted = {}
      for _, p in ipairs((params_of(below, g))) do
        if p:sub(1, 1) ~= "_" and p ~= "..." then wanted[#wanted + 1] = p end
      end
      for j = f.from, f.to - 2 do
        if #wanted > 0 and file.kinds[j] == "name"
          and lint.kept_old[file.name .. " " .. file.words[j]] == f.name and file.kinds[j + 1] == "("
          and file.kinds[j + 2] == ")" then
          warn_at(file, j, "%s() is given nothing, and the old %s takes %s; pass on what this one is given",
            file.words[j], f.name, common.list(wanted))
        end
      end
    end
  end
end

local function check_takes()
  for _, e in ipairs(R.kinds.action:live()) do
    for _, take in ipairs(R.actions[e.name].takes) do
      for _, choice in ipairs(take.choices or {}) do
        if choice:find "%s" then
          warn_field(e, "takes", "\"%s\" is typed as one word, and this has a blank; write %s",
            choice, (choice:gsub("%s+", "_")))
        end
      end
    end
  end
end

-- Warns of names that can never be typed, because a verb comes first.
local function check_verbs()
  local function told(e, verb)
    warn(e.made.file, e.made.line,
      "track \"%s\": what is typed so is the action \"%s\", so it cannot be corrected by hand; give one of \z
        them another name", e.name, R.verbs[verb])
  end
  local function taken(verb) return R.verbs[verb] or R.host_verbs[verb] end
  for _, e in ipairs(R.kinds.track:live()) do
    local t = R.tracks[e.name]
    if t.of ~= "turn" and (t.kind == "number" or t.kind == "quantity" or t.kind == "ladder")
      and R.verbs[e.name] then
      told(e, e.name)
    end
  end
  for _, e in ipairs(R.kinds.member:live()) do
    local verb = e.name:lower()
    if taken(verb) then
      warn(e.made.file, e.made.line,
        "member \"%s\" is called as the verb '%s', and a line that begins so is the verb's; write another \z
          name", e.name, verb)
    end
  end
end

-- --- what nothing uses ---------------------------------------------------------------------------

local function check_unused(file)
  for _, i in ipairs(file.unused) do
    local name = file.words[i]
    local space, key = file.words[i + 2], file.words[i + 4]
    local wraps = file.kinds[i + 1] == "=" and file.kinds[i + 3] == "." and R.spaces[space]
      and R.spaces[space].entries[key]
    if wraps and wraps.old and wraps.file == file.name then
      warn_at(file, i,
        "'%s' is never called, so the old %s.%s does not run any more; call %s(…), or leave this line out",
        name, space, key, name)
    else
      warn_at(file, i, "nothing uses '%s'; is it misspelt where it is meant?", name)
    end
  end
end

-- --- lights that nobody can light ----------------------------------------------------------------

local function check_lights()
  for _, e in ipairs(R.kinds.light:live()) do
    local lasts = e.final.lasts
    if lasts and measure.amount(lasts) == 0 then
      warn_field(e, "lasts", "it goes out as it is lit; leave lasts out when nobody counts its life")
    end
  end
end

-- --- units ---------------------------------------------------------------------------------------

local units = { "metre", "meter", "kilometre", "kilometer", "mile", "yard", "feet", "foot", "inch", "league" }

-- Warns of "12 meterz": a unit may be any word, but hardly a near miss of a known one.
local function check_unit(e, key, unit)
  local one = unit:gsub("^real ", ""):gsub("s$", "")
  if #one < 4 or common.contains(units, one) then return end
  for _, known in ipairs(units) do
    if common.distance(one, known, 1) <= 1 then
      return warn_field(e, key, "'%s' is a unit of its own; did you mean '%ss'?", unit, known)
    end
  end
end

local function check_units()
  for _, kind in ipairs(R.kind_order) do
    for _, e in ipairs(kind:live()) do
      for _, key in ipairs(common.keys(e.final or {})) do
        local v = e.final[key]
        if type(v) == "quantity" then check_unit(e, key, (measure.unit(v)))
        elseif kind.name == "track" and key == "unit" and type(v) == "string" then check_unit(e, key, v) end
      end
    end
  end
end

-- --- small things --------------------------------------------------------------------------------

local ends = { ["end"] = true, ["else"] = true, ["elseif"] = true, ["until"] = true, [";"] = true }

local function check_words(file)
  local kinds, words, lines = file.kinds, file.words, file.lines
  for i, kind in ipairs(kinds) do
    if kind == "[" and words[i + 1] == "0" and kinds[i + 1] == "number" and kinds[i + 2] == "]"
      and (kinds[i - 1] == "name" or kinds[i - 1] == ")") then
      warn_at(file, i, "a list begins at 1, so [0] is nothing (nil)")
    elseif kind == "name" and words[i] == "rule" and kinds[i + 1] == "." and kinds[i - 1] ~= "."
      and (kinds[i + 3] == "then" or equal[kinds[i + 3]] or kinds[i - 1] == "not")
      and kinds[i + 3] ~= "(" then
      warn_at(file, i, "rule.%s names the rule, and is always true; to ask it, write rule.%s()",
        words[i + 2], words[i + 2])
    elseif kind == "in" and (words[i + 1] == "pairs" or words[i + 1] == "ipairs") and words[i + 3] == "party"
      and kinds[i + 4] == ")" then
      warn_at(file, i,
        "%s goes through the party's parts; its members are gone through with each: \z
          for who in each(party) do",
        words[i + 1])
    elseif kind == "for" and kinds[i + 2] == "in" and words[i + 3] == "ipairs" then
      warn_at(file, i,
        "ipairs gives the number and then the item: for n, %s in ipairs(…), or for %s in each(…)",
        words[i + 1], words[i + 1])
    elseif kind == "return" and kinds[i + 1] and not ends[kinds[i + 1]] and lines[i + 1] > lines[i]
      and kinds[i + 1] == "name"
      and (kinds[i + 2] == "text" or kinds[i + 2] == "{") then
      warn_at(file, i + 1,
        "this is what the 'return' above gives back, and so is done; to end there, write return with a ; \z
        behind it")
    end
  end
end

local sizes = { [">"] = true, [">="] = true, ["<"] = true, ["<="] = true, ["=="] = true, ["~="] = true }

-- Warns of say("Turn", turn.number): the text has no % for the value.
local function check_said(file)
  local kinds, words = file.kinds, file.words
  for i, kind in ipairs(kinds) do
    if kind == "name" and (words[i] == "say" or words[i] == "warn") and kinds[i - 1] ~= "."
      and kinds[i + 1] == "(" and kinds[i + 2] == "text" and kinds[i + 3] == ","
      and not words[i + 2]:find("%", 1, true) then
      warn_at(file, i,
        "\"%s\" has no %% for what follows it, which is never shown; write %%s where a text goes, %%d where \z
        a number does", words[i + 2])
    end
  end
end

-- Warns of if lose(who, "food") > 0: a track without a minimum can always lose.
local function check_lost(file)
  local kinds, words = file.kinds, file.words
  for i, kind in ipairs(kinds) do
    local opens = kind == "name" and words[i] == "lose" and kinds[i - 1] ~= "." and kinds[i + 1]
    local to, name = opens == "text" and i + 1, words[i + 1]
    local depth = 0
    for j = i + 1, opens == "(" and #kinds or 0 do
      if kinds[j] == "(" then
        depth = depth + 1
      elseif kinds[j] == ")" then
        depth = depth - 1
      end
      if depth == 1 and kinds[j] == "text" and R.tracks[words[j]] then name = words[j] end
      if depth == 0 then to = j break end
    end
    local track = to and sizes[kinds[to + 1]] and R.tracks[name]
    if track and track.kind == "number" and not track.min then
      warn_at(file, i,
        "the track %s has no min, so lose takes all of it and nothing is ever missing; give it min = 0", name)
    end
  end
end

-- --- fields of nothing ---------------------------------------------------------------------------

-- All names of fields, things and tracks, as a set and as a list; and a function that adds one.
local function names_given()
  local given, names = {}, {}
  local function put(name)
    if not given[name] then given[name], names[#names + 1] = true, name end
  end
  for _, name in ipairs(language.field_names) do put(name) end
  for _, kept in next, language.record_fields do
    for _, name in ipairs(kept) do put(name) end
  end
  for _, kind in ipairs(R.kind_order) do
    for _, name in ipairs(kind.field_order) do put(name) end
    for _, e in ipairs(kind.order) do put(e.name) end
  end
  for _, c in next, R.charts do
    for _, row in ipairs(c.rows) do
      put(row.name)
      for key in next, row.own or {} do put(key) end
    end
  end
  for _, d in next, R.decks do
    for _, card in ipairs(d.cards) do put(card) end
  end
  for _, name in ipairs(language.libraries) do
    for _, key in ipairs(common.keys(R.env[name])) do put(key) end
  end
  for _, space in next, R.spaces do
    for key in next, space.entries do put(key) end
  end
  return given, names, put
end

local function check_fields()
  local given, names, put = names_given()
  for _, file in ipairs(R.files) do
    local kinds, words = file.kinds, file.words
    for i, kind in ipairs(kinds) do
      if kind == "name" and kinds[i + 1] == "=" then put(words[i])
      elseif kind == "text" and words[i]:find "^[%a_][%w_]*$" then put(words[i]) end
    end
  end
  for _, file in ipairs(R.files) do
    local kinds, words = file.kinds, file.words
    for i, kind in ipairs(kinds) do
      if kind == "." and kinds[i + 1] == "name" and (kinds[i - 1] == "name" or kinds[i - 1] == ")"
        or kinds[i - 1] == "]") and not given[words[i + 1]] and kinds[i + 2] ~= "(" then
        local near = common.nearest(words[i + 1], names)
        local sure = near and (common.distance(words[i + 1], near, 1) <= 1
          or near:sub(1, #words[i + 1]) == words[i + 1])
        if sure then
          warn_at(file, i + 1, "nothing has a field '%s'; did you mean '%s'?", words[i + 1], near)
          list[#list].shows = true
        end
      end
    end
  end
end

-- --- all of them ---------------------------------------------------------------------------------

-- Notes names that are given values in braces, and locals that keep an older function.
local function note_written()
  lint.given, lint.kept_old = {}, {}
  for _, file in ipairs(R.files) do
    for i, kind in ipairs(file.kinds) do
      if kind == "local" and file.kinds[i + 2] == "=" and file.kinds[i + 4] == "."
        and R.spaces[file.words[i + 3]] then
        lint.kept_old[file.name .. " " .. file.words[i + 1]] = file.words[i + 3] .. "." .. file.words[i + 5]
      end
      if kind == "name" and file.kinds[i + 1] == "="
        and (file.kinds[i - 1] == "{" or file.kinds[i - 1] == ",") then
        lint.given[file.words[i]] = true
      end
    end
  end
  for _, kind in ipairs(R.kind_order) do
    for _, e in ipairs(kind:live()) do
      for key in next, e.starts or {} do lint.given[key] = nil end
    end
  end
end

local function check_file(file, compared)
  for i, kind in ipairs(file.kinds) do
    local at = equal[kind] and check_compared(file, i)
    if at then compared[#compared + 1] = { file = file, i = at } end
  end
  for _, f in ipairs(file.functions) do
    check_group(file, f)
    if R.spaces[f.name:match "^%a+"] then
      check_records(file, f)
      check_hook(file, f)
      check_wrapped(file, f)
    end
  end
  check_unused(file)
  check_words(file)
  check_lost(file)
  check_said(file)
end

-- The warnings for the loaded rules, in the shape of a dry run's mistakes.
function lint.find(rules)
  R, list = rules, {}
  note_written()
  local compared = {}
  for _, file in ipairs(R.files) do check_file(file, compared) end
  check_texts(compared)
  check_filled("event", "emit")
  check_filled("question", "ask")
  check_timers()
  for _, kind in ipairs { "event", "question", "timer" } do check_percent(kind) end
  check_exits()
  check_takes()
  check_verbs()
  check_lights()
  check_units()
  check_fields()
  return list
end

return lint
