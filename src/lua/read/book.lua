-- book.lua -- the rules as plain data for the campaign side: help, completion, `rules` and `changes` show it.
local common = module "common"
local functions = module "read/functions"
local history = module "read/history"
local language = module "read/language"
local book = {}

local file_place = history.file_place

-- The names of the procedures in which the action can be done, or nil for all.
local function procedures_of(R, action)
  if action.during or action.turns == 0 then return action.during end          -- one of no turn needs no step
  local all = R.kinds.procedure:names()
  local list = common.where(all, function(name)
    return common.contains(common.names(R.procedures[name].steps), action.at) ~= nil
  end)
  return #list > 0 and #list < #all and list or nil
end

-- Returns the first action that can be typed alone in a new turn, and the default one or nil.
-- Studies without a plan play the first, and the default where that cannot be done (study_query.c).
local function usual_actions(R)
  local first_deeds = common.first(R.procedures[R.main].steps, function(step) return step.deed end)
  local first
  for _, entry in ipairs(R.kinds.action:live()) do
    local action = R.actions[entry.name]
    local is_here = not action.during or common.contains(action.during, R.main)
    local is_alone = not common.first(action.takes, function(take) return not take.optional end)
    if is_here and is_alone and action.turns == 1 and action.at == (first_deeds or {}).name then
      first = first or entry.name
      if action.default then return first, entry.name end
    end
  end
  return first
end

-- Sorts verbs by their cost: first those that take one turn, then other times, then no time.  Verbs of the
-- same cost stay in their order.
local function order_by_cost(list)
  local rank = { ["1 turn"] = 1, ["0 turns"] = 3 }
  table.sort(list, function(a, b) return (rank[a.cost] or 2) < (rank[b.cost] or 2) end)
end

-- The help of an action, with what it costs: "a night in town; costs 10 silver".
local function help_of(entry, action)
  local costs, parts = entry.final.costs, {}
  if costs == nil then return action.help end
  costs = type(costs) == "table" and costs or { costs }
  for _, key in ipairs(common.keys(costs)) do
    local what = type(costs[key]) == "table" and table.concat(costs[key], ", ") or tostring(costs[key])
    parts[#parts + 1] = what .. (type(key) == "string" and " in " .. key or "")
  end
  return (action.help and action.help .. "; " or "") .. "costs " .. table.concat(parts, ", ")
end

-- The entry in book.verbs for an action.  cost: a text for help, "1 turn"; at, rule, needs: where the action,
-- its act.NAME and its cannot.NAME are written.
local function action_verb(R, entry, action, cost)
  return {
    verb = entry.name, help = help_of(entry, action), takes = action.usage,
    aka = #action.aka > 0 and action.aka or nil, by = action.by,
    secret = action.secret or nil, public = action.public, cost = cost, host = false, step = action.at,
    default = action.default or nil,
    at = file_place(entry.made), rule = file_place(R.spaces.act.entries[entry.name]),
    needs = file_place(R.spaces.cannot.entries[entry.name]),
    during = procedures_of(R, action),
  }
end

-- The verb of a pace, which stands for `move PACE`: the action is the first that takes a pace.
local function pace_verb(R, entry, action, cost, pace)
  local distance = pace.final.distance and ", " .. tostring(pace.final.distance) or ""
  local help = pace.final.help and ": " .. pace.final.help or ""
  return {
    verb = pace.name, takes = "", by = action.by, cost = cost, host = false, at = file_place(pace.made),
    during = procedures_of(R, action), pace_of = entry.name,
    help = entry.name .. " " .. pace.name .. distance .. help,
  }
end

-- The verbs of actions, the paces that stand for such verbs, and the program's verbs.
local function verbs(R, host_verbs)
  local out, paces = {}, R.kinds.pace:live()             -- paces: those that no action has taken yet
  for _, entry in ipairs(R.kinds.action:live()) do
    local action = R.actions[entry.name]
    local cost = type(action.turns) == "number" and common.counted(action.turns, "turn") or "depends"
    out[#out + 1] = action_verb(R, entry, action, cost)
    if common.first(action.takes, function(take) return take.kind == "pace" end) then
      for _, pace in ipairs(paces) do out[#out + 1] = pace_verb(R, entry, action, cost, pace) end
      paces = {}
    end
  end
  order_by_cost(out)
  for _, name in ipairs(common.keys(host_verbs)) do
    local verb = host_verbs[name]
    out[#out + 1] = { verb = name, help = verb.help, takes = verb.takes or "", aka = verb.aka, host = true,
      campaign = verb.campaign or nil, yields = verb.yields or nil, seldom = verb.seldom or nil,
      cost = "no turn" }
  end
  return out
end

-- The charts with their rows.
local function charts(R)
  return common.map(R.kinds.chart:live(), function(entry)
    local chart = R.charts[entry.name]
    local rows = common.map(chart.rows, function(row, i)
      local does = row.does or row.effects and #row.effects > 0
      return { at = row.at, name = row.name, text = row.text, does = does and true or nil,
        effects = history.does_text(row.item, true), made = file_place(entry.items[i].place) }
    end)
    return { name = entry.name, die = chart.die, ask = chart.ask, rows = rows, secret = chart.secret or nil,
      help = chart.help, made = file_place(entry.made) }
  end)
end

-- A value as data for programs, without functions; at most 4 tables deep, which is more than settings use.  A
-- table with items keeps these alone, and not its fields.
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

-- The settings: value and default as texts, and in `plain` as data for programs.
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

-- The value of a field as text or number; a rule by its name.
local function field_text(v)
  local rule = functions.rule_name(v)
  if rule then return "rule." .. rule end
  if type(v) == "function" then return "a rule" end
  if type(v) == "table" then return common.show(v) end
  return type(v) == "quantity" and tostring(v) or v
end

-- The things of a kind, with their fields: texts for people, and in `plain` data for programs.
local function things_of(R, kind)
  local own = common.where(R.kinds[kind]:live(), function(entry) return not entry.host end)
  return common.map(own, function(entry)
    local fields = { name = entry.name, made = file_place(entry.made) }
    for key, value in next, entry.final do
      fields[key] = field_text(value)
      if type(value) == "table" and not functions.rule_name(value) then
        fields.plain = fields.plain or {}
        fields.plain[key] = plain(value)
      end
    end
    if kind == "track" then fields.is = R.tracks[entry.name].kind end
    if kind == "procedure" then fields.steps = table.concat(entry.items or {}, ", ") end
    return fields
  end)
end

-- The files: the ruleset first, then house files, and behind each the parts that it includes.
local function chain_of(R)
  local list = {}
  local function add(of)
    for _, file in ipairs(R.files) do
      if file.part_of == of then
        list[#list + 1] = { name = file.name:gsub("%.lua$", ""), file = file.name, part = of and true or nil,
          title = file.name == R.ruleset.made.file and R.ruleset.name or nil,
          line = file.text:match("^%s*%-%-+%s*([^\n]*)") }
        add(file)
      end
    end
  end
  add(nil)
  return list
end

-- The comment at the top of the ruleset.
local function opening(foot)
  local text, lines, at = foot.text, {}, 1
  while true do
    local comment, after = text:match("^%-%-[^%S\n]?([^\n]*)\n?()", at)
    if not comment then return table.concat(lines, "\n") end
    lines[#lines + 1], at = comment, after
  end
end

-- The words of the language, in alphabetical order; kinds that rules make are left out.
local function words_of(R)
  local list = common.where(common.keys(R.env), function(name)
    return not R.kinds[name] or R.kinds[name].host or name == "kind"
  end)
  common.append(list, common.where(common.keys(language.state), function(name)
    return not common.contains(list, name)
  end))
  table.sort(list)
  return list
end

-- Makes the book of sealed rules.  host_verbs: the program's verbs, by name (play/names.lua).
function book.of(R, host_verbs)
  local first, default = usual_actions(R)
  local foot = R.by_name[R.ruleset.made.file]
  local out = {
    ruleset = foot.name:gsub("%.lua$", ""), title = R.ruleset.name, turn = R.ruleset.fields.turn,
    about = opening(foot), hint = R.hint, procedure = R.main, usual = first, default = default,
    timed = R.timed, hidden = next(R.hidden) and common.keys(R.hidden),
    chain = chain_of(R), verbs = verbs(R, host_verbs), charts = charts(R), settings = settings(R),
    counted = common.keys(R.hooks), changes = history.changes(R), words = words_of(R),
  }
  for _, kind in ipairs { "light", "pace", "question", "track", "event", "timer", "deck", "procedure",
    "modifier" } do
    out[kind .. "s"] = things_of(R, kind)
  end
  return out
end

-- The book with every thing and function, and what was removed.  Few programs ask for these, and they are
-- most of its length.
function book.whole(R, host_verbs)
  local out = book.of(R, host_verbs)
  out.entries, out.gone = history.entries(R), history.removed(R)
  return out
end

return book
