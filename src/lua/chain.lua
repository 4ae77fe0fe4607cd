-- chain.lua -- reads a chain of rule files: call to make, assign to change, nil to remove.
-- While files are read, every word of the language is a proxy that notes who made or changed what, and
-- where.  Mistakes are gathered, not raised, so that all of them can be told at once; seal.lua then
-- checks the whole and turns the same proxies into the sealed things that play reads.
local common = module "common"
local source = module "source"
local types = module "types"
local chain = {}

-- The kinds the host knows, and their fields.  A type in words is required unless it ends in ?.
local host_kinds = {
  { "light", lasts = "duration?", spends = "track?", help = "string?" },
  { "pace", distance = "distance?", help = "string?" },
  { "setting", is = "string?", default = "any?", choices = "list?", min = "number?", max = "number?", help = "string?" },
  { "track", of = "party|member|light|room|turn|campaign = party", start = "any?", min = "number?", max = "number|string?",
    steps = "list?", unit = "string?", secret = false, tally = false, help = "string?" },
  { "chart", rows = true, die = "dice?", ask = "string?", secret = false, help = "string?" },
  { "procedure", rows = true, lasts = "duration?", deeds = "integer|string?", help = "string?" },
  { "action", by = "each|all = all", takes = "list?", turns = "integer|rule?", at = "string?", keeps = false,
    default = false, secret = false, aka = "string|list?", help = "string?" },
  { "question", text = "string?", choices = "list|rule?", default = "any?", exactly = "integer?", upto = "integer?",
    min = "number?", max = "number?", always = "any?", secret = false, help = "string?" },
  { "event", text = "string?", stops = false, secret = false, help = "string?" },
  { "timer", of = "party|member|light|room|campaign = party", lasts = "duration?", help = "string?" },
  { "room", exits = "list?", text = "string?", help = "string?" },
  { "member", holds = "light?", help = "string?" },
}

-- Events that the host itself makes; each has on.NAME.
local host_events = {
  turn_start = {}, turn_end = {}, enter = {}, leave = {}, arrive = {}, split = {}, meet = {},
  check = {}, checked = {}, kindled = {}, light_out = {},
  encounter = { text = "{what}", stops = true },
}

local spaces = { "step", "act", "cannot", "rule", "on" }

-- A field as a kind knows it.
local function field_of(R, name, spec, place)
  local field = { name = name, place = place }
  if type(spec) == "string" then field.words = spec              -- read when all kinds are known
  else field.type = types.of_default(spec) end
  return field
end

function chain.new()
  local R = {
    files = {}, by_name = {}, problems = {}, kinds = {}, kind_order = {}, entry_of = {},
    spaces = {}, reads = {}, rule_of = {}, loading = {}, pending = {}, heads = {},
  }
  for _, space in ipairs(spaces) do R.spaces[space] = { entries = {}, order = {} } end
  return R
end

-- --- mistakes --------------------------------------------------------------------------------

local function here()
  local file, line = sandbox.place()
  return { file = file or "?", line = line or 0 }
end
chain.here = here

local function where(place) return place.file .. ":" .. place.line end
chain.where = where

function chain.problem(R, grade, place, ...)
  local text = select("#", ...) > 1 and string.format(...) or (...)
  R.problems[#R.problems + 1] = { file = place.file, line = place.line, text = text, grade = grade }
end
local function mistake(R, place, ...) chain.problem(R, "error", place, ...) end
chain.mistake = mistake

-- The place of one field or row of an entry, finer than the call it stands in.
function chain.field_place(R, entry, key)
  local place = entry.at[key] or entry.made
  if entry.in_body[key] then
    return { file = place.file, line = source.line_of(R.by_name[place.file], place.line, entry.name, key) }
  end
  return place
end

-- What stands for nothing, after a mistake, so that reading can go on.
local nothing = setmetatable({}, {})
do
  local meta = getmetatable(nothing)
  meta.__index = function() return nothing end
  meta.__newindex = function() end
  meta.__call = function() return nothing end
end

-- --- kinds and entries --------------------------------------------------------------------------

local Kind = {}
Kind.__index = Kind

function Kind:names()
  local names = {}
  for _, e in ipairs(self.order) do if not e.removed then names[#names + 1] = e.name end end
  return names
end

function Kind:live()
  local list = {}
  for _, e in ipairs(self.order) do if not e.removed then list[#list + 1] = e end end
  return list
end

-- A function given to a field: known rules are kept by name, so that the newest version runs.
local function keep(R, v)
  if type(v) == "function" and R.rule_of[v] then return { rule = R.rule_of[v] } end
  return v
end

local function give_back(R, v)
  if type(v) == "table" and v.rule and getmetatable(v) == nil then
    local f = R.spaces.rule.entries[v.rule]
    return f and f.f or v
  end
  return v
end

-- One row of a chart from { at, name, text, does }.
local function read_row(R, entry, item, place)
  local row = { place = place, at = item[1], name = item[2] }
  if type(item) ~= "table" then
    mistake(R, place, "chart \"%s\": a row is written { \"1\", \"name\", \"text\" }", entry.name)
    return
  end
  for i = 3, 4 do
    local v = item[i]
    if type(v) == "function" then row.does = keep(R, v) elseif v ~= nil then row.text = v end
  end
  for k, v in next, item do
    if k == "at" or k == "name" or k == "text" then row[k] = v
    elseif k == "does" then row.does = keep(R, v)
    elseif type(k) == "string" then
      mistake(R, place, "chart \"%s\": a row has no field '%s'%s", entry.name, k, common.hint(k, { "at", "name", "text", "does" }))
    end
  end
  if math.type(row.at) == "integer" and row.at > 0 then row.at = tostring(row.at) end
  if type(row.at) ~= "string" then
    mistake(R, place, "chart \"%s\": a row begins with its numbers in quotes, { \"2-4\", \"name\" }%s", entry.name,
      type(row.at) == "number" and "; without them, 2-4 is " .. tostring(2 - 4) or "")
    return
  end
  if type(row.name) ~= "string" or row.name == "" then
    mistake(R, place, "chart \"%s\": a row needs a name after its numbers, { \"%s\", \"name\" }", entry.name, row.at)
    return
  end
  return row
end

local function row_place(R, entry, place, i)
  return { file = place.file, line = source.line_of(R.by_name[place.file], place.line, entry.name, i) }
end

-- Takes the items without names of a body: rows of a chart, steps of a procedure.
local function take_items(R, entry, body, place)
  local kind = entry.kind
  if body[1] == nil then return end
  if not kind.rows then
    mistake(R, row_place(R, entry, place, 1), "%s \"%s\": every field has a name here, as %s", kind.name, entry.name,
      kind.field_order[1] and kind.field_order[1] .. " = …" or "help = …")
    return
  end
  local items, i = {}, 1
  while body[i] ~= nil do
    if kind.name == "chart" then
      items[#items + 1] = read_row(R, entry, body[i], row_place(R, entry, place, i))
    elseif type(body[i]) == "string" then
      items[#items + 1] = body[i]
    else
      mistake(R, row_place(R, entry, place, i), "%s \"%s\": steps are names in quotes", kind.name, entry.name)
    end
    i = i + 1
  end
  if entry.items then entry.was_items = entry.was_items or entry.items entry.items_at = place end
  entry.items = items
end

local function set_field(R, entry, key, value, place, in_body)
  if entry.fields[key] ~= nil or entry.changed[key] then
    entry.changed[key] = entry.changed[key] or { was = entry.fields[key], was_at = entry.at[key] or entry.made, was_in = entry.in_body[key] }
    entry.changed[key].at = place
  elseif not entry.making then
    entry.changed[key] = { was = nil, at = place }
  end
  entry.fields[key] = keep(R, value)
  entry.at[key] = place
  entry.in_body[key] = in_body or nil
end

local function set_fields(R, entry, body, place)
  take_items(R, entry, body, place)
  for _, key in ipairs(common.keys(body)) do
    if type(key) == "string" then set_field(R, entry, key, body[key], place, true) end
  end
end

-- chart.hazard.quiet, to change one field of a row
local row_meta = {}
local rows_known = {}                                  -- proxy -> { R, entry, row }
local function row_proxy(R, entry, row)
  local proxy = setmetatable({}, row_meta)
  rows_known[proxy] = { R = R, entry = entry, row = row }
  return proxy
end
local row_fields = { at = true, name = true, text = true, does = true }

local function find_row(entry, name)
  for i, row in ipairs(entry.items or {}) do if row.name == name then return row, i end end
end

local function change_row(R, entry, row, key, value, place)
  if not row_fields[key] then
    mistake(R, place, "chart.%s.%s: a row has no field '%s'%s", entry.name, row.name, key,
      common.hint(key, { "at", "name", "text", "does" }))
    return
  end
  row.changed = row.changed or {}
  local c = row.changed[key] or { was = row[key], was_at = row.place }
  c.at = place
  row.changed[key] = c
  row[key] = keep(R, value)
end

local chart_methods, procedure_methods = {}, {}

function chart_methods.add(R, entry, place)
  return function(_, item)
    local row = read_row(R, entry, type(item) == "table" and item or {}, place)
    if not row then return end
    entry.items = entry.items or {}
    entry.items[#entry.items + 1] = row
    row.added = place
  end
end

local function change_steps(R, entry, place, how)
  return function(_, old, ...)
    local at = common.contains(entry.items or {}, old)
    if not at then
      mistake(R, place, "procedure.%s has no step '%s'%s", entry.name, tostring(old), common.hint(tostring(old), entry.items or {}))
      return
    end
    entry.was_items = entry.was_items or common.copy(entry.items)
    entry.items_at = place
    local new = { ... }
    if how == "replace" or how == "remove" then table.remove(entry.items, at) end
    if how == "remove" then new = {} end
    if how == "after" then at = at + 1 end
    for i = #new, 1, -1 do table.insert(entry.items, at, new[i]) end
    entry.step_at = entry.step_at or {}
    for _, name in ipairs(new) do entry.step_at[name] = place end
  end
end
for _, how in ipairs { "after", "before", "replace", "remove" } do
  procedure_methods[how] = function(R, entry, place) return change_steps(R, entry, place, how) end
end

local function has_method(R, entry, place)
  return function(_, fields)
    local kind = R.kinds[entry.name]
    if type(fields) ~= "table" then return mistake(R, place, "kind.%s:has takes fields, { name = 0 }", entry.name) end
    for _, key in ipairs(common.keys(fields)) do
      if type(key) ~= "string" then
        mistake(R, place, "kind.%s:has: every field has a name, as dex = 0", entry.name)
      elseif kind.fields[key] then
        mistake(R, place, "kind.%s: the field '%s' is there already%s", entry.name, key,
          kind.fields[key].place and ", made at " .. where(kind.fields[key].place) or "; the host has it")
      else
        kind.fields[key] = field_of(R, key, fields[key], place)
        kind.field_order[#kind.field_order + 1] = key
      end
    end
  end
end

-- The proxy of one entry while files are read.
local function entry_proxy(R, entry)
  local kind = entry.kind
  local meta = { __sealed = kind.name .. "." .. entry.name }
  function meta.__index(_, key)
    if kind.name == "chart" then
      if chart_methods[key] then return chart_methods[key](R, entry, here()) end
      local row = entry.fields[key] == nil and find_row(entry, key)
      if row then return row_proxy(R, entry, row) end
      if not kind.fields[key] then
        local names = {}
        for _, r in ipairs(entry.items or {}) do names[#names + 1] = r.name end
        mistake(R, here(), "chart.%s has no row '%s'%s", entry.name, tostring(key), common.hint(tostring(key), names))
        return nothing
      end
    elseif kind.name == "procedure" and procedure_methods[key] then
      return procedure_methods[key](R, entry, here())
    elseif kind.name == "kind" and key == "has" then
      return has_method(R, entry, here())
    end
    return give_back(R, entry.fields[key])
  end
  function meta.__newindex(_, key, value)
    local place = here()
    if kind.name == "chart" and not kind.fields[key] then
      local row, i = find_row(entry, key)
      if row and value == nil then
        table.remove(entry.items, i)
        entry.removed_rows = entry.removed_rows or {}
        table.insert(entry.removed_rows, { row = row, at = place })
      elseif row then
        mistake(R, place, "chart.%s.%s is a row: change its text, at, name or does, or set it to nil", entry.name, key)
      else
        local names = {}
        for _, r in ipairs(entry.items or {}) do names[#names + 1] = r.name end
        mistake(R, place, "chart.%s has no row '%s'%s", entry.name, tostring(key), common.hint(tostring(key), names))
      end
      return
    end
    set_field(R, entry, key, value, place)
  end
  function meta.__call(_, body)
    if type(body) ~= "table" then
      return mistake(R, here(), "%s.%s { … } changes fields, and this is a %s", kind.name, entry.name, type(body))
    end
    set_fields(R, entry, body, here())
  end
  meta.__tostring = function() return kind.name .. " \"" .. entry.name .. "\"" end
  return setmetatable({}, meta)
end

row_meta.__index = function(self, key)
  local known = rows_known[self]
  return give_back(known.R, known.row[key])
end
row_meta.__newindex = function(self, key, value)
  local known = rows_known[self]
  change_row(known.R, known.entry, known.row, key, value, here())
end
row_meta.__call = function(self, body)
  local known = rows_known[self]
  for _, key in ipairs(common.keys(body)) do change_row(known.R, known.entry, known.row, key, body[key], here()) end
end
row_meta.__sealed = "a row"
local reserved_rows = { add = true, at = true, die = true, ask = true, secret = true, help = true, rows = true }
chain.reserved_rows = reserved_rows

local function make(R, kind, name, body, place)
  local old = kind.entries[name]
  if old and not (old.host and not old.remade) then
    mistake(R, place, "%s \"%s\" was made already, at %s; to change it, write %s.%s { … } or %s.%s.FIELD = …",
      kind.name, name, where(old.made), kind.name, name, kind.name, name)
    return
  end
  local entry = { kind = kind, name = name, made = place, fields = {}, at = {}, in_body = {}, changed = {}, making = true }
  entry.proxy = entry_proxy(R, entry)
  R.entry_of[entry.proxy] = entry
  kind.entries[name] = entry
  kind.order[#kind.order + 1] = entry
  if kind.name == "kind" then
    chain.add_kind(R, name, body, place, entry)
  else
    set_fields(R, entry, body, place)
  end
  entry.making = nil
  return entry
end

-- The word of a kind: light "torch" { … }, light.torch, light.torch = nil.
local function kind_proxy(R, kind)
  local meta = { __sealed = kind.name }
  function meta.__call(_, name)
    local place = here()
    if type(name) ~= "string" or name == "" then
      mistake(R, place, "%s takes a name in quotes and then its fields: %s \"name\" { … }", kind.name, kind.name)
      return nothing
    end
    local pending = { kind = kind, name = name, place = place }
    R.pending[#R.pending + 1] = pending
    return function(body)
      pending.done = true
      if type(body) ~= "table" then
        mistake(R, here(), "%s \"%s\" takes its fields in braces, and this is a %s", kind.name, name, type(body))
      else
        make(R, kind, name, body, here())
      end
    end
  end
  function meta.__index(_, name)
    if kind.name == "setting" then
      error("setting." .. tostring(name) .. " cannot be read while files are being read: a later file may still change it; read it inside a function", 0)
    end
    local entry = kind.entries[name]
    if entry then return entry.proxy end
    mistake(R, here(), "there is no %s '%s'%s", kind.name, tostring(name), common.hint(tostring(name), kind:names()))
    return nothing
  end
  function meta.__newindex(_, name, value)
    local entry, place = kind.entries[name], here()
    if not entry then
      mistake(R, place, "there is no %s '%s'%s; to make one, write %s \"%s\" { … }", kind.name, tostring(name),
        common.hint(tostring(name), kind:names()), kind.name, tostring(name))
    elseif kind.name == "setting" and value ~= nil then
      set_field(R, entry, "default", value, place)
    elseif value == nil then
      entry.removed = place
      kind.entries[name] = nil
      R.removals = R.removals or {}
      table.insert(R.removals, { entry = entry, at = place })
    else
      mistake(R, place, "%s \"%s\" is there already; to change it, write %s.%s { … } or %s.%s.FIELD = …", kind.name, name,
        kind.name, name, kind.name, name)
    end
  end
  return setmetatable({}, meta)
end

-- A kind's record and word.  fields: name -> type in words, or a default.
function chain.add_kind(R, name, fields, place, entry)
  if R.env[name] ~= nil then
    return mistake(R, place, "kind \"%s\": the word '%s' is taken", name, name)
  end
  local kind = setmetatable({ name = name, fields = {}, field_order = {}, entries = {}, order = {}, made = place }, Kind)
  for _, key in ipairs(common.keys(fields)) do
    if type(key) == "string" and key ~= "rows" then
      kind.fields[key] = field_of(R, key, fields[key], place)
      kind.field_order[#kind.field_order + 1] = key
    elseif type(key) ~= "string" and place then
      mistake(R, place, "kind \"%s\": every field has a name, as hd = \"integer\"", name)
    end
  end
  kind.rows = fields.rows == true
  R.kinds[name] = kind
  R.kind_order[#R.kind_order + 1] = kind
  kind.proxy = kind_proxy(R, kind)
  kind.entry = entry
  R.env[name] = kind.proxy
end

-- --- functions: step.NAME, act.NAME, cannot.NAME, rule.NAME, on.EVENT ------------------------------

local function space_proxy(R, name)
  local space = R.spaces[name]
  local meta = { __sealed = name }
  function meta.__index(_, key)
    local e = space.entries[key]
    R.reads[here().file .. " " .. name .. "." .. tostring(key)] = true
    if e and e.f then return e.f end
    -- Not written yet: a stand-in that finds the function when it runs.
    local f = function(...)
      local now = space.final and space.final[key]
      if now and now ~= space.standin[key] then return now(...) end
      return R.fallback and R.fallback(name, key, ...)
    end
    space.standin = space.standin or {}
    if space.standin[key] then return space.standin[key] end
    space.standin[key] = f
    if name == "rule" then R.rule_of[f] = key end
    space.wanted = space.wanted or {}
    space.wanted[#space.wanted + 1] = { name = key, place = here() }
    return f
  end
  function meta.__newindex(_, key, f)
    local place = here()
    if f == nil then
      space.entries[key] = nil
      return
    end
    if type(f) ~= "function" then
      return mistake(R, place, "%s.%s is a function: function %s.%s() … end", name, tostring(key), name, tostring(key))
    end
    local old = space.entries[key]
    if old and old.file == place.file then
      mistake(R, place, "%s.%s is written a second time in this file; the first is at line %d", name, key, old.line)
    elseif old and old.file and not R.reads[place.file .. " " .. name .. "." .. key] and not old.host then
      chain.problem(R, "note", place, "%s.%s replaces the one at %s:%d, which is not called any more", name, key, old.file, old.line)
    end
    local e = { f = f, file = place.file, line = place.line, old = old }
    if not old then space.order[#space.order + 1] = key end
    space.entries[key] = e
    if name == "rule" then R.rule_of[f] = key end
  end
  return setmetatable({}, meta)
end

-- --- a file ------------------------------------------------------------------------------------------

local function read_file(R, name, text)
  if R.by_name[name] then return end
  local file = source.of(name, text)
  R.by_name[name] = file
  R.loading[name] = true
  local f, sentence = sandbox.compile(text, name, R.proxy)
  if not f then
    local at, what = sentence:match("^.-:(%d+): (.*)$")
    R.problems[#R.problems + 1] = { file = name, line = tonumber(at) or 1, text = what or sentence, grade = "error" }
    R.broken = true
  else
    local outer = R.file
    R.file = file
    file.chunk = f
    sandbox.note(name, 1)
    local ok, err = protected(f)
    R.file = outer
    if not ok then
      R.problems[#R.problems + 1] = { file = err.file or name, line = err.line or 1, text = err.text, grade = "error" }
      R.broken = true
    elseif not file.ruleset and not file.extends then
      mistake(R, { file = name, line = 1 }, "this file says neither what it is nor what it changes; begin it with extends \"RULESET\" (or, for a new procedure, ruleset \"Title\" { … })")
    end
  end
  R.loading[name] = nil
  R.files[#R.files + 1] = file
end

local function extends(R)
  return function(name)
    local place = here()
    local file = R.file
    if file.began then
      return mistake(R, place, "extends comes first, before anything is made or changed")
    end
    if file.ruleset then
      return mistake(R, place, "a ruleset stands at the foot of a chain: it extends nothing")
    end
    file.extends = true
    if type(name) ~= "string" then return mistake(R, place, "extends takes a name in quotes: extends \"delving\"") end
    if R.loading[name] or R.loading[name .. ".lua"] then
      return mistake(R, place, "extends \"%s\" goes round in a circle", name)
    end
    if R.by_name[name] or R.by_name[name .. ".lua"] then return end
    local reply = fetch { need = name, file = place.file, line = place.line }
    if reply.error then
      mistake(R, place, "%s", reply.error)
      R.broken = true
      return
    end
    read_file(R, reply.name, reply.text)
    sandbox.note(place.file, place.line)
  end
end

local function ruleset(R)
  return function(title)
    local place = here()
    if type(title) ~= "string" then
      mistake(R, place, "ruleset takes a title in quotes and then its fields: ruleset \"Title\" { turn = \"10 minutes\" }")
      return nothing
    end
    local pending = { kind = { name = "ruleset" }, name = title, place = place }
    R.pending[#R.pending + 1] = pending
    return function(body)
      pending.done = true
      if type(body) ~= "table" then return mistake(R, place, "ruleset \"%s\" takes its fields in braces", title) end
      if R.ruleset then
        return mistake(R, place, "a chain has one ruleset, and \"%s\" was made at %s", R.ruleset.title, where(R.ruleset.made))
      end
      R.file.ruleset = true
      R.ruleset = { title = title, made = place, fields = body }
    end
  end
end

-- Reads the heads of a chain (foot first) and all they extend.  words: what else files may use.
function chain.read(heads, words)
  local R = chain.new()
  R.env = {}
  for name, word in next, words do R.env[name] = word end
  R.env.extends, R.env.ruleset = extends(R), ruleset(R)
  chain.add_kind(R, "kind", {}, nil)
  for _, spec in ipairs(host_kinds) do
    local fields = {}
    for k, v in next, spec do if type(k) == "string" then fields[k] = v end end
    chain.add_kind(R, spec[1], fields, nil)
    local kind = R.kinds[spec[1]]
    kind.host = true
    local entry = { kind = R.kinds.kind, name = spec[1], made = { file = "host", line = 0 }, fields = {}, at = {}, in_body = {}, changed = {}, host = true }
    entry.proxy = entry_proxy(R, entry)
    R.kinds.kind.entries[spec[1]] = entry
  end
  for _, name in ipairs(common.keys(host_events)) do
    local kind = R.kinds.event
    local entry = { kind = kind, name = name, made = { file = "host", line = 0 }, fields = {}, at = {}, in_body = {}, changed = {}, host = true }
    for k, v in next, host_events[name] do entry.fields[k] = v end
    entry.proxy = entry_proxy(R, entry)
    R.entry_of[entry.proxy] = entry
    kind.entries[name] = entry
    kind.order[#kind.order + 1] = entry
  end
  for _, space in ipairs(spaces) do R.env[space] = space_proxy(R, space) end
  R.meta = {
    __index = R.env,
    __newindex = function(_, name)
      mistake(R, here(), "'%s' is assigned but not local; write local %s = …, or did you mean a setting, step or rule?", tostring(name), tostring(name))
    end,
    __sealed = "the words of the language",
  }
  setmetatable(R.env, { __index = function(_, name)
    local known = chain.hints[name]
    if known then error("there is no '" .. tostring(name) .. "' here: " .. known, 0) end
    local names = {}
    for k in next, R.env do names[#names + 1] = k end
    table.sort(names)
    error("there is no word '" .. tostring(name) .. "'" .. common.hint(tostring(name), names), 0)
  end })
  R.proxy = setmetatable({}, R.meta)
  for _, head in ipairs(heads) do
    R.heads[#R.heads + 1] = head.name
    read_file(R, head.name, head.text)
  end
  for _, p in ipairs(R.pending) do
    if not p.done then
      mistake(R, p.place, "%s \"%s\" has no body: write %s \"%s\" { … }", p.kind.name, p.name, p.kind.name, p.name)
    end
  end
  if not R.ruleset and not R.broken then
    mistake(R, { file = R.heads[1] or "?", line = 1 }, "no ruleset stands at the foot of this chain")
  end
  return R
end

-- Words of Lua that are not here, and what to use.
chain.hints = {
  print = "say(…) shows a line", io = "rules read and write no files", os = "time is the clock's; nothing of the machine is here",
  require = "extends \"name\" reads another rule file", dofile = "extends \"name\" reads another rule file",
  load = "rules are files, not texts", next = "for x in each(list) goes through a list, pairs(t) through a table",
  pcall = "a mistake undoes the whole command; nothing needs catching", xpcall = "a mistake undoes the whole command; nothing needs catching",
  coroutine = "a question waits by itself: ask \"name\"", setmetatable = "kinds and rules do without metatables",
  getmetatable = "kinds and rules do without metatables", rawset = "assign to the state only", rawget = "read the field itself",
  debug = "why shows which rule decided", package = "extends \"name\" reads another rule file", collectgarbage = "memory looks after itself",
  random = "dice \"1d6\" rolls", _G = "there are no globals; the words of the language are all there is", _VERSION = "this is Lua 5.4",
}

return chain
