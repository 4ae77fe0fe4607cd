-- completion.lua -- what could stand at a place in a rule file that is being written: for editors.  It goes
-- by the words before the place, so the text need not be whole.
--
-- A frame is an open bracket around the place: a table with
--   i: the index of the bracket; n: how many commas stand between it and the place
-- and with the fields of one of these lines, which say what is in the bracket:
--   kind, thing: the body of that thing
--   row: a row of that chart; adds: fields that are added to that kind
--   call: the index of the word that is called; where these are braces among its arguments also options: the
--         number of that argument; listed: true if they may be a list of names
--   key: the value of a field, the index of whose name this is; of: the frame in which that field stands
local common = module "common"
local history = module "read/history"
local language = module "read/language"
local occurrences = module "author/occurrences"
local rows = module "read/rows"
local source = module "read/source"
local completion = {}

local matches = source.matches

local MAX_ITEMS <const> = 1000                 -- more than anybody scrolls through
-- By type of field: the units that are offered.
local units = {
  duration = { "turns", "minutes", "hours", "days", "weeks", "seconds", "real minutes" },
  distance = common.split "ft m miles km yd inches",
}
local keywords = common.split "and break do else elseif end false for function if in local nil not or \z
  repeat return then true until while"
local base_types = common.split "any string number integer boolean list table rule dice distance duration \z
  quantity"
local all_methods = { chart = { "add" }, procedure = { "after", "before", "replace", "remove" },
  kind = { "has" } }

-- --- candidates ------------------------------------------------------------------------------------

-- C is what one answer is made from: { R, file; items: the candidates so far; seen: the set of their labels;
-- number: true where a number stands before the place in its text, as in "6 tu"; files: see completion.at }.

-- Adds a candidate.  word: the name under which include/sconce.lua describes it, if it does.
local function add(C, label, kind, detail, word)
  if C.seen[label] or #C.items >= MAX_ITEMS then return end
  C.seen[label] = true
  C.items[#C.items + 1] = { label = label, kind = kind, detail = detail, word = word }
end

local function add_all(C, names, kind, detail)
  for _, name in ipairs(names) do add(C, name, kind, detail) end
end

local function is_identifier(name) return name:find "^[%a_][%w_]*$" ~= nil and not source.reserved[name] end

-- The text shown beside a thing: its help, or else its kind and where it was made.
local function detail_of(entry)
  local help = entry.fields.help
  local place = history.file_place(entry.made)
  return type(help) == "string" and help or entry.kind.name .. (place and ", " .. place or "")
end

-- Adds the things of a kind; bare: only those that can stand behind a dot, as in light.NAME.
local function add_things(C, kind, bare)
  local known = C.R.kinds[kind]
  for _, entry in ipairs(known and known:live() or {}) do
    if not bare or is_identifier(entry.name) then add(C, entry.name, "thing", detail_of(entry)) end
  end
  for _, o in ipairs(occurrences.of(C.R, C.file)) do       -- what the text makes, which may not be read yet
    if o.kind == kind and o.makes and not o.space and (not bare or is_identifier(o.name)) then
      add(C, o.name, "thing", kind)
    end
  end
end

-- Adds the names of steps; bare: only those that can stand behind a dot, as in step.NAME.
local function add_steps(C, bare)
  for _, name in ipairs(common.keys(C.R.steps_ever)) do
    if not bare or is_identifier(name) then add(C, name, "step", "step") end
  end
end

-- Adds every name that fits where a name of this kind is expected: steps, kinds, or things of the kind.
local function add_names(C, kind)
  if kind == "step" then return add_steps(C) end
  if kind == "kind" then
    for _, one in ipairs(C.R.kind_order) do
      if one.name ~= "kind" then add(C, one.name, "word", "kind") end
    end
    return
  end
  add_things(C, kind)
  if kind == "event" then add_all(C, common.keys(language.events), "event", "event of the program") end
end

-- Adds the tracks of an owner, as "member", or of all owners where it is nil, except those in `given`.
local function add_tracks(C, of, given)
  for _, entry in ipairs(C.R.kinds.track:live()) do
    local is_of_it = not of or (entry.fields.of or "party") == of
    if is_of_it and not (given and given[entry.name]) then add(C, entry.name, "track", detail_of(entry)) end
  end
end

local function add_rows(C, chart)
  local entry = C.R.kinds.chart.entries[chart]
  for _, row in ipairs(entry and entry.items or {}) do
    if type(row.name) == "string" and is_identifier(row.name) then
      add(C, row.name, "row", type(row.text) == "string" and row.text or "row of " .. chart)
    end
  end
end

-- Adds the fields of a kind, and the tracks to which its things give values, except those in `given`.
local function add_fields(C, kind, given)
  local known = C.R.kinds[kind]
  for _, name in ipairs(known and known.field_order or {}) do
    local detail = known.fields[name].words or "field of " .. kind
    -- A field with a place is the rules' own, and not described in include/sconce.lua.
    local word = not known.fields[name].place and kind .. "." .. name or nil
    if not given or not given[name] then add(C, name, "field", detail, word) end
  end
  add_tracks(C, kind, given)
end

-- Adds the fields and tracks of a record of the state; nil: of all records that a variable may hold.
local function add_record(C, of)
  for _, kind in ipairs(of and { of } or { "member", "light", "room" }) do
    add_tracks(C, kind)
    if C.R.kinds[kind] and kind ~= "kind" then add_fields(C, kind) end
    add_all(C, language.record_fields[kind] or {}, "field", "field of a " .. kind)
  end
end

-- --- values of fields ------------------------------------------------------------------------------

-- Adds the words that a type such as "each|one|all = all" allows, but no types, as in "string|dice".
local function add_alternatives(C, words)
  local type_words = words:gsub("%s*=.*$", ""):gsub("%?$", "")
  for word in type_words:gmatch "[^|]+" do
    local is_type = common.contains(base_types, word) or C.R.kinds[word]
    if not is_type then add(C, word, "value", type_words) end
  end
end

-- Adds the values of a setting.  quoted: its choices, inside quotes; else true and false, if it is a switch.
local function add_choices(C, name, quoted)
  local entry = C.R.kinds.setting.entries[name]
  if not entry then return end
  local choices, default = entry.fields.choices, entry.fields.default
  if quoted and common.is_plain(choices) then
    for _, choice in ipairs(choices) do
      if type(choice) == "string" then add(C, choice, "value", "setting " .. name) end
    end
  elseif not quoted and type(default) == "boolean" then
    add_all(C, { "true", "false" }, "value", "setting " .. name)
  end
end

local function add_ladder(C, name)
  local entry = C.R.kinds.track.entries[name]
  local steps = entry and entry.fields.steps
  for _, step in ipairs(common.is_plain(steps) and steps or {}) do
    if type(step) == "string" then add(C, step, "value", "step of " .. name) end
  end
end

-- Adds the units of a type of field, "duration" or "distance"; of both where it is nil.
local function add_units(C, what)
  for _, measured in ipairs(what and { what } or { "duration", "distance" }) do
    add_all(C, units[measured], "unit", measured)
  end
end

-- Adds the texts that a field may hold.  owner: its kind, "row" or "ruleset"; thing: the name of the thing
-- that has it, where that is known.
local function add_texts_of(C, owner, key, thing)
  local field = C.R.kinds[owner] and C.R.kinds[owner].fields[key]
  local type_words = owner == "ruleset" and language.ruleset_fields[key] or field and field.words or ""
  local named = occurrences.named_kind(C.R, owner, key)
  if named then add_names(C, named) end
  if key == "of" and (owner == "track" or owner == "timer") then
    add_all(C, language.owners, "value", "owner")
  elseif key == "takes" then
    add_all(C, common.keys(language.arguments), "value", "argument")
    add_names(C, "kind")
  end
  if key == "is" or owner == "kind" then add_all(C, base_types, "value", "type") end
  if key == "unit" then add_units(C) end
  if owner == "setting" and key == "default" then add_choices(C, thing, true) end
  local measured = type_words:match "duration" or type_words:match "distance"
    or type_words:match "quantity" and "distance"
  if measured and C.number then add_units(C, measured) end
  if type_words:find("|", 1, true) then add_alternatives(C, type_words) end
end

-- --- the brackets around a place --------------------------------------------------------------------

-- The frame of the body of a thing named by the text at index `at`: KIND "NAME" or KIND("NAME"); or nil.
local function frame_of_making(C, at)
  local kinds, words = C.file.kinds, C.file.words
  local of = kinds[at - 1] == "(" and at - 2 or at - 1
  local kind = words[of]
  if kinds[of] ~= "name" or not (C.R.kinds[kind] or kind == "ruleset") then return nil end
  return kind == "kind" and { adds = words[at] } or { kind = kind, thing = words[at] }
end

-- The frame of the braces behind the path that ends at index `at`, as light.torch, chart.hazard.free or
-- kind.light:has; or nil.
local function frame_of_path(C, at)
  local words = C.file.words
  local base, name, before = words[at - 2], words[at], words[at - 4]
  if matches(C.file, at - 1, ": has") and before == "kind" then return { adds = base } end
  if matches(C.file, at - 1, ": add") and before == "chart" then return { row = base } end
  if C.file.kinds[at - 1] == ":" then return nil end
  if C.R.kinds[base] and C.file.kinds[at - 3] ~= "." then return { kind = base, thing = name } end
  return before == "chart" and { row = base } or nil
end

-- The frame of the body that the { at index i opens, or nil.
local function frame_of_body(C, i)
  local at = C.file.kinds[i - 1] == "(" and i - 2 or i - 1
  if matches(C.file, at - 1, "TEXT )") then return frame_of_making(C, at - 1) end
  if matches(C.file, at, "TEXT") then return frame_of_making(C, at) end
  return matches(C.file, at - 1, ".|: NAME") and frame_of_path(C, at) or nil
end

-- The fields of a frame for the bracket that opens at index i.  outer: the frame around it, or nil.
local function contents_of(C, i, outer)
  local before = C.file.kinds[i - 1]
  if C.file.kinds[i] == "(" then return { call = i - 1 } end
  if C.file.kinds[i] == "[" then return { of = outer } end
  if before == "=" then return { key = i - 2, of = outer } end
  if outer and outer.kind == "chart" and matches(C.file, i - 1, "{|,|;") then return { row = outer.thing } end
  if outer and outer.call and matches(C.file, i - 1, "(|,") then
    return { call = outer.call, options = outer.n + 1, listed = before == "(" }
  end
  -- Behind a name alone, NAME { … }, the braces are its only argument.
  return frame_of_body(C, i) or before == "name" and { call = i - 1, options = 1, listed = true } or {}
end

-- True if the word at index i begins a statement at the margin.
local function begins_statement(file, i)
  return matches(file, i, "NAME|function|local") and file.begins[i] == file.starts[file.lines[i]]
end

-- The innermost frame around the word at index `last`; nil outside brackets.  A name at the margin begins a
-- statement, so a bracket above it that is still open was forgotten.
local function frame_around(C, last)
  local file, stack = C.file, {}
  for i = 1, last do
    if begins_statement(file, i) then stack = {} end
    local innermost = stack[#stack]
    if matches(file, i, "{|(|[") then
      local frame = contents_of(C, i, innermost)
      frame.i, frame.n = i, 0
      stack[#stack + 1] = frame
    elseif matches(file, i, "}|)|]") then stack[#stack] = nil
    elseif innermost and matches(file, i, ",|;") then innermost.n = innermost.n + 1 end
  end
  return stack[#stack]
end

-- The names that the braces of a frame give values to.
local function given_in(C, frame)
  local file, given, at = C.file, {}, frame.i + 1
  while file.kinds[at] and file.kinds[at] ~= "}" and not begins_statement(file, at) do
    if matches(file, at, "NAME =") then given[file.words[at]] = true end
    at = source.after(file, at)
  end
  return given
end

-- --- inside a text ----------------------------------------------------------------------------------

-- Adds what may be compared with or assigned to the path that ends at index i: setting.NAME, who.TRACK,
-- light.torch.lasts.
local function add_texts_like(C, i)
  local kinds, words = C.file.kinds, C.file.words
  if kinds[i] ~= "name" or kinds[i - 1] ~= "." then return end
  local key, base = words[i], words[i - 2]
  if base == "setting" then return add_choices(C, key, true) end
  if base == "ruleset" then return add_texts_of(C, "ruleset", key) end
  if kinds[i - 3] == "." and C.R.kinds[words[i - 4]] then return add_texts_of(C, words[i - 4], key, base) end
  add_ladder(C, key)
end

-- Adds what a condition may begin with.
local function add_conditions(C)
  add_names(C, "track")
  add_all(C, { "dark", "here", "not" }, "value", "condition")
end

-- Adds what a field such as `fails` may say that is done.
local function add_effects(C)
  add_all(C, language.effects, "field", "what it does")
  add_all(C, language.of_checks, "field", "what it does")
end

-- By field: what adds the names that its braces give values to, as needs = { oil = "…" }.
local add_keys_of <const> = { needs = add_conditions, unless = add_conditions,
  sets = function(C) add_names(C, "track") end, fails = add_effects, empty = add_effects, full = add_effects }

-- Adds the texts that a word takes as its argument number n.
local function add_argument(C, word, call, n)
  local facts = language.words[word]
  if word == "extends" or word == "include" then
    C.files = word
  elseif word == "pass" and C.number then add_units(C, "duration")
  elseif word == "set" and n == 3 then          -- set(who, "TRACK", "STEP"): TRACK is 4 words behind set
    local track = C.file.words[call + 4]
    if C.file.kinds[call + 4] == "text" then add_ladder(C, track) end
  elseif facts and facts.names_kind and (n == 1 or n == 2 and facts.owner) then
    add_names(C, facts.names_kind)
  elseif (word == "count" or word == "those") and n == 2 then add_conditions(C)
  elseif rows.is_method({ name = "procedure" }, word) then add_steps(C) end
end

-- Adds what may stand in the text at index i.
local function add_in_text(C, i)
  local words, before, frame = C.file.words, C.file.kinds[i - 1], frame_around(C, i - 1)
  if before == "name" then return add_argument(C, words[i - 1], i - 1, 1) end
  if before == "==" or before == "~=" then return add_texts_like(C, i - 2) end
  if before == "=" then
    local key = words[i - 2]
    if frame and frame.kind then return add_texts_of(C, frame.kind, key, frame.thing) end
    if frame and frame.row then return add_texts_of(C, "row", key) end
    if frame and frame.adds then return add_texts_of(C, "kind", "") end
    return add_texts_like(C, i - 2)
  end
  if not frame then return end
  if frame.call and frame.listed then
    local facts = language.words[words[frame.call]]
    if facts and facts.list then add_names(C, facts.names_kind) end
  elseif frame.call then add_argument(C, words[frame.call], frame.call, frame.n + 1)
  elseif frame.kind == "procedure" then add_steps(C)
  elseif before == "[" and frame.of and frame.of.key then
    local add_for = add_keys_of[words[frame.of.key]]
    if add_for then add_for(C) end
  elseif frame.key and frame.of and (frame.of.kind or frame.of.row) then
    add_texts_of(C, frame.of.kind or "row", words[frame.key], frame.of.thing)
  end
end

-- --- names --------------------------------------------------------------------------------------------

-- The names of the path that ends before the point at index i, as { "light", "torch" } in light.torch.lasts.
local function path_before(file, i)
  local path, at = { file.words[i - 1] }, i - 1
  while file.kinds[at - 1] == "." do
    at = at - 2
    table.insert(path, 1, file.words[at])
  end
  return path
end

-- Adds what may stand behind a single name and a dot.
local function add_behind_name(C, name)
  local R = C.R
  if name == "kind" then return add_names(C, "kind") end
  if R.kinds[name] then return add_things(C, name, true) end
  if name == "ruleset" then return add_all(C, common.keys(language.ruleset_fields), "field", "ruleset") end
  if name == "rule" then return add_all(C, common.keys(R.spaces.rule.entries), "function", "rule") end
  if name == "step" then return add_steps(C, true) end
  if name == "act" or name == "cannot" then return add_things(C, "action", true) end
  if name == "on" then
    for _, kind in ipairs(language.hook_kinds) do add_things(C, kind, true) end
    return add_all(C, common.keys(language.events), "event", "event of the program")
  end
  if language.state[name] then return add_record(C, language.state[name].of) end
  if common.contains(language.libraries, name) then
    return add_all(C, common.keys(getmetatable(R.env[name]).__index), "function", name)
  end
  add_record(C)
end

-- Adds what may stand behind the point at index i.
local function add_behind_point(C, i)
  local path = path_before(C.file, i)
  local first, n = path[1], #path
  if n == 1 then return add_behind_name(C, first) end
  if n == 2 and C.R.kinds[first] then                              -- light.torch.
    if first == "chart" then add_rows(C, path[2]) end
    return add_fields(C, first)
  end
  if path[n - 2] == "chart" then return add_all(C, language.row_fields, "field", "field of a row") end
  add_record(C)
end

-- Adds the names that the text declares above index i as locals or parameters.
local function add_locals(C, i)
  local file = C.file
  for j = 1, i do
    local declares = matches(file, j - 1, "local|for NAME") or matches(file, j - 2, "local function NAME")
    if declares then add(C, file.words[j], "local", "local")
    elseif file.kinds[j] == "function" then
      local at = j + 1
      while file.kinds[at] and not matches(file, at, "(|)") do at = at + 1 end
      while matches(file, at + 1, "NAME") and at < i do
        add(C, file.words[at + 1], "local", "parameter")
        at = at + 2
      end
    end
  end
end

-- Adds every word of the language, the locals, and the words of Lua.
local function add_words(C, i)
  add_locals(C, i)
  for _, name in ipairs(common.keys(C.R.env)) do
    local kind = C.R.kinds[name]
    local is_function = not kind and type(rawget(C.R.env, name)) == "function"
    add(C, name, is_function and "function" or "word", kind and "kind" or "word", name)
  end
  add_all(C, common.keys(language.state), "word", "record")
  add_all(C, keywords, "keyword", "Lua")
end

-- Adds the fields that may begin here in the braces of a frame; returns false where these have no fields.
local function add_keys(C, frame)
  if frame.kind == "ruleset" then add_all(C, common.keys(language.ruleset_fields), "field", "ruleset")
  elseif frame.kind then add_fields(C, frame.kind, given_in(C, frame))
  elseif frame.row then add_all(C, language.row_fields, "field", "field of a row")
  elseif frame.key and add_keys_of[C.file.words[frame.key]] then add_keys_of[C.file.words[frame.key]](C)
  elseif frame.call and frame.options then
    local word = C.file.words[frame.call]
    local facts = language.words[word]
    if not facts or not facts.options or facts.options_at ~= frame.options then return false end
    add_all(C, facts.options, "field", "option of " .. word)
  else return false end
  return true
end

-- Adds what may stand as a name behind the word at index i.
local function add_name(C, i)
  local file = C.file
  if file.kinds[i] == "." then return add_behind_point(C, i) end
  if file.kinds[i] == ":" then
    return add_all(C, all_methods[file.words[i - 3]] or { "at" }, "function", "method")
  end
  local frame = frame_around(C, i)
  local at_key = frame and matches(file, i, "{|,|;")
  if at_key and add_keys(C, frame) then return end
  if matches(file, i - 3, "setting . NAME =") then add_choices(C, file.words[i - 1]) end
  add_words(C, i)
end

-- --- the answer ---------------------------------------------------------------------------------------

-- True if a comment stands between the end of the word at index i and byte `at`.
local function is_in_comment(file, i, at)
  local between = file.text:sub(i > 0 and file.stops[i] or 1, at - 1)
  local long = between:find("--[[", 1, true)
  if long and not between:find("]]", long, true) then return true end
  return between:match "[^\n\r]*$":find("--", 1, true) ~= nil
end

-- The bytes that an item replaces in the text at index i, for the place `at` in it: the whole text, or,
-- behind a number as in "6 tu", only the unit; and whether a number stands there.
local function part_of_text(file, i, at)
  local first, stop = file.begins[i], file.stops[i]
  local before = file.text:sub(first, at - 1)
  local has_number = before:find "^%s*[%d./ ]+%a*%s*%a*$" ~= nil
  local is_closed = file.text:sub(stop, stop) == file.text:sub(first - 1, first - 1)
  return has_number and at - #before:match "%a*$" or first, is_closed and stop or at, has_number
end

-- Finds what could stand at byte `at` of a file that has the places of its words (source.places).
-- Returns { line, from, to: what an item replaces; items = {{ label, kind, detail, word },…};
-- files: "extends" or "include" when names of files could stand there, too }.
function completion.at(R, file, at)
  local i = common.first_from(file.begins, at) - 1       -- of the last word that begins before it, or 0
  local behind_quote = file.kinds[i + 1] == "text" and file.begins[i + 1] == at
  if behind_quote then i = i + 1 end
  local is_touched = i > 0 and at <= file.stops[i]       -- the place is in the word at index i, or at its end
  local in_name = is_touched and (file.kinds[i] == "name" or source.reserved[file.kinds[i]])
  local in_text = is_touched and file.kinds[i] == "text"
  local in_number = is_touched and file.kinds[i] == "number"
  if in_number or not in_name and not in_text and is_in_comment(file, i, at) then return { items = {} } end
  local C = { R = R, file = file, items = {}, seen = {} }
  local from, to = at, at
  if in_text then
    from, to, C.number = part_of_text(file, i, at)
    add_in_text(C, i)
  elseif in_name then
    from, to = file.begins[i], file.stops[i]
    add_name(C, i - 1)
  else
    add_name(C, i)
  end
  local line = common.first_from(file.starts, from + 1) - 1
  local first = file.starts[line]
  return { line = line, from = from - first + 1, to = to - first + 1, items = C.items, files = C.files }
end

return completion
