-- occurrences.lua -- where the text of a rule file names things, rows, fields, steps, functions and words;
-- for editors, which jump to these places and rename them.  It goes by the words of the text alone, so it
-- also reads a file that Lua cannot compile.
--
-- An occurrence is { i: index of the word; name; kind: a kind of things, or one of those below; of; from:
-- where in the word the name begins, if not at its first byte; makes: the thing is made here, or the function
-- written; declares: the field is added to a kind here; space: of a function, the word before its point }.
--   kind        of                        in the text
--   light …     nil                       light "torch" { … }, light.torch, kindle "torch", act.search
--   rule        nil                       rule.burn
--   step        nil                       step.hazard, procedure "turn" { "hazard" }
--   row         the chart                 chart.hazard.free, { "1", "free" }
--   field       the kind, or "ruleset"    light.torch.lasts, light "torch" { lasts = … }; thing: whose field
--   file        "extends" or "include"    extends "delving"
--   word        nil                       roll, party
local common = module "common"
local language = module "read/language"
local rows = module "read/rows"
local source = module "read/source"
local occurrences = {}

local matches, found = source.matches, source.found

-- Fields that hold names of things, where their type does not say so: by kind, "ruleset" or "row", and by
-- field, the kind of the thing that is named.
local named_by = {
  action = { at = "step", during = "procedure", enters = "procedure", leaves = "procedure", starts = "timer",
    rolls = "chart", fails = "event", natural = "event" },
  ruleset = { procedure = "procedure" },
  track = { of = "kind", empty = "event", full = "event", falls = "event", rises = "event",
    anew = "procedure" },
  row = { starts = "timer", rolls = "chart", fails = "event", natural = "event", ends = "event" },
  timer = { starts = "timer", rolls = "chart" }, modifier = { when = "track" },
}
-- The kinds of things that may have gains, loses, costs and sets (read/effects.lua).
local has_effects = { row = true, action = true, timer = true }

-- --- what is noted -------------------------------------------------------------------------------

-- S is the state of one run: { R, file, kinds and words of the file; list: the occurrences; noted: the set of
-- the indexes of their words }.

-- Adds an occurrence.  more: a table with its other fields.
local function note(S, i, kind, name, more)
  local one = more or {}
  one.i, one.kind, one.name = i, kind, name
  S.list[#S.list + 1], S.noted[i] = one, true
end

-- Notes the text at index i, or each text in the braces there, as the name of a thing.  Where an event may
-- stand, as in full = "out", a switch may, too.
local function note_texts(S, i, kind)
  local last = S.kinds[i] == "{" and source.after(S.file, i) - 2 or i
  for at in found(S.file, "TEXT", i, last) do
    local name = S.words[at]
    local is_switch = kind == "event" and S.R.kinds.track.entries[name]
    note(S, at, is_switch and "track" or kind, name)
  end
end

-- Notes the track of a condition, as in when = "sky gale"; its text is at index i.
local function note_condition(S, i)
  local name = S.kinds[i] == "text" and S.words[i]:match "^[%a_][%w_]*"
  if name and S.R.kinds.track.entries[name] then note(S, i, "track", name, { from = 1 }) end
end

-- Calls f(key, value, n) for each item of the braces at index `open`: the indexes of its name (nil without
-- one) and its value, and its number among those without a name.
local function each_item(S, open, f)
  local kinds, at, n = S.kinds, open + 1, 0
  while kinds[at] and kinds[at] ~= "}" do
    if matches(S.file, at, "NAME =") then f(at, at + 2, n)
    elseif kinds[at] == "[" and kinds[at + 3] == "=" then f(at + 1, at + 4, n)        -- ["key"] = value
    else
      n = n + 1
      f(nil, at, n)
    end
    while kinds[at] and not matches(S.file, at, ",|;|}") do at = source.after(S.file, at) end
    if kinds[at] ~= "}" then at = at + 1 end
  end
end

-- --- bodies --------------------------------------------------------------------------------------

-- Notes the track in an effect, as in loses = "1d6 hp"; its value is at index i.
local function note_effect(S, i)
  local from = S.kinds[i] == "text" and S.words[i]:match "()[%a_][%w_]*$"
  if from then return note(S, i, "track", S.words[i]:sub(from), { from = from }) end
  if S.kinds[i] ~= "{" then return end
  each_item(S, i, function(key, value)
    if not key then note_effect(S, value) end
  end)
end

-- The kind of thing that field `key` names, or nil.  owner: a kind's name, "row" or "ruleset".
function occurrences.named_kind(R, owner, key)
  local kind = R.kinds[owner]
  local field = kind and kind.fields[key]
  local by_list = (named_by[owner] or {})[key]
  if by_list then return by_list end
  local typed = field and field.words and field.words:match "^[%a_]+"      -- words: its type, as "track?"
  return R.kinds[typed or ""] and typed or nil
end

-- Notes the name in the value of field `key`.
local function note_value(S, owner, key, i)
  if owner == "modifier" and key == "when" then return note_condition(S, i) end
  local of = occurrences.named_kind(S.R, owner, key)
  if of then note_texts(S, i, of) end
  if not has_effects[owner] then return end
  if key == "gains" or key == "loses" or key == "costs" then note_effect(S, i)
  elseif (key == "sets" or key == "needs" or key == "unless") and S.kinds[i] == "{" then
    each_item(S, i, function(name)
      if name and S.kinds[name] == "text" then note_condition(S, name)
      elseif name then note(S, name, "track", S.words[name]) end
    end)
  end
end

-- Notes the fields in the braces of a row.
local function read_row_fields(S, open, chart)
  each_item(S, open, function(key, value)
    if not key then return end
    note(S, key, "field", S.words[key], { of = "row", thing = chart })
    note_value(S, "row", S.words[key], value)
  end)
end

-- True if a row's first item, at index i, is its numbers.
local function is_numbers(S, i)
  return S.kinds[i] == "number" or S.kinds[i] == "text" and S.words[i]:find "^[%d%s,+–%-]*$" ~= nil
end

-- Notes the row of a chart at index i: "rats", { "rats" }, { "1-2", "rats", … }.
local function read_row(S, i, chart)
  if S.kinds[i] == "text" then return note(S, i, "row", S.words[i], { of = chart, makes = true }) end
  if S.kinds[i] ~= "{" then return end
  local at = is_numbers(S, i + 1) and i + 3 or i + 1
  if S.kinds[at] == "text" then note(S, at, "row", S.words[at], { of = chart, makes = true }) end
  read_row_fields(S, i, chart)
end

-- Notes the fields that a body adds to a kind.
local function read_new_fields(S, open, kind)
  each_item(S, open, function(key)
    if key then note(S, key, "field", S.words[key], { of = kind, makes = true, declares = true }) end
  end)
end

-- Notes the fields, rows and steps in the body at index `open`, of a thing of the kind.  makes: the body
-- makes the thing.
local function read_body(S, open, kind, thing, makes)
  if kind == "kind" then return read_new_fields(S, open, thing) end
  each_item(S, open, function(key, value)
    local name = key and S.words[key]
    local of = S.R.kinds[kind]
    if not key then
      if kind == "chart" then read_row(S, value, thing)
      elseif kind == "procedure" and S.kinds[value] == "text" then note(S, value, "step", S.words[value]) end
    elseif kind ~= "ruleset" and not of.fields[name] and of:has_track(S.R, name) then
      note(S, key, "track", name)
    else
      note(S, key, "field", name, { of = kind, thing = thing, makes = makes })
      note_value(S, kind, name, value)
    end
  end)
end

-- --- KIND "NAME", KIND.NAME ----------------------------------------------------------------------

-- Handles light "torch" { … }; the word of the kind is at index i.
local function read_making(S, i, kind)
  local at = source.text_given(S.file, i)
  if not at then return end
  note(S, at, kind, S.words[at], { makes = true })
  local open = source.braces_after(S.file, S.kinds[at + 1] == ")" and at + 1 or at)
  if open then read_body(S, open, kind, S.words[at], true) end
end

-- Handles chart.x:add { … } and procedure.x:after("a", "b"); the method's name is at index i.
local function read_method(S, i, kind, name)
  local method, open = S.words[i], source.braces_after(S.file, i)
  if kind == "procedure" and rows.is_method({ name = kind }, method) and S.kinds[i + 1] == "(" then
    local close = source.after(S.file, i + 1) - 1
    for at in found(S.file, "TEXT", i + 2, close) do note(S, at, "step", S.words[at]) end
  end
  if open and kind == "chart" and method == "add" then read_row(S, open, name) end
  if open and kind == "kind" and method == "has" then read_new_fields(S, open, name) end
end

-- Handles chart.hazard.free; the key, behind the second point, is at index i.
local function read_part(S, i, kind, name)
  local key = S.words[i]
  if S.R.kinds[kind]:has_track(S.R, key) then return note(S, i, "track", key) end
  if kind ~= "chart" or S.R.kinds.chart.fields[key] then
    return note(S, i, "field", key, { of = kind, thing = name })
  end
  note(S, i, "row", key, { of = name })
  local open = source.braces_after(S.file, i)
  if open then read_row_fields(S, open, name) end
  if matches(S.file, i + 1, ". NAME") then
    note(S, i + 2, "field", S.words[i + 2], { of = "row", thing = name })
    if S.kinds[i + 3] == "=" then note_value(S, "row", S.words[i + 2], i + 4) end
  end
end

-- Handles light.torch and what follows it; the word of the kind is at index i.
local function read_thing(S, i, kind)
  if S.kinds[i + 2] ~= "name" then return end
  local name = S.words[i + 2]
  note(S, i + 2, kind, name)
  if matches(S.file, i + 3, ". NAME") then                         -- light.torch.lasts = "6 turns"
    read_part(S, i + 4, kind, name)
    if S.kinds[i + 5] == "=" then note_value(S, kind, S.words[i + 4], i + 6) end
  elseif matches(S.file, i + 3, ": NAME") then                     -- chart.hazard:add { … }
    read_method(S, i + 4, kind, name)
  else                                                             -- light.torch { … }
    local open = source.braces_after(S.file, i + 2)
    if open then read_body(S, open, kind, name) end
  end
end

-- --- functions, words and records ----------------------------------------------------------------

-- Handles step.NAME, act.NAME …; the space's word is at index i.
local function read_function(S, i, space)
  if not matches(S.file, i + 1, ". NAME") then return end
  local name = S.words[i + 2]
  local kind = (space == "act" or space == "cannot") and "action" or space
  if space == "on" then
    kind = common.first(language.hook_kinds, function(one) return S.R.kinds[one].entries[name] end) or "event"
  end
  local makes = S.kinds[i - 1] == "function" or S.kinds[i + 3] == "=" or nil
  note(S, i + 2, kind, name, { space = space, makes = makes })
end

-- Handles roll "hazard" and its like; the word is at index i.
local function read_play_word(S, i, facts)
  local at = facts.names_kind and source.text_given(S.file, i, facts.owner)
  if at then return note(S, at, facts.names_kind, S.words[at]) end
  local open = facts.list and source.braces_after(S.file, i)
  if open then note_texts(S, open, facts.names_kind) end
end

-- Handles a name that stands behind a dot: the track or field of a record.
local function read_field(S, i)
  local name = S.words[i]
  if S.R.kinds.track.entries[name] then return note(S, i, "track", name) end
  local kinds = common.where(S.R.kind_order, function(kind) return kind.fields[name] end)
  -- Where several kinds have such a field, it may be that of any.
  if #kinds == 1 then note(S, i, "field", name, { of = kinds[1].name }) end
end

-- Handles ruleset "TITLE" { … } and ruleset.FIELD; the word is at index i.
local function read_ruleset(S, i)
  local title = source.text_given(S.file, i)
  local open = title and source.braces_after(S.file, title)
  if open then read_body(S, open, "ruleset", S.words[title], true) end
  if matches(S.file, i + 1, ". NAME") then
    note(S, i + 2, "field", S.words[i + 2], { of = "ruleset" })
  end
end

-- Reads the word at index i, which stands behind no point.
local function read_word(S, i)
  local word, R = S.words[i], S.R
  local facts = language.words[word]
  if word == "extends" or word == "include" then
    local at = source.text_given(S.file, i)
    if at then note(S, at, "file", S.words[at], { of = word }) end
  elseif word == "ruleset" then read_ruleset(S, i)
  elseif R.kinds[word] and S.kinds[i + 1] == "." then read_thing(S, i, word)
  elseif R.kinds[word] then read_making(S, i, word)
  elseif language.is_space[word] then read_function(S, i, word)
  elseif facts then read_play_word(S, i, facts) end
  if not S.noted[i] and (rawget(R.env, word) ~= nil or language.state[word]) then note(S, i, "word", word) end
end

-- All occurrences in a file (read/source.lua), in the order of its text.
function occurrences.of(R, file)
  if file.occurrences then return file.occurrences end
  local S = { R = R, file = file, kinds = file.kinds, words = file.words, list = {}, noted = {} }
  local is_free = file.free and {}             -- indexes of names that are no locals; nil: it cannot compile
  for _, free in ipairs(file.free or {}) do is_free[free.i] = true end
  for i, kind in ipairs(file.kinds) do
    local is_new = kind == "name" and not S.noted[i]         -- not noted with the words before it
    if is_new and matches(file, i - 1, ".|:") then read_field(S, i)
    elseif is_new and (not is_free or is_free[i]) then read_word(S, i) end
  end
  table.sort(S.list, function(a, b) return a.i < b.i end)
  file.occurrences = S.list
  return S.list
end

-- True if two occurrences name the same thing.
function occurrences.same(a, b) return a.name == b.name and a.kind == b.kind and a.of == b.of end

return occurrences
