-- history.lua -- the changes made to things after they were made.  Each is noted while files are read, with
-- the value before it and its line; `changes`, `rules NAME` and `why NAME` show them as plain data.
local common = module "common"
local language = module "read/language"
local mistakes = module "read/mistakes"
local source = module "read/source"
local history = {}

-- --- noting changes ------------------------------------------------------------------------------

-- Notes one change and returns the note, which also has `before` and `later`: the notes of the changes of the
-- same thing before and after it.  what: "light.torch.lasts"; was, now: stored values, "function" for
-- functions; was_at, at: their places; how: "new", "gone", "wrapped", "replaced", "items" (all rows or
-- steps), or nil for a changed value.
function history.note(R, what, was, was_at, now, at, how)
  local all = R.ledger
  local note = { what = what, was = was, was_at = was_at, now = now, at = at, how = how,
    before = R.last_of[what] }
  if note.before then note.before.later = note end
  R.last_of[what] = note
  all[#all + 1] = note
  return note
end

-- A place as FILE:LINE, or nil for a thing of the program.
function history.file_place(place)
  return place and place.file ~= "host" and place.file .. ":" .. place.line or nil
end
local file_place = history.file_place

-- A row as it is now; a step is a text.
local function copy_item(item) return type(item) == "table" and common.shallow_copy(item) or item end

-- A copy of a thing's fields and of its rows or steps, as they are now: `was` or `now` of a note about it.
function history.as_is(fields, items)
  return { fields = fields and common.shallow_copy(fields), items = items and common.map(items, copy_item) }
end

-- True if the file is a house file, or a part of one: it stands above the ruleset and its parts.
function history.is_house(R, name)
  local file = R.by_name[name]
  while file and file.part_of do file = file.part_of end
  return R.ruleset ~= nil and (file and file.name or name) ~= R.ruleset.made.file
end

-- True if the file is read by `include`.
function history.is_part(R, file) return R.by_name[file] ~= nil and R.by_name[file].part_of ~= nil end

-- All changes of one thing or value, first to last.
local function notes_of(R, what)
  local list, note = {}, R.last_of[what]
  while note do
    table.insert(list, 1, note)
    note = note.before
  end
  return list
end

-- A field as the GM writes it: light.torch.lasts, or setting.grace for the value of a setting.
function history.label(entry, key)
  if entry.kind.name == "setting" and key == "default" then return "setting." .. entry.name end
  return entry.kind.name .. "." .. entry.name .. "." .. key
end

-- Fields that say which values others may have, and what mistakes say of a value that does not fit.
local bounding <const> = common.set "min max steps choices start default unit at"
local misfits <const> = { " is needed", " is not one of its choices", " is less than its m", "is never \"",
  " is both \"", "nothing is written for" }

-- The change of a field by a file above `file` that a mistake there is about, as a note; or nil.  text: the
-- mistake.
local function change_above(R, file, text)
  local is_misfit = common.first(misfits, function(words) return text:find(words, 1, true) end)
  local below = is_misfit and R.order[file]
  for i = below and #R.ledger or 0, 1, -1 do
    local note = R.ledger[i]
    local kind, name, key = note.what:match "^(%a+)%.([%w_ ]+).-%.?(%a*)$"
    local is_field = bounding[key] and (note.how == nil or note.how == "new")
    if is_field and (R.order[note.at.file] or 0) > below
      and (text:find(('%s "%s"'):format(kind, name), 1, true)
        or kind == "track" and text:find(("%%f[%%w]%s: "):format(name))) then
      return note
    end
  end
end

-- Moves a mistake in what a hook gave a chart or a check, as "on.hazard: r.row must be a row", from the line
-- that rolls the chart, where play meets it, to the line of the hook.
local function move_to_hook(R, p)
  local name = p.text:match "^(on%.[%w_]+): "
  local hook = name and R.spaces.on.entries[name:sub(4)]
  local file = hook and hook.file ~= p.file and R.by_name[hook.file]
  for _, f in ipairs(file and file.functions or {}) do
    if f.name == name and f.line == hook.line then
      local at = source.found(file, ". row = TEXT", f.from, f.to)()
      p.file, p.line, p.word = file.name, at and file.lines[at] or f.line, at and at + 3
    end
  end
end

-- Moves mistakes of a ruleset that come of a change above it to the line of that change, where they are told;
-- of several with one change only the first is kept.  Returns the list that is left.
function history.moved_to_changes(R, list)
  local told = {}
  return common.where(list, function(one)
    local p = one.error or one
    move_to_hook(R, p)
    local note = p.grade ~= "note" and change_above(R, p.file, p.text)
    if not note then return true end
    if told[note] then return false end
    told[note] = true
    local kind, name, key = p.text:match '^(%a+) "([%w_]+)",? ?([%w_]*): '
    local is_setting = kind == "setting"
    local other = kind and (is_setting or key ~= "")
      and ("; change %s.%s%s, too"):format(kind, name, is_setting and "" or "." .. key)
    p.text = ("%s is changed here, and %s:%d does not fit it: %s%s"):format(note.what,
      p.file:match "[^/]+$", p.line, p.text, other or "")
    p.file, p.line, p.word = note.at.file, note.at.line, nil
    return true
  end)
end

-- A stored value as text.
local function shown(v)
  if common.is_plain(v) and v.rule then return "rule." .. v.rule end
  if type(v) == "string" then return v end
  if type(v) == "boolean" then return v and "yes" or "no" end
  return common.show(v)
end

-- --- things and values as text -------------------------------------------------------------------

-- One row: "2-4 gutter: Every flame burns low."
local function row_text(row)
  if type(row) == "string" then return row end
  local text = row.text ~= nil and row.text ~= row.name and ": " .. shown(row.text) or ""
  return shown(row.at) .. " " .. shown(row.name) .. text
    .. (row.does and " (" .. shown(row.does) .. ")" or "")
end

-- The effects of a row, as text: "loses 1d6 hp, rule.howl"; nil: nothing.  without_rule: leaves the rule out.
function history.does_text(row, without_rule)
  local parts = {}
  for _, key in ipairs(common.append(common.copy_list(language.effects), language.of_checks)) do
    local v = row[key]
    if type(v) == "table" and not v.rule then
      local function text_of(k) return (v[1] and "" or k .. " ") .. shown(v[k]) end
      v = table.concat(common.map(common.keys(v), text_of), ", ")
    end
    parts[#parts + 1] = v ~= nil and key .. " " .. shown(v) or nil
  end
  parts[#parts + 1] = row.does and not without_rule and shown(row.does) or nil
  return #parts > 0 and table.concat(parts, ", ") or nil
end

-- A thing in one line, "lasts 6 turns, bright 30 ft", and then its rows, one a line.
local function thing_text(thing)
  local parts = {}
  for _, key in ipairs(common.keys(thing.fields or {})) do
    local v = thing.fields[key]
    parts[#parts + 1] = v == true and key or key .. " " .. shown(v)
  end
  local text = table.concat(parts, ", ")
  if not thing.items then return text end
  local items, between = thing.items, type(thing.items[1]) == "string" and ", " or "\n"
  return (text ~= "" and text .. "\n" or "") .. table.concat(common.map(items, row_text), between)
end

-- One side of a change as text: a value, or a thing with its fields.
local function side_text(v)
  if common.is_plain(v) and (v.fields or v.items) then return thing_text(v) end
  if v ~= nil then return shown(v) end
end

-- --- former values ------------------------------------------------------------------------------

-- The former values of `what`, oldest first: { value, at }.
local function former_values(R, what)
  local list = {}
  for _, note in ipairs(notes_of(R, what)) do
    if note.how ~= "new" then
      list[#list + 1] = { value = side_text(note.was) or "not set", at = file_place(note.was_at) }
    end
  end
  return #list > 0 and list or nil
end

-- The place that gave `what` its current value, or nil when it was never changed.
local function change_place(R, what)
  local note = R.last_of[what]
  return note and note.how ~= "new" and file_place(note.at) or nil
end

-- --- things --------------------------------------------------------------------------------------

-- The fields of a thing as data, also those that were removed.
local function fields_of(R, entry)
  local keys = common.keys(entry.fields)
  for _, key in ipairs(common.keys(entry.changed)) do              -- fields that were removed
    if entry.fields[key] == nil then keys[#keys + 1] = key end
  end
  return common.map(keys, function(key)
    local what, v = history.label(entry, key), entry.fields[key]
    local past = former_values(R, what)                            -- nil: it was never changed
    local last = past and past[#past] or {}
    return {
      name = key, value = v == nil and "taken away" or shown(v),
      made = file_place(mistakes.field_place(entry, key)),
      past = past, was = last.value, was_at = last.at, changed = past and change_place(R, what),
    }
  end)
end

-- The rows of a chart as data: { at, name, text, does, made, fields: those that were changed }.
local function rows_of(R, entry)
  return common.map(entry.items, function(row)
    local what = ("chart.%s.%s."):format(entry.name, row.name)
    local parts = common.map(language.row_fields, function(key)
      local before = former_values(R, what .. key)
      return before and { name = key, value = row[key] ~= nil and shown(row[key]) or "not set", past = before,
        changed = change_place(R, what .. key) }
    end)
    return { at = row.at, name = row.name, text = row.text, does = history.does_text(row),
      made = file_place(row.place), fields = #parts > 0 and parts or nil }
  end)
end

-- The lines that emit each event by its name.
local function places_emitting(R)
  local places = {}
  for _, file in ipairs(R.files) do
    for _, free in ipairs(file.free) do
      local i = free.name == "emit" and source.text_given(file, free.i)
      if i then
        local name = file.words[i]
        places[name] = places[name] or {}
        table.insert(places[name], file.name .. ":" .. file.lines[i])
      end
    end
  end
  return places
end

-- One thing as data: { kind, name, made, fields, rows, steps, past, changed }.
function history.of_thing(R, entry)
  local what = entry.kind.name .. "." .. entry.name
  local data = { kind = entry.kind.name, name = entry.name, made = file_place(entry.made) or "the program",
    fields = fields_of(R, entry) }
  if entry.kind.name == "event" then
    R.emitting = R.emitting or places_emitting(R)
    local places = R.emitting[entry.name]
    if places then table.insert(data.fields, { name = "emitted", value = table.concat(places, ", ") }) end
  end
  if entry.kind.name == "chart" and entry.items then data.rows = rows_of(R, entry)
  elseif entry.items then data.steps = common.copy(entry.items) end
  if entry.items then data.past, data.changed = former_values(R, what), change_place(R, what) end
  return data
end

-- A function as data: its place, and the places of those it wraps or replaced, newest first.
function history.of_function(R, space, key, f)
  local last = R.last_of[space .. "." .. key]
  local past, note = {}, last
  while note and note.was_at do
    past[#past + 1] = { at = file_place(note.was_at), value = note.how }
    note = note.before
  end
  return { kind = space, name = key, made = file_place(f), fields = {}, past = past, how = last and last.how }
end

-- All things and functions as data, by "light.torch", "rule.burn" …: { kind, name, made, fields … }, each
-- field with its place and its former values.  The program's own things are left out unless files changed
-- them or they have a text to show; so are its functions.
function history.entries(R)
  local out = {}
  for _, kind in ipairs(R.kind_order) do
    for _, entry in ipairs(kind:live()) do
      if not entry.host or next(entry.changed) or entry.fields.text then
        out[kind.name .. "." .. entry.name] = history.of_thing(R, entry)
      end
    end
  end
  for _, space in ipairs(language.spaces) do
    for _, key in ipairs(R.spaces[space].order) do
      local f = R.spaces[space].entries[key]
      if f and not f.host then out[space .. "." .. key] = history.of_function(R, space, key, f) end
    end
  end
  return out
end

-- All things that were removed, by "light.torch" …: { value, made, gone }.
function history.removed(R)
  local out = {}
  for _, note in ipairs(R.ledger) do
    if note.how == "gone" then
      out[note.what] = not note.later and { value = side_text(note.was), made = file_place(note.was_at),
        gone = file_place(note.at) } or nil
    end
  end
  return out
end

-- --- changes -------------------------------------------------------------------------------------

-- One side of a change of a long list: how many items it has, and which of them the other side lacks: "14,
-- with joker".
local function list_side(list, other)
  local left = common.copy(other)
  local own = table.concat(common.map(list, function(item)
    local at = common.contains(left, item)
    if at then table.remove(left, at) else return shown(item) end
  end), ", ")
  return #list .. (own ~= "" and ", with " .. own or " of them")
end

-- A change as data: { what, old, new, old_at, new_at, how, file; later: the place of a later change }.
local function data_of_change(note)
  local was, now, old, new = note.was, note.now, side_text(note.was), side_text(note.now)
  local is_list = common.is_plain(was) and common.is_plain(now)
  if is_list and math.max(#was, #now) > 12 then            -- common.show leaves items out after 12
    old, new = list_side(was, now), list_side(now, was)
  end
  -- No text of a function is shown: on the left "a rule", on the right how it changed, if it is still there.
  if note.now == "function" or note.was == "function" and note.how == "gone" then
    old, new = note.was and "a rule" or nil, note.how ~= "gone" and note.how or nil
  end
  return {
    what = note.what, old = old, new = new, old_at = note.was ~= nil and file_place(note.was_at) or nil,
    new_at = file_place(note.at), how = note.how, file = note.at.file,
    later = note.later and file_place(note.later.at),
  }
end

-- The changes made by files above the ruleset, file by file, and from top to bottom in each.
function history.changes(R)
  local out, line = {}, {}
  for _, note in ipairs(R.ledger) do
    if history.is_house(R, note.at.file) then
      local c = data_of_change(note)
      out[#out + 1] = c
      line[c] = (R.order[c.file] or 0) * 1000000 + note.at.line      -- no file has so many lines
    end
  end
  table.sort(out, function(a, b) return line[a] < line[b] end)
  return out
end

return history
