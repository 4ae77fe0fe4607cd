-- rows.lua -- the items without names in a body: rows of a chart, steps of a procedure; and how later files
-- change them.  chart.x { … } replaces all rows; chart.x:add, procedure.x:after and the like add rows or
-- steps, or take some away; chart.x.row.field = … changes one field of one row, through the row's proxy.  The
-- file that is read last wins, field by field; chain.read reads the files that are extended first.
--
-- entry.items is the list of steps, each a name; or of rows, each with
--   place: where it was made; at, name, text, does: as written; own: the fields that the chart adds
--   counted: true when it is written without numbers, and the chart counts it
--   changed: the first change of each field (history.lua); written: the place of the last change of each
-- Other fields of an entry:
--   step_at: of each step by name, the place that wrote it
--   items_at: the place that last replaced or changed the whole list
--   own: a set, the names of the fields that the chart adds to its rows
--   removed_rows: a list of { row, at: the place that removed it }
--   unread: true when a row or step was wrong, so that what is missing is not reported as well
local columns = module "read/columns"
local common = module "common"
local functions = module "read/functions"
local history = module "read/history"
local language = module "read/language"
local mistakes = module "read/mistakes"
local source = module "read/source"
local rows = {}

local here, report, report_missing = mistakes.here, mistakes.report, mistakes.report_missing
local row_fields = language.row_fields

-- Names of rows that would mean something else after chart.NAME.
rows.reserved = common.set "add at die ask secret help rows name"

-- --- reading -------------------------------------------------------------------------------------

-- Reports a field that rows do not have.  label: the row in messages.
local function report_field(R, place, label, key)
  report(R, place, "%s has no field '%s'%s", label, tostring(key), common.hint(tostring(key), row_fields))
end

-- Reads the parts of a row after its numbers and its name: a text, a rule, or both, in any order.
local function read_text_and_rule(R, entry, row, item, place)
  for i = 3, #item do
    local v, is_fourth = item[i], i == 4
    if type(v) == "function" and row.does == nil then row.does = functions.stored(R, v)
    elseif type(v) ~= "function" and row.text == nil and i <= 4 then row.text = v
    elseif type(v) == "string" and is_fourth and #item == 4 then
      local rule = v:match "^rule%.([%a_][%w_]*)$" or v:match "^[%a_][%w_]*$" or "NAME"
      return report(R, place,
        "chart \"%s\": what stands after the text of a row is a rule, as rule.%s without quotes, and this \z
        is %s", entry.name, rule, common.show(v))
    else
      return report(R, place,
        "chart \"%s\": a row holds numbers, a name, a text and a rule, { \"1\", \"name\", \"text\", \z
        rule.NAME }, and this one holds more", entry.name)
    end
  end
end

-- True if key can be a field that the chart adds to its rows, such as number = "2d4", rather than a misspelt
-- field of every row.  "at" is not compared, because short names such as "ac" are near it.
local long_fields = { "name", "text", "does" }
local function is_own(key)
  return type(key) == "string" and key:match("^[%a_][%w_]*$") and key ~= "chart"
    and not common.nearest(key, long_fields)
end

-- Reads the fields of a row that are written with names: those of every row, and those that the chart adds.
local function read_named_fields(R, entry, row, item, place)
  for _, k in ipairs(common.keys(item)) do
    if common.contains(row_fields, k) then row[k] = functions.stored(R, item[k])
    elseif is_own(k) then
      entry.own = entry.own or {}
      entry.own[k], row.own[k] = true, functions.stored(R, item[k])
    elseif type(k) == "string" then report_field(R, place, "chart \"" .. entry.name .. "\": a row", k) end
  end
end

-- True if key is a field of the chart's rows: one that every row has, or one that the chart adds.
local function has_field(entry, key)
  return common.contains(row_fields, key) or entry.own and entry.own[key]
end

-- The table that holds a field of a row: the row, or `own` for the fields that the chart adds.
local function holder(row, key) return common.contains(row_fields, key) and row or row.own end

-- Returns the row if it has numbers and a name; else reports it and returns nil.
local function check_row(R, entry, row, place)
  if type(row.at) ~= "string" then
    report(R, place, "chart \"%s\": a row begins with its numbers in quotes, { \"2-4\", \"name\" }%s",
      entry.name,
      type(row.at) == "number" and "; without quotes, 2-4 is a sum, and this one makes " .. row.at or "")
  elseif type(row.name) ~= "string" or row.name == "" then
    report(R, place, "chart \"%s\": a row needs a name in quotes after its numbers, { \"%s\", \"name\" }",
      entry.name, row.at)
  elseif common.is_long(row.name) then
    report(R, place,
      "chart \"%s\", row \"%s\": a name has at most %d letters; a longer text stands behind it, \z
      { \"%s\", \"name\", \"text\" }", entry.name, sandbox.text(row.name, 40), common.name_max, row.at)
  else
    return row
  end
end

-- Shows a value for a message; for a word of the language that was written without quotes, as in
-- turn { act, time }, also says to write its name in quotes.
local function in_quotes(v)
  local meta = type(v) == "table" and getmetatable(v)
  local word = meta and meta.__sealed
  if type(word) == "string" then return ("the word %s; write \"%s\""):format(word, word) end
  return common.show(v)
end

-- True if v looks like the numbers of a row, such as "2-4", even wrong ones.
local function is_like_numbers(v)
  return type(v) == "number" or type(v) == "string"
    and (v:match("^[%d%s,+–%-|]*$") or v:match("^%s*to%s") or v:match("^%d+%s+to%s")
      or v:match("^%d+%.+%d+$")) ~= nil
end

-- True if the first n items of a body are rows without numbers, such as "wolves", { "bandits", "Bandits." }.
local function lacks_numbers(body, n)
  for i = 1, n do
    local first = body[i]
    if common.is_plain(first) then first = first.at or first[1] end
    local unquoted = type(first) == "table"              -- a word without quotes, which read_row reports
    if not unquoted and (type(first) ~= "string" or is_like_numbers(first)) then return false end
  end
  return true
end

-- Gives a row without numbers its index in the list; charts.lua turns that into totals of the die.
local function with_index(item, i)
  if type(item) == "string" then return { tostring(i), item } end
  if not common.is_plain(item) then return item end
  local row = { tostring(i) }
  for k, v in next, item do row[math.type(k) == "integer" and k + 1 or k] = v end
  return row
end

-- Reads one row { at, name, text, does }; nil when it is wrong.  nth: its index, when rows have no numbers.
local function read_row(R, entry, item, place, nth)
  if mistakes.is_nothing(item) then return end
  if nth then item = with_index(item, nth) end
  if type(item) == "string" then
    return report(R, place,
      "chart \"%s\": every row says its numbers, { \"1-2\", \"name\" }, or none does; this is %s", entry.name,
      common.show(item))
  elseif not common.is_plain(item) then
    return report(R, place, "chart \"%s\": a row is written { \"1\", \"name\", \"text\" }, and this is %s",
      entry.name, in_quotes(item))
  end
  local unfit = mistakes.unfit(R, item)
  if unfit then return report(R, place, "chart \"%s\": %s", entry.name, unfit) end
  local row = { place = place, at = item[1], name = item[2], counted = nth ~= nil or nil, own = {},
    changed = {}, written = {} }
  read_text_and_rule(R, entry, row, item, place)
  read_named_fields(R, entry, row, item, place)
  if math.type(row.at) == "integer" and row.at > 0 then row.at = tostring(row.at) end
  if mistakes.is_nothing(row.at) or mistakes.is_nothing(row.name) then return end
  return check_row(R, entry, row, place)
end

-- The steps in a text, "act, hazard, time", each in quotes of its own.
local function in_own_quotes(text)
  return "\"" .. table.concat(common.pieces(text, ","), "\", \"") .. "\""
end

-- Returns the step v of a procedure, or reports that it is no name in quotes.
local function read_step(R, entry, v, place)
  if type(v) == "string" and v:find "," then
    R.unplaced = true
    return report(R, place, "procedure \"%s\": every step stands in quotes of its own, %s", entry.name,
      in_own_quotes(v))
  end
  if type(v) == "string" then return v end
  if not mistakes.is_nothing(v) then
    report(R, place, "procedure \"%s\": a step is a name in quotes, and this is %s", entry.name, in_quotes(v))
  end
end

-- The highest index of a body, even when items before it are nil.
local function highest_index(body)
  local n = 0
  for k in next, body do
    if math.type(k) == "integer" and k > n then n = k end
  end
  return n
end

-- By a value that was given without a name: the field that it is for.
local meant_by <const> = { each = "by", one = "by", all = "by", party = "of", member = "of", light = "of",
  room = "of", turn = "of", campaign = "of" }

-- Reports an item without a name in the body of a thing that has no rows.
local function report_item(R, entry, body, place)
  local kind, first = entry.kind, source.within(R, place, entry.name, 1)
  if type(body[1]) == "number" then
    return report(R, first,
      "%s \"%s\": every field has a name, and %s has none; a number has no comma in it, as 1000, and a \z
        point before its fraction, as 0.5",
      kind.name, entry.name, common.show(body[1]))
  end
  local meant = meant_by[body[1]] or kind.fields.of and R.kinds[body[1]] and "of"
  entry.doubtful = true                         -- so that a missing field is not reported as well
  if meant and kind.fields[meant] then
    return report(R, first, "%s \"%s\": every field has a name: %s = \"%s\"", kind.name, entry.name, meant,
      body[1])
  end
  report(R, first, "%s \"%s\": every field has a name, as %s = …", kind.name, entry.name,
    kind.field_order[1] or "help")
end

-- Notes in the history that all rows or steps were replaced.
local function note_replaced(R, entry, was, now, place)
  local before = R.last_of[entry.kind.name .. "." .. entry.name]
  history.note(R, entry.kind.name .. "." .. entry.name, { items = was }, before and before.at
    or entry.made, history.as_is(nil, now), place, "items")
end

-- Reports rows that lost their braces, "1-2", "rats", "3-6", "bats", once for the chart; returns whether it
-- did.
local function report_bare_rows(R, entry, body, place)
  if not is_like_numbers(body[1]) or type(body[2]) ~= "string" then return end
  entry.unread = true
  report(R, source.within(R, place, entry.name, 1),
    "chart \"%s\": every row stands in braces of its own, { \"%s\", \"%s\" }", entry.name, body[1], body[2])
  return true
end

-- Reads the items without names of a body into entry.items; they replace those that the thing had.
function rows.read(R, entry, body, place)
  local n = highest_index(body)
  if n == 0 then return end
  if not entry.kind.rows then return report_item(R, entry, body, place) end
  local is_chart = entry.kind.name == "chart"
  entry.unread, entry.step_at = nil, not is_chart and {} or nil
  if is_chart and report_bare_rows(R, entry, body, place) then n = 0 end
  local counted, items = is_chart and lacks_numbers(body, n), {}
  local names = columns.names(body.columns or entry.fields.columns)
  for i = 1, n do
    local at = source.within(R, place, entry.name, i)
    local item
    if is_chart then item = read_row(R, entry, body[i], at, counted and i or nil)
    else item = read_step(R, entry, body[i], at) end
    if is_chart and item then columns.add(items, item, names) else items[#items + 1] = item end
    if item == nil then entry.unread = true
    elseif not is_chart then entry.step_at[item], R.steps_ever[item] = at, true end
  end
  if entry.items then
    note_replaced(R, entry, entry.items, items, place)
    entry.items_at = place
  end
  entry.items = items
end

-- --- changing rows -------------------------------------------------------------------------------

function rows.names(entry)
  return common.names(entry.items or {})
end

-- Returns the row called `name`, and its index; or nothing.
local function find_row(entry, name)
  for i, row in ipairs(entry.items or {}) do
    if row.name == name then return row, i end
  end
end

-- A row in messages and in the history: chart.hazard.quiet.
local function label_of(entry, row) return ("chart.%s.%s"):format(entry.name, row.name) end

-- The place where a field of a row was last written.
function rows.field_place(row, key) return row.written[key] or row.place end

-- Handles chart.hazard.quiet.text = "…".
local function set_field(R, entry, row, key, value, place)
  local label = label_of(entry, row)
  if not has_field(entry, key) then return report_field(R, place, label .. ": a row", key) end
  local unfit = mistakes.unfit(R, value)
  if unfit then return report(R, place, "%s: %s", label, unfit) end
  value = functions.stored(R, value)
  local note = history.note(R, label .. "." .. key, holder(row, key)[key], rows.field_place(row, key), value,
    place)
  row.changed[key] = row.changed[key] or note
  holder(row, key)[key] = value
  row.written[key] = place
end

-- Handles chart.hazard.quiet { text = "…" }.
local function set_fields(R, entry, row, body, place)
  local needed = "%s { … } changes fields of a row"
  if not mistakes.check_body(R, place, body, needed, label_of(entry, row)) then return end
  local name = row.name
  for _, key in ipairs(common.keys(body)) do
    set_field(R, entry, row, key, body[key], source.within(R, place, name, key))
  end
end

-- Makes the proxy by which rule files see a row.
local function row_proxy(R, entry, row)
  return setmetatable({}, {
    __sealed = "a row",
    __index = function(_, key)
      if has_field(entry, key) then return functions.as_seen(R, holder(row, key)[key]) end
      report_field(R, here(), label_of(entry, row) .. ": a row", key)
      return mistakes.nothing
    end,
    __newindex = function(_, key, value) set_field(R, entry, row, key, value, here()) end,
    __call = function(_, body) set_fields(R, entry, row, body, here()) end,
  })
end

-- The name of the row for a face of the chart's die, or nil.  Only rows as "2" and "2-4" are looked at.
local function row_for(entry, face)
  for _, row in ipairs(entry.items or {}) do
    local from, to = tostring(row.at):match "^(%d+)%-?(%d*)$"
    to = to == "" and from or to
    if from and face >= tonumber(from) and face <= tonumber(to) then return row.name end
  end
end

-- Reports that the chart has no row `key`.  more: another cure.
local function report_no_row(R, entry, key, place, more)
  local name = type(key) == "number" and row_for(entry, key)
  if name then
    local label = ("chart.%s.%s"):format(entry.name, name)
    return report(R, place, "chart.%s[%d]: a row is called by its name, and that of %d is %s; change its \z
      text, as %s.text = …", entry.name, key, key, label, label)
  end
  local names = rows.names(entry)
  -- A misspelt field of the chart.
  if common.nearest(tostring(key), entry.kind.field_order) then names = entry.kind.field_order end
  report_missing(R, place, "row", key, names, more, tostring(entry.proxy))
end

-- Handles the reading of chart.hazard.quiet: returns the row as a proxy; nil when key is a field of the
-- chart.
function rows.get(R, entry, key)
  if entry.kind.fields[key] then return end
  local row = find_row(entry, key)
  if row then return row_proxy(R, entry, row) end
  report_no_row(R, entry, key, here())
  return mistakes.nothing
end

-- Handles chart.hazard.quiet = nil; returns true if `key` means a row, and not a field of the chart.
function rows.set(R, entry, key, value)
  if entry.kind.fields[key] then return end
  local place = here()
  local row, i = find_row(entry, key)
  if not row then
    report_no_row(R, entry, key, place,
      value ~= nil and ("to add one, write chart.%s:add { … }"):format(entry.name) or nil)
  elseif value == nil then
    table.remove(entry.items, i)
    entry.removed_rows = entry.removed_rows or {}
    table.insert(entry.removed_rows, { row = row, at = place })
    history.note(R, label_of(entry, row), { items = { row } }, row.place, nil, place, "gone")
  elseif not mistakes.is_nothing(value) then
    report(R, place,
      "chart.%s.%s is a row: change its text, as chart.%s.%s.text = …, its at, name or does, or take it \z
      away with nil",
      entry.name, key, entry.name, key)
  end
  return true
end

-- --- methods -------------------------------------------------------------------------------------

-- Wraps a method so that a dot instead of a colon is reported.  usage: how it is called, in messages;
-- f(place, …): what it does.  The method returns what f returns, or else a value that reports anything
-- written after the call (mistakes.statement_end).
function rows.new_method(R, entry, name, usage, f)
  local place = here()
  return function(self, ...)
    if self ~= entry.proxy then
      -- procedure.x.after(…) may have been meant to add a step, so do not report step.NAME as misspelt
      -- (chain.lua).
      R.unplaced = R.unplaced or entry.kind.rows
      return report(R, place, "%s is called with a colon: %s.%s:%s", name, entry.kind.name, entry.name, usage)
    end
    local label = ("%s.%s:%s"):format(entry.kind.name, entry.name, usage)
    return f(place, ...) or mistakes.statement_end(R, label)
  end
end

-- Handles chart.hazard:add { … }.  `...`: anything after the row, reported as a mistake.
local function add_row(R, entry, place, item, ...)
  if ... ~= nil or type(item) == "table" and type(item[1]) == "table" then
    entry.unread = true
    if type(item) == "table" then
      return report(R, place,
        "chart.%s:add takes one row, { \"1\", \"name\", \"text\" }; call it once for each", entry.name)
    end
    return report(R, place, "chart.%s:add takes one row, in braces; write chart.%s:add { %s }", entry.name,
      entry.name, table.concat(common.map({ item, ... }, common.show), ", "))
  end
  entry.items = entry.items or {}
  local last = entry.items[#entry.items]
  local is_counted = last and last.counted and lacks_numbers({ item }, 1)
  local names = columns.names(entry.fields.columns)
  -- nth: the row's number, when the chart counts its rows
  local nth = is_counted and (names and columns.counted(entry.items) or #entry.items) + 1 or nil
  local row = read_row(R, entry, item, place, nth)
  if not row then
    entry.unread = true
    return
  end
  columns.add(entry.items, row, names)
  history.note(R, ("chart.%s.%s"):format(entry.name, row.name), nil, nil, history.as_is(nil, { row }), place,
    "new")
end

-- The methods of procedures, and how they are called.
local step_methods = {
  after = "after(\"STEP\", \"NEW\")", before = "before(\"STEP\", \"NEW\")",
  replace = "replace(\"STEP\", \"NEW\")", remove = "remove(\"STEP\")",
}

-- The steps that a method of a procedure is given on a line, each in quotes of its own, where some lack them:
-- after(hazard, drip).  Where only a new step is given, a step that it may stand at comes first.  nil where
-- other values stand.
local function steps_meant(R, entry, how, place)
  local file = R.by_name[place.file]
  local i, j = source.words_of(file, place.line)
  local last                                     -- the last such method on the line
  for at in source.found(file, how .. " (", i or 1, i and j or 0) do last = at end
  if not last then return nil end
  local names = {}
  for at = last + 2, file.partners[last + 1] - 1 do
    if not source.matches(file, at, "NAME|TEXT|,") then return nil end
    if file.kinds[at] ~= "," then names[#names + 1] = file.words[at] end
  end
  if #names == 1 and how ~= "remove" and not common.contains(entry.items, names[1]) then
    local is_last = entry.items[#entry.items] == "time"
    table.insert(names, 1, entry.items[#entry.items - (is_last and 1 or 0)])
  end
  if #names < (how == "remove" and 1 or 2) then return nil end
  return in_own_quotes(table.concat(names, ","))
end

-- True if the arguments of a procedure's method are texts, and as many as it takes; else reports them.  how:
-- the method; old: the step named first, which the procedure has; new: the list of further steps, none for
-- remove.
local function check_call(R, entry, how, place, old, new)
  local is_right = type(old) == "string" and (how == "remove") == (#new == 0)
  for _, step in ipairs(new) do is_right = is_right and type(step) == "string" and not step:find "," end
  if is_right then return true end
  R.unplaced = true
  local steps = steps_meant(R, entry, how, place)
  if not steps then
    return report(R, place, "a step is named by its place and its name; write procedure.%s:%s", entry.name,
      step_methods[how])
  end
  mistakes.withdraw(R, place, "^there is no word '")       -- told of each step, as it lacks its quotes
  report(R, place, type(old) == "string" and #new == 0
    and "a step that is there is named first, and then the new one; write procedure.%s:%s(%s)"
    or "every step stands in quotes of its own; write procedure.%s:%s(%s)", entry.name, how, steps)
end

-- Handles procedure.delve:after("act", "rest"), before, replace and remove; how: which of them.
local function change_steps(R, entry, how, place, old, ...)
  local new = { ... }
  if not check_call(R, entry, how, place, old, new) then return end
  for _, name in ipairs(new) do R.steps_ever[name] = true end
  local items = entry.items or {}
  local at = common.contains(items, old)
  if not at and common.contains(items, new[1]) and not common.nearest(old, items) then
    R.unplaced = true
    return report(R, place, "procedure.%s:%s names first the step that is there; write \z
      procedure.%s:%s(%q, %q)", entry.name, how, entry.name, how, new[1], old)
  elseif not at then
    return report_missing(R, place, "step", old, items, nil, tostring(entry.proxy))
  end
  local was = common.copy(items)
  if how == "replace" or how == "remove" then table.remove(items, at) end
  if how == "after" then at = at + 1 end
  for i = #new, 1, -1 do table.insert(items, at, new[i]) end
  entry.items_at, entry.step_at = place, entry.step_at or {}
  for _, name in ipairs(new) do entry.step_at[name] = place end
  note_replaced(R, entry, was, items, place)
end

-- True if things of the kind have a method called `key`.
function rows.is_method(kind, key)
  return kind.name == "chart" and (key == "add" or key == "at")
    or kind.name == "procedure" and step_methods[key] ~= nil
end

-- The method chart.x:add, procedure.x:after … as a function, or nil when key is none.
function rows.method(R, entry, key)
  if entry.kind.name == "chart" and key == "add" then
    return rows.new_method(R, entry, "add", "add { … }", function(place, ...)
      add_row(R, entry, place, ...)
    end)
  elseif entry.kind.name == "chart" and key == "at" then
    return rows.new_method(R, entry, "at", "at(3)", function(place)
      report(R, place, "chart.%s:at(…) reads a row in play; write it inside a function", entry.name)
      return mistakes.nothing
    end)
  elseif entry.kind.name == "procedure" and step_methods[key] then
    return rows.new_method(R, entry, key, step_methods[key], function(place, ...)
      change_steps(R, entry, key, place, ...)
    end)
  end
end

return rows
