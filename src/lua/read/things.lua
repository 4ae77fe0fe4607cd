-- things.lua -- kinds and things while files are read: a call makes a thing, an assignment changes it, nil
-- removes it.  Rule files see a thing as a proxy, which notes every change and its line.
--
-- An entry is the record of one thing:
--   kind, name, made: its kind, its name, and the place that made it; nth: its number among all things
--   fields: stored values by name (functions.lua); at: the place of each
--   changed: the first change of each field, a note of history.lua; making: true until its body is read
--   proxy: what rule files see; host: true when the program makes it; removed: the place that removed it
--   doubtful: true when a mistake took the value of a field, so that nothing is reported as missing
--   items, step_at, items_at, own, removed_rows, unread: its rows or steps (rows.lua)
--   cards_before: of a deck, its list and a copy of it as the file before left it (note_cards)
--   final, starts: what the checks of fields.lua make of `fields`
local common = module "common"
local functions = module "read/functions"
local language = module "read/language"
local history = module "read/history"
local mistakes = module "read/mistakes"
local rows = module "read/rows"
local source = module "read/source"
local types = module "read/types"
local things = {}

local here, place_text = mistakes.here, mistakes.place_text
local report, nothing = mistakes.report, mistakes.nothing
local is_nothing = mistakes.is_nothing

-- --- kinds ---------------------------------------------------------------------------------------

-- A kind: { name, fields: by name, field_order: names, entries: by name, order: all entries, also removed
-- ones, made: its place, rows: true when bodies hold items without names, host: true when the program makes
-- it }.
local Kind = {}
Kind.__index = Kind

-- The things of this kind that no file has removed, in the order in which they were made.
function Kind:live()
  return common.where(self.order, function(entry) return not entry.removed end)
end

function Kind:names() return common.names(self:live()) end

-- True if things of this kind have a track of that name.
function Kind:has_track(R, key)
  local track = R.kinds.track.entries[key]
  return track ~= nil and (track.fields.of or "party") == self.name
end

-- The names that a body may give values to: fields of the kind, and tracks that its things have.
function Kind:all_fields(R)
  return common.append(common.copy_list(self.field_order), common.map(R.kinds.track:names(), function(name)
    return self:has_track(R, name) and name or nil
  end))
end

-- Adds a field to a kind.  spec: its type in words, which is parsed when all kinds are known; or, if it is no
-- text, the default value, which tells the type.
local function add_field(kind, name, spec, place)
  if is_nothing(spec) then spec = "any?" end
  local words = type(spec) == "string" and spec or nil
  kind.fields[name] = { name = name, place = place, words = words,
    type = not words and types.of_default(spec) or nil }
  kind.field_order[#kind.field_order + 1] = name
end

-- --- fields --------------------------------------------------------------------------------------

-- Sets a field of a thing; once the thing is made this is a change, and noted.
local function set_field(R, entry, key, value, place)
  if is_nothing(value) then
    entry.doubtful = true
    return
  end
  local unfit = mistakes.unfit(R, value)
  -- The owner of a track is checked here, before the fields are, as these are read by it.
  if not unfit and entry.kind.name == "track" and key == "of" and value ~= nil then
    unfit = select(2, types.fit({ base = "string" }, functions.stored(R, value), R))
  end
  if unfit then
    entry.doubtful = true
    return report(R, place, "%s \"%s\", %s: %s", entry.kind.name, entry.name, key, unfit)
  end
  local was, was_at = entry.fields[key], mistakes.field_place(entry, key)
  entry.fields[key], entry.at[key] = functions.stored(R, value), place
  if not entry.making then
    local note = history.note(R, history.label(entry, key), was, was ~= nil and was_at or nil,
      entry.fields[key], place)
    entry.changed[key] = entry.changed[key] or note                -- the first one
  end
end

-- True if setting.NAME.KEY means an entry in the setting's table, there or new, and not a field of the
-- setting, as `help`.
local function is_in_table(entry, key)
  local held = entry.kind.name == "setting" and entry.fields.default
  return common.is_plain(held) and (held[key] ~= nil or not entry.kind.fields[key])
end

-- Checks a new value of an entry in a setting's table: returns what is wrong, or nil.  A new entry whose name
-- is near an old one's is taken for a slip.  The value must have the type of the old value; for a new entry,
-- that of the first entry.
local function misfit_in_table(entry, key, value, label)
  local held = entry.fields.default
  local was, names = held[key], common.keys(held)
  local near = was == nil and type(key) == "string" and common.nearest(key, names)
  if near then
    return ("setting \"%s\" has no entry '%s'; did you mean '%s'?"):format(entry.name, key, near)
  end
  local like = was
  if like == nil then like = held[names[1]] end
  if value == nil or like == nil or type(value) == type(like) then return nil end
  return ("%s: %s is needed, and this is %s"):format(label, types.base[types.of_default(like).base].what,
    common.show(value))
end

-- Handles setting.slow.fog = 0.5: changes one entry of a setting's table.
local function set_in_table(R, entry, key, value, place)
  if is_nothing(value) then
    entry.doubtful = true
    return
  end
  local held, what = entry.fields.default, ("setting.%s.%s"):format(entry.name, tostring(key))
  local unfit = mistakes.unfit(R, { [key] = value })
  local misfit = unfit and what .. ": " .. unfit or misfit_in_table(entry, key, value, what)
  if misfit then return report(R, place, "%s", misfit) end
  local was, now = held[key], common.copy(held)
  now[key] = value
  history.note(R, what, was, was ~= nil and mistakes.field_place(entry, "default") or nil, now[key], place,
    was == nil and "new" or nil)
  entry.changed.default = entry.changed.default or { was = held }
  entry.fields.default, entry.at.default = now, place
end

-- Sets what a body gives, rows and fields, of a thing that is made or changed.
local function set_fields(R, entry, body, place)
  rows.read(R, entry, body, place)
  for _, key in ipairs(common.keys(body)) do
    if type(key) == "string" then
      set_field(R, entry, key, body[key], source.within(R, place, entry.name, key))
    end
  end
end

-- Adds the fields in a body to a kind.  made: the kind is being made here; else it is kind.NAME:has { … }.
local function add_fields(R, kind, fields, place, made)
  local label = made and ("kind \"%s\""):format(kind.name) or ("kind.%s:has"):format(kind.name)
  local before_braces = made and kind.name or "has"    -- the word or text that the braces follow
  for _, key in ipairs(common.keys(fields)) do
    local at, old = source.within(R, place, before_braces, key), kind.fields[key]
    if type(key) ~= "string" then
      report(R, made and place or at, "%s: every field has a name and a type or a default, as %s", label,
        made and "hd = \"integer\"" or "dex = 0")
    elseif old then
      if R.unsure ~= "all" then
        report(R, at, "kind.%s has a field '%s' already%s", kind.name, key,
          old.place and (", made at %s; kind.%s.%s = … changes its default"):format(place_text(old.place),
            kind.name, key) or "; every ruleset has it")
      end
    elseif key == "name" or common.contains(language.record_fields[kind.name] or {}, key) then
      report(R, at, "kind.%s: every %s has a '%s' of its own; choose another name", kind.name, kind.name, key)
    elseif mistakes.unfit(R, fields[key]) then
      report(R, at, "%s, %s: %s", label, key, mistakes.unfit(R, fields[key]))
    else
      add_field(kind, key, fields[key], at)
      local what = "kind." .. kind.name .. "." .. key
      if not made then history.note(R, what, nil, nil, fields[key], at, "new") end
    end
  end
end

-- Handles kind.member:has { dex = 0 }.
local function read_has(R, entry, place, fields)
  local needed = "kind.%s:has takes fields in braces, as { name = 0 }"
  if mistakes.check_body(R, place, fields, needed, entry.name) then
    add_fields(R, R.kinds[entry.name], fields, place, false)
  end
end

-- --- one thing -----------------------------------------------------------------------------------

-- The method `key` of a thing, or nil when it has none.
local function method_of(R, entry, key)
  if entry.kind.name ~= "kind" then return rows.method(R, entry, key) end
  if key ~= "has" then return end
  return rows.new_method(R, entry, "has", "has { … }", function(place, fields)
    read_has(R, entry, place, fields)
  end)
end

local SETTING_TOO_EARLY = "setting.%s cannot be read while files are being read: a later file may still \z
  change it; read it inside a function"

-- Handles the reading of light.torch.lasts, and of methods as chart.hazard.add.
local function read_field(R, entry, key)
  local kind = entry.kind
  local method = method_of(R, entry, key)
  if method then return method end
  if kind.name == "chart" and not kind.fields[key] then return rows.get(R, entry, key) end
  if key == "name" then return entry.name end
  if kind.name == "setting" and (key == "default" or is_in_table(entry, key)) then
    mistakes.report_early(R, SETTING_TOO_EARLY, entry.name)
    return nothing
  end
  if not kind.fields[key] and not kind:has_track(R, key) then
    local of_kind = kind.name == "kind" and R.kinds[entry.name]
    if of_kind and of_kind.fields[key] then
      report(R, here(), "kind.%s.%s is a field, and kind.%s.%s = … changes its default", entry.name, key,
        entry.name, key)
    else
      mistakes.report_missing(R, here(), "field", key, (of_kind or kind):all_fields(R), nil,
        tostring(entry.proxy))
    end
    return nothing[key]
  end
  return functions.as_seen(R, entry.fields[key])
end

-- Handles kind.member.dex = 2: another default for a field that rules have added; nil takes the field away.
local function assign_default(R, kind, key, value)
  local field, what, place = kind.fields[key], ("kind.%s.%s"):format(kind.name, tostring(key)), here()
  if not field or not field.place then
    local own = common.where(kind.field_order, function(name) return kind.fields[name].place end)
    return mistakes.report_missing(R, place, "field", key, own,
      ("kind.%s:has { %s = … } adds one"):format(kind.name, tostring(key)), "kind." .. kind.name)
  end
  if is_nothing(value) then return end
  local was = field.changed and field.changed.value
  if was == nil and field.words then was = field.words:match "=%s*(.-)%s*$"
  elseif was == nil then was = field.type.default end
  history.note(R, what, was, field.changed and field.changed.place or field.place, value, place,
    value == nil and "gone" or nil)
  field.changed = { value = value, place = place }             -- fields.read_types fits it to the type
  if value ~= nil then return end
  kind.fields[key] = nil
  table.remove(kind.field_order, common.contains(kind.field_order, key))
end

-- Handles light.torch.lasts = "8 turns".
local function assign_field(R, entry, key, value)
  local kind = entry.kind
  if kind.name == "kind" then return assign_default(R, R.kinds[entry.name], key, value) end
  if kind.name == "chart" and rows.set(R, entry, key, value) then return end
  if is_in_table(entry, key) then return set_in_table(R, entry, key, value, here()) end
  set_field(R, entry, key, value, here())
end

-- Handles light.torch { lasts = "8 turns" }.  Returns the value of the statement: one that reports anything
-- written after it; or after a mistake `nothing`, which any use accepts.
local function change_by_body(R, entry, body)
  local kind = entry.kind
  if kind.name == "setting" and body ~= nil and not common.is_plain(body) then
    report(R, here(), "setting.%s is set with =; write setting.%s = %s", entry.name, entry.name,
      common.show(body))
    return nothing
  end
  if not mistakes.check_body(R, here(), body, "%s.%s takes its fields in braces, %s.%s { FIELD = … }",
    kind.name, entry.name, kind.name, entry.name) then
    return nothing
  end
  if kind.name == "kind" then read_has(R, entry, here(), body) else set_fields(R, entry, body, here()) end
  return mistakes.statement_end(R, kind.name .. "." .. entry.name .. " { … }")
end

-- Arithmetic with a setting fails while files are read, because its value is not known yet.
local arithmetic <const> = common.split "add sub mul div mod pow unm idiv concat lt le len"

-- Makes the proxy by which rule files see an entry; seal.lua changes its metatable when all are read.
local function entry_proxy(R, entry)
  local kind = entry.kind
  local meta = {
    __sealed = kind.name .. "." .. entry.name,
    __index = function(_, key) return read_field(R, entry, key) end,
    __newindex = function(_, key, value) assign_field(R, entry, key, value) end,
    __call = function(_, body) return change_by_body(R, entry, body) end,
    __tostring = function() return kind.name .. " \"" .. entry.name .. "\"" end,
  }
  for _, word in ipairs(kind.name == "setting" and arithmetic or {}) do
    meta["__" .. word] = function()
      mistakes.report_early(R, SETTING_TOO_EARLY, entry.name)
      return word == "len" and 0 or nothing
    end
  end
  return setmetatable({}, meta)
end

-- Makes an entry and adds it to its kind.
local function new_entry(R, kind, name, place)
  R.count = R.count + 1
  local entry = { kind = kind, name = name, made = place, nth = R.count, fields = {}, at = {}, changed = {} }
  entry.proxy = entry_proxy(R, entry)
  R.entry_of[entry.proxy] = entry
  kind.entries[name] = entry
  kind.order[#kind.order + 1] = entry
  return entry
end

local host = { file = "host", line = 0 }

-- Makes a thing that every chain has.
function things.of_host(R, kind, name, fields)
  local entry = new_entry(R, kind, name, host)
  entry.host = true
  for k, v in next, fields or {} do entry.fields[k] = v end
  return entry
end

-- Makes the event of a text with which play ends, ends = "Land!", also while things are checked.
function things.add_ending(R, name, text, place)
  local entry = new_entry(R, R.kinds.event, name, place)
  entry.fields, entry.at, entry.of_text = { text = text, ends = true }, { text = place, ends = place }, true
  entry.final = { text = text, ends = true, stops = false, secret = false }
  if R.hooks then R.hooks[name] = entry end
  if R.events then R.events[name] = entry.final end
  if R.procedures then
    R.procedures[name] = { name = name, steps = {}, is_ending = true }
    R.has_endings = true
  end
end

-- The end of a message about a thing that exists already: how to change it.
local function how_to_change(kind, name)
  if not name:match "^[%a_][%w_]*$" then return "" end
  if kind.name == "setting" then return ("; to change it, write setting.%s = …"):format(name) end
  return ("; to change it, write %s.%s { … } or %s.%s.FIELD = …"):format(kind.name, name, kind.name, name)
end

-- Reports a thing of a name that another has: `old`.
local function report_made_already(R, kind, name, old, place)
  if R.unsure == "all" then return end         -- the file that could not be read may take the old one away
  if kind.name == "kind" then
    return report(R, place, "the kind \"%s\" is there already; kind.%s:has { … } adds fields to it",
      name, name)
  end
  local cure = how_to_change(kind, name)
  if R.file and R.file.part_of then
    cure = ("; %s.%s = nil above the include leaves that of the part"):format(kind.name, name)
  end
  report(R, place, "%s \"%s\" was made already, at %s%s", kind.name, name, place_text(old.made), cure)
end

-- Makes a thing, unless there is one of that name; rules may replace an event of the program.
local function make(R, kind, name, body, place)
  local old = kind.entries[name]
  if old and not (old.host and kind.name == "event") then
    return report_made_already(R, kind, name, old, place)
  end
  if old then
    old.removed = host
    R.redefined[name] = true
  end
  if kind.name == "kind" then return things.add_kind(R, name, body, place) end
  local entry = new_entry(R, kind, name, place)
  entry.making = true
  set_fields(R, entry, body, place)
  -- A track with `away` or `idle` can only be a switch of members, so it need not say that it is one.
  if kind.name == "track" and (body.away or body.idle) and body.of == nil then
    set_field(R, entry, "of", "member", place)
    if body.start == nil and body.steps == nil then set_field(R, entry, "start", false, place) end
  end
  entry.making = nil
  if history.is_house(R, place.file) then
    history.note(R, kind.name .. "." .. name, nil, nil, history.as_is(entry.fields, entry.items), place,
      "new")
  end
end

-- --- the word of a kind --------------------------------------------------------------------------

-- Reports the name of a thing that cannot be shown or read again.
local function check_thing_name(R, kind, name, place)
  if not utf8.len(name) then
    report(R, place, "%s: its name is not UTF-8, so not every program can show it", kind.name)
  elseif name:find "%c" or name:find "^[=?~!*&]" then    -- signs of measures (campaign/study/tally.c)
    report(R, place, "%s \"%s\": a name is one line and does not begin with = ? ~ ! * or &", kind.name, name)
  elseif common.is_long(name) then
    report(R, place, "%s \"%s\": a name has at most %d letters", kind.name, sandbox.text(name, 40),
      common.name_max)
  end
end

-- Handles light "torch" and returns the function that takes the body.
local function read_name(R, kind, name)
  local place = here()
  if is_nothing(name) then return nothing end
  if type(name) ~= "string" or name == "" then
    report(R, place, "%s takes a name in quotes and then its fields: %s \"name\" { … }", kind.name, kind.name)
    return nothing
  end
  check_thing_name(R, kind, name, place)
  local pending = { kind = kind, name = name, place = place }
  R.pending[#R.pending + 1] = pending
  return function(body)
    pending.done = true
    if is_nothing(body) then return nothing end
    if mistakes.check_body(R, here(), body, "%s \"%s\" takes its fields in braces", kind.name, name) then
      make(R, kind, name, body, here())
    end
    return mistakes.statement_end(R, kind.name .. " \"" .. name .. "\" { … }")
  end
end

-- True if setting.NAME on the running line is followed by a field or a body, so that it is changed, not read.
local function is_changed_here(R, name)
  local place = here()
  local file = R.by_name[place.file]
  if not file then return false end
  local i, j = source.words_of(file, place.line)
  for at = i or 1, j or 0 do
    if file.words[at] == name and source.matches(file, at - 2, "setting . NAME .|{|(") then return true end
  end
  return false
end

-- The ruleset below a house file, by its name, in the message that it has no setting with nearly this name;
-- the setting may be one of another ruleset.
local function ruleset_below(R, kind, name)
  local file = kind.name == "setting" and R.ruleset and R.ruleset.made.file
  local is_house = file and file ~= here().file and not mistakes.renamed(R, name)
    and not common.nearest(tostring(name), kind:names())
  return is_house and file:gsub("%.lua$", "") or nil
end

-- Handles the reading of light.torch.
local function get_thing(R, kind, name)
  if is_nothing(name) then return nothing end
  local entry = kind.entries[name]
  if not entry then
    local cure
    if name == "has" then cure = ("kind.%s:has { … } gives all of them a field"):format(kind.name)
    elseif #kind:names() > 8 then                      -- common.hint then lists none
      cure = ("one is made with %s \"%s\" { … }"):format(kind.name, name)
    end
    mistakes.report_missing(R, here(), kind.name, name, kind:names(), cure, ruleset_below(R, kind, name))
    return nothing[name]
  end
  if kind.name == "setting" and not is_changed_here(R, name) then
    mistakes.report_early(R, SETTING_TOO_EARLY, tostring(name))
    return nothing
  end
  return entry.proxy
end

-- Handles light.torch = nil.
local function remove(R, entry)
  local kind, place, label = entry.kind, here(), entry.kind.name .. "." .. entry.name
  if kind.name == "kind" then return report(R, place, "a kind cannot be taken away, only things of it") end
  if entry.host then
    return report(R, place, "'%s' is one of Sconce's own events and cannot be removed", entry.name)
  end
  entry.removed = place
  kind.entries[entry.name] = nil
  history.note(R, label, history.as_is(entry.fields, entry.items), entry.made, nil, place, "gone")
  R.removed_at[label] = place
  local spaces = common.contains(language.hook_kinds, kind.name) and { "on" } or {}
  if kind.name == "action" then spaces = { "act", "cannot" } end
  for _, space in ipairs(spaces) do
    R.spaces[space].entries[entry.name] = nil              -- the thing's functions go with it
  end
end

-- Handles an assignment to light.torch; only nil, or a value for a setting, is allowed.  Any later file, such
-- as a house file, may assign; a name that is not there is a mistake, and the rules do not load.
local function assign(R, kind, name, value)
  local entry = kind.entries[name]
  if not entry then
    mistakes.report_missing(R, here(), kind.name, name, kind:names(), value ~= nil and kind.name ~= "setting"
      and ("to make one, write %s \"%s\" { … }"):format(kind.name, tostring(name)) or nil,
      ruleset_below(R, kind, name))
  elseif is_nothing(value) then
    entry.doubtful = true
  elseif value == nil then
    remove(R, entry)
  elseif kind.name == "action" and type(value) == "function" then
    report(R, here(), "what an action does is act.%s: function act.%s(who) … end", name, name)
  elseif kind.name == "event" and type(value) == "function" then
    report(R, here(), "what an event does is on.%s: function on.%s() … end", name, name)
  elseif kind.name == "setting" then
    set_field(R, entry, "default", value, here())
  elseif value == false then
    report(R, here(), "nil takes a thing away, and not false; write %s.%s = nil", kind.name, name)
  elseif kind.name == "track" and type(value) ~= "table" then
    report(R, here(), "track \"%s\" is a track, and no value; where it begins is track.%s.start = %s", name,
      name, common.show(value))
  else
    report(R, here(), "%s \"%s\" is there already, and is changed without =%s", kind.name, name,
      how_to_change(kind, name))
  end
end

-- The word of a kind, as `light`: light "torch" { … } makes or changes a thing, light.torch gives it, and
-- light.torch = nil takes it away.
local function kind_proxy(R, kind)
  return setmetatable({}, {
    __sealed = kind.name,
    __call = function(_, name) return read_name(R, kind, name) end,
    __index = function(_, name) return get_thing(R, kind, name) end,
    __newindex = function(_, name, value) assign(R, kind, name, value) end,
  })
end

-- Reports a name that no kind can have; returns whether it did.
local function report_kind_name(R, name, place)
  local is_word = name:match "^[%a_][%w_]*$" and not source.reserved[name]
  if place and not is_word then
    report(R, place,
      "kind \"%s\": its name becomes a word, and a word holds letters, digits and _ only, and is none of \z
      Lua's", name)
    return true
  elseif rawget(R.env, name) ~= nil or language.state[name] or name == "clock" then
    report(R, place, "kind \"%s\": '%s' is a word of the language already; choose another", name, name)
    return true
  end
  return false
end

-- Makes a kind and its word.  fields: by name a type in words, or a default (add_field).  place: nil for
-- kinds of the program; their rows = true is no field, but says that their things have rows.
function things.add_kind(R, name, fields, place)
  if report_kind_name(R, name, place) then return end
  local is_host = place == nil
  local kind = setmetatable({ name = name, fields = {}, field_order = {}, entries = {}, order = {},
    made = place, rows = is_host and fields.rows == true, host = is_host }, Kind)
  for _, key in ipairs(is_host and common.keys(fields) or {}) do
    if key ~= "rows" then add_field(kind, key, fields[key]) end
  end
  if not is_host then add_fields(R, kind, fields, place, true) end
  R.kinds[name] = kind
  R.kind_order[#R.kind_order + 1] = kind
  kind.proxy = kind_proxy(R, kind)
  R.env[name] = kind.proxy
  if not is_host and history.is_house(R, place.file) then
    history.note(R, "kind." .. name, nil, nil, { fields = fields }, place, "new")
  end
  -- The kinds are the things of the kind "kind"; it is not one of its own.
  if name ~= "kind" then new_entry(R, R.kinds.kind, name, place or host).host = is_host end
end

-- Notes in the history that a file changed the list of a deck, as table.insert(deck.NAME.cards, "joker") does
-- without an assignment that the proxy would see.  Runs after each file.
function things.note_cards(R, file)
  for _, entry in ipairs(R.kinds.deck:live()) do
    local cards, before = entry.fields.cards, entry.cards_before or {}
    if before.list == cards and not common.same(before.copy, cards) then
      local was_at, line = mistakes.field_place(entry, "cards"), 1
      for i, word in ipairs(file.words) do
        if word == "cards" and file.words[i - 2] == entry.name then line = file.lines[i] end
      end
      entry.at.cards = { file = file.name, line = line }
      entry.changed.cards = history.note(R, history.label(entry, "cards"), before.copy, was_at,
        common.copy(cards), entry.at.cards)
    end
    entry.cards_before = common.is_plain(cards) and { list = cards, copy = common.copy(cards) } or nil
  end
end

-- Reports names that got no body, as light "torch" alone.  Where there is a thing of that name, the author
-- meant to change it.
function things.check_bodies(R)
  for _, p in ipairs(R.pending) do
    local there = R.kinds[p.kind.name] and R.kinds[p.kind.name].entries[p.name]
    if not p.done and there then
      report(R, p.place, "%s \"%s\" was made already, at %s%s", p.kind.name, p.name, place_text(there.made),
        how_to_change(p.kind, p.name))
    elseif not p.done then
      report(R, p.place, "%s \"%s\" has no body: write %s \"%s\" { … }",
        p.kind.name, p.name, p.kind.name, p.name)
    end
  end
end

return things
