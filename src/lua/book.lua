-- book.lua -- the rules as plain data: all that help, completion, `rules` and `changes` read.
local arguments = module "arguments"
local chain = module "chain"
local common = module "common"
local names = module "names"
local source = module "source"
local words = module "words"
local book = {}

local function at(place) return place and place.file ~= "host" and place.file .. ":" .. place.line or nil end

local function shown(v)
  if type(v) == "table" and v.rule and getmetatable(v) == nil then return "rule." .. v.rule end
  if type(v) == "string" then return v end
  return common.show(v)
end

local function verbs(R)
  local out = {}
  for _, e in ipairs(R.kinds.action:live()) do
    local a = R.actions[e.name]
    out[#out + 1] = {
      verb = e.name, help = a.help, takes = arguments.text(a), aka = #a.aka > 0 and a.aka or nil, by = a.by, secret = a.secret or nil,
      cost = type(a.turns) == "number" and common.count(a.turns, "turn") or "depends", host = false, at = at(e.made), step = a.at,
      rule = R.spaces.act.entries[e.name] and at(R.spaces.act.entries[e.name]) or nil,
      needs = R.spaces.cannot.entries[e.name] and at(R.spaces.cannot.entries[e.name]) or nil,
    }
    for _, take in ipairs(a.takes) do
      if take.kind == "pace" then
        for _, p in ipairs(R.kinds.pace:live()) do
          out[#out + 1] = { verb = p.name, help = e.name .. " " .. p.name .. (p.final.distance and ", " .. tostring(p.final.distance) or "") .. (p.final.help and ": " .. p.final.help or ""),
            takes = "", by = a.by, cost = type(a.turns) == "number" and common.count(a.turns, "turn") or "depends", host = false, at = at(p.made), pace_of = e.name }
        end
      end
    end
  end
  for _, name in ipairs(common.keys(names.host_verbs)) do
    local v = names.host_verbs[name]
    out[#out + 1] = { verb = name, help = v.help, takes = v.takes or "", aka = v.aka, host = true, campaign = v.campaign or nil, cost = "no turn" }
  end
  return out
end

local function charts(R)
  local out = {}
  for _, e in ipairs(R.kinds.chart:live()) do
    local c, rows = R.charts[e.name], {}
    for i, row in ipairs(c.rows) do
      rows[i] = { at = row.at, name = row.name, text = row.text, made = at(e.items[i].place) }
    end
    out[#out + 1] = { name = e.name, die = c.die, ask = c.ask, rows = rows, secret = c.secret or nil, help = c.help, made = at(e.made) }
  end
  return out
end

local function settings(R)
  local out = {}
  for _, e in ipairs(R.kinds.setting:live()) do
    local c = e.changed.default
    out[#out + 1] = { name = e.name, value = common.show(R.settings[e.name]), default = c and c.was ~= nil and common.show(c.was) or common.show(R.settings[e.name]),
      help = e.final.help, choices = e.final.choices, made = at(e.made), changed = c and at(c.at) or nil }
  end
  return out
end

local function plain_list(R, kind)
  local out = {}
  for _, e in ipairs(R.kinds[kind]:live()) do
    if not e.host then
      local fields = { name = e.name, made = at(e.made) }
      for k, v in next, e.final do fields[k] = type(v) == "function" and "a rule" or type(v) == "table" and common.show(v) or type(v) == "quantity" and tostring(v) or v end
      if kind == "track" then fields.is = R.tracks[e.name].kind end
      out[#out + 1] = fields
    end
  end
  return out
end

-- Every thing that was made, with each field: value, where made, what it was and where it changed.
local function entries(R)
  local out = {}
  for _, kind in ipairs(R.kind_order) do
    for _, e in ipairs(kind:live()) do
      if not e.host or next(e.changed) then
        local fields = {}
        for _, key in ipairs(common.keys(e.fields)) do
          local c = e.changed[key]
          fields[#fields + 1] = { name = key, value = shown(e.fields[key]), made = at(chain.field_place(R, e, key)),
            was = c and (c.was ~= nil and shown(c.was) or "not set") or nil, was_at = c and at(c.was_at) or nil, changed = c and at(c.at) or nil }
        end
        out[kind.name .. "." .. e.name] = { kind = kind.name, name = e.name, made = at(e.made), fields = fields,
          steps = kind.name == "procedure" and e.items or nil }
      end
    end
  end
  for _, space in ipairs { "step", "act", "cannot", "rule", "on" } do
    for _, key in ipairs(R.spaces[space].order) do
      local f = R.spaces[space].entries[key]
      if f and not f.host then
        out[space .. "." .. key] = { kind = space, name = key, made = f.file .. ":" .. f.line, fields = {},
          was = f.old and f.old.file and f.old.file .. ":" .. f.old.line or nil }
      end
    end
  end
  return out
end

-- What the files above the ruleset change: { what, old, new, old_at, new_at }.
local function changes(R)
  local out = {}
  local foot = R.ruleset.made.file
  local function put(what, old, new, old_at, new_at) out[#out + 1] = { what = what, old = old, new = new, old_at = old_at, new_at = new_at } end
  for _, kind in ipairs(R.kind_order) do
    for _, e in ipairs(kind:live()) do
      local label = kind.name .. "." .. e.name
      if e.made.file ~= foot and not e.host and kind.name ~= "kind" then
        local fields = {}
        for _, key in ipairs(common.keys(e.fields)) do fields[#fields + 1] = key .. " = " .. shown(e.fields[key]) end
        if kind.name == "chart" and e.items then fields[#fields + 1] = common.count(#e.items, "row") end
        put(label, nil, "new: " .. table.concat(fields, ", "), nil, at(e.made))
      else
        for _, key in ipairs(common.keys(e.changed)) do
          local c = e.changed[key]
          if c.at.file ~= foot then
            local place = c.at
            if e.in_body[key] then place = { file = place.file, line = source.line_of(R.by_name[place.file], place.line, e.name, key) } end
            put(kind.name == "setting" and key == "default" and label or label .. "." .. key, c.was ~= nil and shown(c.was) or "not set",
              e.fields[key] ~= nil and shown(e.fields[key]) or "taken away",
              c.was ~= nil and at(c.was_in and { file = c.was_at.file, line = source.line_of(R.by_name[c.was_at.file], c.was_at.line, e.name, key) } or c.was_at) or nil, at(place))
          end
        end
        if kind.name == "chart" then
          if e.was_items and e.items_at and e.items_at.file ~= foot then
            put(label, common.count(#e.was_items, "row"), common.count(#e.items, "row"), at(e.made), at(e.items_at))
          end
          for _, row in ipairs(e.items or {}) do
            for _, key in ipairs(common.keys(row.changed or {})) do
              local c = row.changed[key]
              if c.at.file ~= foot then put(label .. "." .. row.name .. "." .. key, c.was ~= nil and shown(c.was) or "not set", shown(row[key]), at(c.was_at), at(c.at)) end
            end
            if row.added and row.added.file ~= foot then put(label .. "." .. row.name, nil, "new row: " .. row.at, nil, at(row.added)) end
          end
          for _, r in ipairs(e.removed_rows or {}) do
            if r.at.file ~= foot then put(label .. "." .. r.row.name, "a row", "taken away", at(r.row.place), at(r.at)) end
          end
        elseif kind.name == "procedure" and e.was_items and e.items_at and e.items_at.file ~= foot then
          put(label, table.concat(e.was_items, ", "), table.concat(e.items, ", "), at(e.made), at(e.items_at))
        end
      end
    end
    if kind.made and kind.made.file ~= foot then put("kind." .. kind.name, nil, "new", nil, at(kind.made)) end
    for _, name in ipairs(kind.field_order) do
      local field = kind.fields[name]
      if field.place and field.place.file ~= foot then put("kind." .. kind.name .. "." .. name, nil, "new: " .. (field.words or common.show(field.type.default)), nil, at(field.place)) end
    end
  end
  for _, r in ipairs(R.removals or {}) do
    if r.at.file ~= foot then put(r.entry.kind.name .. "." .. r.entry.name, "made", "taken away", at(r.entry.made), at(r.at)) end
  end
  for _, space in ipairs { "step", "act", "cannot", "rule", "on" } do
    for _, key in ipairs(R.spaces[space].order) do
      local f = R.spaces[space].entries[key]
      if f and f.file and f.file ~= foot then
        local wraps = f.old and R.reads[f.file .. " " .. space .. "." .. key]
        put(space .. "." .. key, f.old and "a rule" or nil, f.old and (wraps and "wrapped" or "replaced") or "new rule",
          f.old and f.old.file and f.old.file .. ":" .. f.old.line or nil, f.file .. ":" .. f.line)
      end
    end
  end
  local order = {}
  for i, f in ipairs(R.files) do order[f.name] = i end
  for i, c in ipairs(out) do c.nth = i end
  local function key(c)
    local file, l = (c.new_at or ""):match("^(.-):(%d+)$")
    return (order[file] or 0) * 1000000 + (tonumber(l) or 0)
  end
  table.sort(out, function(a, b) return key(a) < key(b) end)
  for _, c in ipairs(out) do c.nth = nil end
  return out
end

local function chain_of(R)
  local out = {}
  for i, f in ipairs(R.files) do
    local first = f.text:match("^%s*%-%-+%s*([^\n]*)")
    out[i] = { name = f.name:gsub("%.lua$", ""), file = f.name, title = i == 1 and R.ruleset.title or nil, line = first }
  end
  return out
end

-- The comment that a ruleset opens with.
local function opening(R)
  local lines = {}
  for text in (R.files[1].text .. "\n"):gmatch("([^\n]*)\n") do
    local words_of = text:match("^%-%-%s?(.*)$")
    if not words_of then break end
    lines[#lines + 1] = words_of
  end
  return table.concat(lines, "\n")
end

function book.of(R)
  local word_list = {}
  for _, name in ipairs(common.keys(R.env)) do
    if not R.kinds[name] or R.kinds[name].host or name == "kind" then word_list[#word_list + 1] = name end
  end
  for _, name in ipairs(words.state_words) do if not common.contains(word_list, name) then word_list[#word_list + 1] = name end end
  table.sort(word_list)
  return {
    ruleset = R.files[1].name:gsub("%.lua$", ""), title = R.ruleset.title, turn = R.ruleset.fields.turn, about = opening(R),
    procedure = R.main, chain = chain_of(R), verbs = verbs(R), charts = charts(R), settings = settings(R),
    lights = plain_list(R, "light"), paces = plain_list(R, "pace"), questions = plain_list(R, "question"),
    tracks = plain_list(R, "track"), events = plain_list(R, "event"), timers = plain_list(R, "timer"), decks = plain_list(R, "deck"),
    procedures = plain_list(R, "procedure"), entries = entries(R), changes = changes(R), words = word_list,
  }
end

return book
