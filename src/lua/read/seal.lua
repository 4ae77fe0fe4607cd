-- seal.lua -- checks a chain after all files are read, and turns its proxies into the sealed things that play
-- reads.  Afterwards nothing of the rules can change.
local charts = module "read/charts"
local columns = module "read/columns"
local common = module "common"
local plain_kinds = module "read/plain_kinds"
local procedures = module "read/procedures"
local fields = module "read/fields"
local functions = module "read/functions"
local language = module "read/language"
local mistakes = module "read/mistakes"
local lookup = module "read/lookup"
local rows = module "read/rows"
local seal = {}

-- --- sealed tables -------------------------------------------------------------------------------

-- Refuses to write a field of a sealed table.  what: its name in messages.
local function refuse_to_write(what, key)
  error(what .. "." .. tostring(key)
    .. " cannot change while the table plays: only the state does (tracks, lights, timers, rooms, \z
      members, turn)", 0)
end

-- The __newindex of sealed tables and words: one for all, since some are made in every turn.
local function refuse_field(self, key) refuse_to_write(getmetatable(self).__sealed, key) end
local function length(self) return #getmetatable(self).__index end

-- Wraps a table so that it cannot be written.  what: its name in messages; missing(key): raises the error for
-- an unknown field; text: its tostring.
function seal.sealed(content, what, missing, text)
  if missing then
    setmetatable(content, { __index = function(_, key) return missing(key) end })
  end
  return setmetatable({}, {
    __index = content, __newindex = refuse_field, __sealed = what, __len = length,
    __tostring = text and function() return text end or nil,
  })
end

-- Seals a value with all tables in it.
local function seal_deep(v, what)
  if not common.is_plain(v) then return v end
  local inner = {}
  for k, x in next, v do inner[k] = seal_deep(x, what .. "." .. tostring(k)) end
  return seal.sealed(inner, what)
end

-- --- names that share a hook ---------------------------------------------------------------------

-- Reports two things of one name that would both have the function on.NAME.
local function report_shared_name(R, first, second)
  if second.nth < first.nth then first, second = second, first end
  mistakes.report(R, second.made,
    "%s \"%s\" has the name of %s, and both would have on.%s; give it another name", second.kind.name,
    second.name,
    first.host and "one of Sconce's own events"
      or ("the %s made at %s"):format(first.kind.name, mistakes.place_text(first.made)), first.name)
end

-- Reports a thing whose name already belongs to an event or log entry of the program.
local function check_hook_name(R, entry)
  local is_in_log = language.log_entries[entry.name] and entry.kind.name ~= "track"
  local is_event = R.redefined[entry.name] and entry.kind.name == "event"
    and not language.emitted_by_rules[entry.name]
  if is_in_log then
    mistakes.report(R, entry.made,
      "%s \"%s\": this is one of Sconce's own events; choose another name", entry.kind.name, entry.name)
  elseif is_event then
    mistakes.report(R, entry.made,
      "event \"%s\": this is one of Sconce's own events, which calls on.%s; choose another name", entry.name,
      entry.name)
  end
end

-- Sets R.hooks: the things that call on.NAME, by name.
local function read_hooks(R)
  R.hooks = {}
  for _, kind in ipairs(language.hook_kinds) do
    for _, entry in ipairs(R.kinds[kind]:live()) do
      if not entry.host then check_hook_name(R, entry) end
      if R.hooks[entry.name] then
        report_shared_name(R, R.hooks[entry.name], entry)
      else
        R.hooks[entry.name] = entry
      end
    end
  end
end

-- Sets R.final: the newest functions, by space and name.
local function read_final_functions(R)
  R.final = {}
  for name, space in next, R.spaces do
    space.final = {}
    for key, entry in next, space.entries do space.final[key] = entry.f end
    R.final[name] = space.final
  end
end

-- --- turning proxies into sealed things ----------------------------------------------------------

-- Raises the error for a field that a thing does not have.  all: the names of those that it may have.
local function raise_no_field(entry, key, all)
  if rows.is_method(entry.kind, key) or entry.kind.name == "kind" and key == "has" then
    common.mistake("%s.%s:%s changes rules while files are read, not in play", entry.kind.name, entry.name,
      key)
  end
  if entry.kind.name == "room" and common.contains(all, key) then
    common.mistake("%s has no field '%s', which is a track of the room in play: place(\"%s\").%s",
      tostring(entry.proxy), key, entry.name, key)
  end
  common.mistake("%s has no field '%s'%s", tostring(entry.proxy), tostring(key),
    common.hint(tostring(key), all))
end

-- The track of that name that each thing of a kind has, or nil.
local function track_of(R, kind, name)
  local track = R.tracks[name]
  return track and track.by_thing and track.of == kind.name and track or nil
end

-- The maxima of a thing's tracks by their names, as thing.max.hits.
local function maxima(R, entry)
  local label = entry.kind.name .. "." .. entry.name .. ".max"
  return setmetatable({}, { __sealed = label, __newindex = refuse_field, __index = function(_, key)
    local track = track_of(R, entry.kind, key)
    if track then return R.max_of(track.by_thing[entry.name]) end
    common.mistake("%s has no track '%s'", tostring(entry.proxy), tostring(key))
  end })
end

-- Refuses to write a field of a thing.
local function refuse_thing(R, entry)
  local name = entry.name:find "^[%a_][%w_]*$" and "." .. entry.name or "[\"" .. entry.name .. "\"]"
  local label = entry.kind.name .. name
  return function(_, key, value)
    if not track_of(R, entry.kind, key) then return refuse_to_write(label, key) end
    local shown = type(value) == "table" and "…" or common.show(value)
    common.mistake("%s.%s is a track of a thing; write set(%s, %q, %s)", label, key, label, key, shown)
  end
end

-- Makes the proxy of a thing read `content` from now on.
local function seal_entry(R, entry, content)
  local meta, kind = getmetatable(entry.proxy), entry.kind
  if not kind.known then                       -- the set of its fields: one that a thing leaves out is nil
    kind.known = {}
    for _, key in ipairs(kind.field_order) do kind.known[key] = not track_of(R, kind, key) end
  end
  local known = kind.known
  content.name = entry.name
  setmetatable(content, { __index = function(_, key)
    if known[key] then return nil end
    local track = track_of(R, kind, key)
    if track then return R.value_of(track.by_thing[entry.name]) end
    if key == "max" and kind.has_tracks then return maxima(R, entry) end
    if type(key) == "string" then raise_no_field(entry, key, kind:all_fields(R)) end
  end })
  meta.__index, meta.__call = content, nil
  meta.__newindex = kind.has_tracks and refuse_thing(R, entry) or refuse_field
end

-- A field as play reads it: rule.NAME becomes the newest function of that name.
local function seal_field(R, v, what)
  if functions.rule_name(v) then return R.final.rule[v.rule] end
  return seal_deep(v, what)
end

-- A row as rules read it, sealed.  Its effects and its rule become one function, `does`.
local function seal_row(R, row)
  local plain, label = { at = row.at, name = row.name, text = row.text, chart = row.chart },
    "chart." .. row.chart .. "." .. row.name
  -- false, and not nil: a field that is nil goes on to the search for a misspelt one.
  plain.does = row.done or false
  row.run = plain.does                          -- play calls this, without a look-up in the sealed row
  row.takes_roll = functions.takes_more_than_one(row.run)
  for _, key in ipairs(language.row_fields) do
    if plain[key] == nil then plain[key] = seal_field(R, row.item[key], label .. "." .. key) end
  end
  local own = row.of.own or {}                  -- the fields that the chart adds to its rows (rows.lua)
  for key, v in next, row.own do plain[key] = seal_field(R, v, label .. "." .. key) end
  return seal.sealed(plain, label, function(key)
    if own[key] or common.contains(language.row_fields, key) then return nil end
    local names = common.append(common.copy_list(language.row_fields), common.keys(own))
    common.mistake("a row of the chart \"%s\" has no field '%s'%s", row.chart, tostring(key),
      common.hint(tostring(key), names))
  end, row.name)
end

-- Adds the rows of a chart to the fields that play reads; and chart.x:at(n), the row of a total, where totals
-- beyond the first or last row count as that row.
local function seal_rows(R, chart, content)
  chart.sealed_rows = {}
  for i, row in ipairs(chart.rows) do
    chart.sealed_rows[i] = seal_row(R, row)
    content[row.name] = chart.sealed_rows[i]
  end
  content.at = function(_, total, column)
    local chart = chart.column and chart.column[columns.find(chart, column)] or chart
    local i = chart.index and chart.index[math.max(chart.lowest, math.min(chart.highest, total))]
    return i and chart.sealed_rows[i]
  end
end

-- Makes what play reads of all things of a kind; notes the functions in their fields in R.functions.
local function seal_things(R, kind)
  for _, entry in ipairs(kind:live()) do
    local content = {}
    for key, v in next, entry.final or {} do
      content[key] = seal_field(R, v, kind.name .. "." .. entry.name .. "." .. key)
      if type(content[key]) == "function" then R.functions[#R.functions + 1] = content[key] end
    end
    if kind.name == "chart" then seal_rows(R, R.charts[entry.name], content) end
    seal_entry(R, entry, content)
  end
end

-- Seals the word of a kind, so that light.torch is the thing, and setting.NAME its value.
local function seal_kind(R, kind)
  local meta, content = getmetatable(kind.proxy), {}
  for _, entry in ipairs(kind:live()) do
    if kind.name == "setting" then
      content[entry.name] = seal_deep(R.settings[entry.name], "setting." .. entry.name)
    else
      content[entry.name] = entry.proxy
    end
  end
  setmetatable(content, { __index = function(_, key)
    if type(key) == "table" then
      common.mistake("%s[…] takes the name of a %s, and this is %s itself, %s; one of its fields may hold \z
        that name", kind.name, kind.name, rawget(key, "exits") and "a room" or "a thing or a member",
        common.show(key))
    end
    local name = tostring(key)
    local hint, asked = common.hint(name, kind:names()), ""
    if kind.name ~= "setting" then
      local joint = hint:find "%?$" and "" or ";"
      asked = ("%s named(…, %s) gives nil where there is none"):format(joint, kind.name)
    end
    common.mistake("there is no %s '%s'%s%s", kind.name, name, hint, asked)
  end })
  meta.__index, meta.__newindex = content, refuse_field
  meta.__call = function()
    common.mistake("%s \"…\" makes a thing while files are read, not in play%s", kind.name,
      language.in_play[kind.name] or "")
  end
end

-- Seals the word of a space, so that rule.NAME is the newest function; where no file wrote one, the spaces
-- other than `rule` give what the program does instead (R.fallback_for, in main.lua).
local function seal_space(R, space)
  local meta, final = getmetatable(R.env[space.name]), space.final
  setmetatable(final, { __index = function(_, key)
    local f = space.name ~= "rule" and R.fallback_for(space.name, key)
    if f then return f end
    common.mistake("there is no %s.%s%s", space.name, tostring(key),
      common.hint(tostring(key), common.keys(final)))
  end })
  meta.__index, meta.__newindex, meta.__call = final, refuse_field, nil
end

-- Puts the words themselves into the environment of the rule files, which then reads as quickly as any
-- table: no file assigns a word (lookup.assigned). Code that no check has read, such as typed Lua or a
-- policy, gets R.guarded instead, which refuses every assignment.
local function seal_words(R)
  R.sealed = true
  for _, word in ipairs { "extends", "include", "ruleset" } do
    R.env[word] = function() error(word .. " is for reading files, not for play", 0) end
  end
  local function refuse(_, name)
    error("'" .. tostring(name) .. "' is not local and no part of the state; what play changes is a track", 0)
  end
  R.meta.__index, R.meta.__newindex = getmetatable(R.env).__index, refuse
  for name, word in next, R.env do rawset(R.proxy, name, word) end
  R.env = R.proxy
  R.guarded = setmetatable({}, { __sealed = R.meta.__sealed, __index = R.env, __newindex = refuse })
end

-- --- what must not change ------------------------------------------------------------------------

-- All functions that play can call.  Their upvalues are fingerprinted, because rules must keep all state in
-- the campaign, where undo finds it.
local function all_functions(R)
  local list = R.functions                                  -- functions in fields
  for _, name in ipairs(language.spaces) do
    for _, key in ipairs(common.keys(R.final[name])) do list[#list + 1] = R.final[name][key] end
  end
  for _, name in ipairs(common.keys(R.charts)) do
    for _, row in ipairs(R.charts[name].rows) do list[#list + 1] = row.does end
  end
  return list
end

-- Fingerprints the upvalues of further functions, such as the policy of a plan, too.
function seal.also(more)
  sealing.seal(common.append(common.copy_list(seal.functions), more))
end

-- --- a whole chain -------------------------------------------------------------------------------

-- Runs all checks, in the order in which they need each other; what each leaves in R is said at its head.
local function check_all(R)
  fields.read_types(R)
  fields.check_ruleset(R)
  fields.check(R)
  read_hooks(R)
  read_final_functions(R)
  plain_kinds.read(R)
  R.charts = {}
  for _, entry in ipairs(R.kinds.chart:live()) do R.charts[entry.name] = charts.read(R, entry) end
  procedures.read(R)
  lookup.check(R)
  functions.check(R)
end

-- Checks a chain and seals it.  host_verbs: the program's verbs by name; false allows an action of that name.
-- Returns whether the chain can be played.
function seal.all(R, host_verbs)
  R.host_verbs, R.functions = host_verbs, {}
  if R.broken then return false end
  check_all(R)
  if common.first(R.problems, function(p) return p.grade == "error" end) then return false end
  for _, kind in ipairs(R.kind_order) do
    if kind.name ~= "setting" then seal_things(R, kind) end
    seal_kind(R, kind)
  end
  for _, name in ipairs(language.spaces) do seal_space(R, R.spaces[name]) end
  seal_words(R)
  seal.functions = all_functions(R)
  sealing.seal(seal.functions)
  return true
end

return seal
