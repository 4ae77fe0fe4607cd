-- book.lua -- the rules as plain data for the campaign side: help, completion, `rules` and `changes` show it.
local common = module "common"
local history = module "read/history"
local language = module "read/language"
local book = {}

local file_place = history.file_place

-- The names of the procedures in which the action can be done, or nil for all.
local function procedures_of(R, a)
  if a.during then return a.during end
  local list, all = {}, R.kinds.procedure:live()
  for _, entry in ipairs(all) do
    local found = false
    for _, step in ipairs(R.procedures[entry.name].steps) do found = found or step.name == a.at end
    if found or a.turns == 0 then list[#list + 1] = entry.name end
  end
  return #list > 0 and #list < #all and list or nil
end

-- Returns the first action that can be typed alone in a new turn, and the default one or nil.
local function usual_actions(R)
  local p, first = R.procedures[R.main]
  local at
  for _, step in ipairs(p.steps) do at = at or step.deed and step.name end
  for _, entry in ipairs(R.kinds.action:live()) do
    local a = R.actions[entry.name]
    local free = a.turns == 1 and a.at == at and (not a.during or common.contains(a.during, R.main))
    for _, take in ipairs(a.takes) do free = free and take.optional end
    if free and a.default then return first or entry.name, entry.name end
    if free then first = first or entry.name end
  end
  return first
end

-- The verbs of actions, the paces that stand for such verbs, and the program's verbs.
local function verbs(R, host_verbs)
  local out = {}
  for _, entry in ipairs(R.kinds.action:live()) do
    local a = R.actions[entry.name]
    local cost = type(a.turns) == "number" and common.counted(a.turns, "turn") or "depends"
    out[#out + 1] = {
      verb = entry.name, help = a.help, takes = a.usage, aka = #a.aka > 0 and a.aka or nil, by = a.by,
      secret = a.secret or nil, public = a.public, cost = cost, host = false, step = a.at,
      at = file_place(entry.made), rule = file_place(R.spaces.act.entries[entry.name]),
      needs = file_place(R.spaces.cannot.entries[entry.name]),
      during = procedures_of(R, a),
    }
    for _, take in ipairs(a.takes) do
      for _, p in ipairs(take.kind == "pace" and R.kinds.pace:live() or {}) do
        local distance = p.final.distance and ", " .. tostring(p.final.distance) or ""
        out[#out + 1] = {
          verb = p.name, takes = "", by = a.by, cost = cost, host = false, at = file_place(p.made),
          during = procedures_of(R, a), pace_of = entry.name,
          help = entry.name .. " " .. p.name .. distance .. (p.final.help and ": " .. p.final.help or ""),
        }
      end
    end
  end
  for _, name in ipairs(common.keys(host_verbs)) do
    local v = host_verbs[name]
    out[#out + 1] = { verb = name, help = v.help, takes = v.takes or "", aka = v.aka, host = true,
      campaign = v.campaign or nil, cost = "no turn" }
  end
  return out
end

local function charts(R)
  return common.map(R.kinds.chart:live(), function(entry)
    local c = R.charts[entry.name]
    local rows = common.map(c.rows, function(row, i)
      return { at = row.at, name = row.name, text = row.text, made = file_place(entry.items[i].place) }
    end)
    return { name = entry.name, die = c.die, ask = c.ask, rows = rows, secret = c.secret or nil,
      help = c.help, made = file_place(entry.made) }
  end)
end

-- A value as data for programs, without functions; at most 4 tables deep.
local function plain(v, depth)
  depth = depth or 0
  if type(v) == "function" or depth > 3 then return nil end
  if type(v) ~= "table" then return type(v) == "quantity" and tostring(v) or v end
  local t = {}
  for _, x in ipairs(v) do t[#t + 1] = plain(x, depth + 1) end
  for k, x in next, v do
    if #t == 0 and type(k) == "string" then t[k] = plain(x, depth + 1) end
  end
  return t
end

local function settings(R)
  return common.map(R.kinds.setting:live(), function(entry)
    local change, value = entry.changed.default, R.settings[entry.name]
    local default = value
    if change and change.was ~= nil then default = change.was end
    return {
      name = entry.name, value = common.show(value),
      plain = { value = plain(value), default = plain(default) },
      help = entry.final.help, choices = entry.final.choices, made = file_place(entry.made),
      default = common.show(default), changed = change and file_place(entry.at.default),
    }
  end)
end

-- The things of a kind, with their fields: texts for people, and in `plain` data for programs.
local function things_of(R, kind)
  local out = {}
  for _, entry in ipairs(R.kinds[kind]:live()) do
    if not entry.host then
      local fields = { name = entry.name, made = file_place(entry.made) }
      for k, v in next, entry.final do
        if type(v) == "table" then
          fields.plain = fields.plain or {}
          fields.plain[k] = plain(v)
        end
        fields[k] = type(v) == "function" and "a rule" or type(v) == "table" and common.show(v)
          or type(v) == "quantity" and tostring(v) or v
      end
      if kind == "track" then fields.is = R.tracks[entry.name].kind end
      if kind == "procedure" then fields.steps = table.concat(entry.items or {}, ", ") end
      out[#out + 1] = fields
    end
  end
  return out
end

local function chain_of(R)
  return common.map(R.files, function(f, i)
    return { name = f.name:gsub("%.lua$", ""), file = f.name, title = i == 1 and R.ruleset.name or nil,
      line = f.text:match("^%s*%-%-+%s*([^\n]*)") }
  end)
end

-- The comment at the top of the ruleset.
local function opening(R)
  local lines = {}
  for text in (R.files[1].text .. "\n"):gmatch("([^\n]*)\n") do
    local comment = text:match("^%-%-%s?(.*)$")
    if not comment then break end
    lines[#lines + 1] = comment
  end
  return table.concat(lines, "\n")
end

-- Makes the book of sealed rules.  host_verbs: the program's verbs, by name (play/names.lua).
function book.of(R, host_verbs)
  local word_list = {}
  for _, name in ipairs(common.keys(R.env)) do
    if not R.kinds[name] or R.kinds[name].host or name == "kind" then word_list[#word_list + 1] = name end
  end
  for _, name in ipairs(common.keys(language.state)) do
    if not common.contains(word_list, name) then word_list[#word_list + 1] = name end
  end
  table.sort(word_list)
  local first, default = usual_actions(R)
  local out = {
    ruleset = R.files[1].name:gsub("%.lua$", ""), title = R.ruleset.name, turn = R.ruleset.fields.turn,
    about = opening(R), procedure = R.main, usual = first, default = default, timed = R.timed,
    chain = chain_of(R), verbs = verbs(R, host_verbs), charts = charts(R), settings = settings(R),
    counted = common.keys(R.hooks), entries = history.entries(R), gone = history.removed(R),
    changes = history.changes(R), words = word_list,
  }
  for _, kind in ipairs { "light", "pace", "question", "track", "event", "timer", "deck", "procedure" } do
    out[kind .. "s"] = things_of(R, kind)
  end
  return out
end

return book
