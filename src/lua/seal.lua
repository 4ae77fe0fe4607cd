-- seal.lua -- when all files are read: checks the whole, and turns it into what play reads.
-- Every mistake is told at the line that wrote it.  Afterwards nothing of the rules can change.
local chain = module "chain"
local common = module "common"
local source = module "source"
local types = module "types"
local seal = {}

local mistake, where = chain.mistake, chain.where
local hook_kinds = { "track", "timer", "chart", "event" }
local lua_words = {}
for word in ("and break do else elseif end false for function goto if in local nil not or repeat return then true until while"):gmatch "%a+" do
  lua_words[word] = true
end

-- --- sealed things ------------------------------------------------------------------------------

local function complain(what)
  return function(_, key)
    error(what .. "." .. tostring(key) .. " cannot change while the table plays: only the state does (tracks, lights, timers, rooms, members, turn)", 0)
  end
end

local deep

-- A table that reads like `fields` and cannot be written.  missing(key) says what a wrong name means.
local function sealed(fields, what, missing, text)
  if missing then
    setmetatable(fields, { __index = function(_, key) return missing(key) end })
  end
  return setmetatable({}, {
    __index = fields, __newindex = complain(what), __sealed = what,
    __len = function() return #fields end, __tostring = text and function() return text end or nil,
  })
end
seal.sealed = sealed

function deep(v, what)
  if type(v) ~= "table" or getmetatable(v) then return v end
  local fields = {}
  for k, x in next, v do fields[k] = deep(x, what .. "." .. tostring(k)) end
  return sealed(fields, what)
end
seal.deep = deep

-- --- fields ---------------------------------------------------------------------------------------

local function read_types(R)
  for _, kind in ipairs(R.kind_order) do
    for _, name in ipairs(kind.field_order) do
      local field = kind.fields[name]
      if field.words then
        local t, sentence = types.parse(field.words, R.kinds)
        if not t then
          mistake(R, field.place or kind.made, "%s.%s: %s", kind.name, name, sentence)
          t = { base = "any", optional = true }
        end
        field.type = t
      end
    end
  end
end

local function tracks_of(R, kind_name)
  local list = {}
  for _, e in ipairs(R.kinds.track:live()) do
    if (e.fields.of or "party") == kind_name then list[#list + 1] = e end
  end
  return list
end

local function field_names(R, kind)
  local names = {}
  for _, n in ipairs(kind.field_order) do names[#names + 1] = n end
  for _, e in ipairs(tracks_of(R, kind.name)) do names[#names + 1] = e.name end
  return names
end

local function check_fields(R, entry)
  local kind = entry.kind
  entry.final = {}
  for _, key in ipairs(common.keys(entry.fields)) do
    local value, field = entry.fields[key], kind.fields[key]
    local track = not field and R.kinds.track.entries[key]
    if track and (track.fields.of or "party") == kind.name then
      entry.starts = entry.starts or {}
      entry.starts[key] = value
    elseif not field then
      mistake(R, chain.field_place(R, entry, key), "%s \"%s\" has no field '%s'%s", kind.name, entry.name, key,
        common.hint(key, field_names(R, kind)))
    else
      local kept, sentence = types.check(field.type, value, R)
      if kept == nil then
        mistake(R, chain.field_place(R, entry, key), "%s \"%s\", %s: %s, and this is %s", kind.name, entry.name, key, sentence, common.show(value))
      else
        entry.final[key] = kept
      end
    end
  end
  for _, key in ipairs(kind.field_order) do
    local t = kind.fields[key].type
    if entry.fields[key] == nil then
      if t.default ~= nil then
        entry.final[key] = common.copy(t.default)
      elseif not t.optional and not entry.host then
        mistake(R, entry.made, "%s \"%s\" has no %s, a %s", kind.name, entry.name, key, t.words or "value")
      end
    end
  end
end

-- --- durations ---------------------------------------------------------------------------------------

-- How a duration runs: { secs = }, { turns = } or { real = }, whole numbers; and in what unit it reads.
function seal.duration(R, q)
  local unit, what = measure.unit(q)
  if what == "turns" then
    local turns = measure.amount(q)
    if R.turn_secs then
      local secs = turns * R.turn_secs
      return { secs = math.tointeger(secs), unit = "turn", per = R.turn_secs }
    end
    return { turns = math.tointeger(turns), unit = "turn", per = 1 }
  end
  local secs = math.tointeger(measure.amount(q, what == "real" and "real second" or "second"))
  local bare = unit:gsub("^real ", "")
  local per = math.tointeger(measure.amount(measure.quantity("1 " .. bare), "second"))
  if what == "real" then return { real = secs, unit = bare, per = per } end
  return { secs = secs, unit = bare, per = per }
end

local function check_duration(R, q, place, label)
  local d = seal.duration(R, q)
  if d.secs or d.turns or d.real then return d end
  mistake(R, place, "%s: times are whole seconds, and %s is not", label, tostring(q))
end

-- --- the ruleset ---------------------------------------------------------------------------------------

local function check_ruleset(R)
  local set = R.ruleset
  if not set then return end
  for _, key in ipairs(common.keys(set.fields)) do
    if key ~= "turn" and key ~= "check" and key ~= "procedure" then
      mistake(R, set.made, "ruleset \"%s\" has no field '%s'%s", set.title, tostring(key), common.hint(tostring(key), { "turn", "check", "procedure" }))
    end
  end
  if set.fields.turn ~= nil then
    local q, sentence = types.base.duration(set.fields.turn)
    local secs = q and seal.duration(R, q).secs
    if not q then mistake(R, set.made, "ruleset \"%s\", turn: %s", set.title, sentence)
    elseif not secs or secs <= 0 then mistake(R, set.made, "ruleset \"%s\", turn: a time of whole seconds is needed, as \"10 minutes\"", set.title)
    else R.turn_secs = secs end
  end
  if set.fields.check ~= nil and not types.base.dice(set.fields.check) then
    mistake(R, set.made, "ruleset \"%s\", check: dice are needed, as \"1d20\"", set.title)
  end
  R.check_dice = set.fields.check
end

-- --- tracks -----------------------------------------------------------------------------------------------

local function read_track(R, e)
  local f = e.final
  local t = { name = e.name, of = f.of, secret = f.secret, tally = f.tally, unit = f.unit, min = f.min, help = f.help }
  if type(f.max) == "string" then
    if f.max == "own" then t.own = true
    else mistake(R, chain.field_place(R, e, "max"), "track \"%s\", max: a number or \"own\" is needed", e.name) end
  else
    t.max = f.max
  end
  if f.unit then
    local q, sentence = measure.quantity("1 " .. f.unit)
    if not q then
      mistake(R, chain.field_place(R, e, "unit"), "track \"%s\", unit: %s", e.name, sentence)
      return t
    end
  end
  if f.steps then
    t.kind, t.steps, t.rank = "ladder", f.steps, {}
    for i, step in ipairs(f.steps) do t.rank[step] = i end
    t.start = f.start == nil and f.steps[1] or f.start
    if not t.rank[t.start] then
      mistake(R, chain.field_place(R, e, "start"), "track \"%s\", start: one of its steps is needed, %s", e.name, common.list(f.steps, "or"))
    end
  elseif type(f.start) == "boolean" then t.kind, t.start = "switch", f.start
  elseif type(f.start) == "table" then t.kind, t.start = "list", f.start
  elseif f.unit then
    t.kind = "quantity"
    local start = f.start or 0
    t.start = type(start) == "number" and measure.quantity_of(start, f.unit) or start
    if type(t.start) == "string" then t.start = measure.quantity(t.start) end
    if type(t.start) ~= "quantity" then
      mistake(R, chain.field_place(R, e, "start"), "track \"%s\", start: a quantity in %s is needed", e.name, f.unit)
      t.start = measure.quantity_of(0, f.unit)
    end
  elseif type(f.start) == "string" then
    local now, most = f.start:match("^(%-?%d+)/(%d+)$")
    if t.own and now then t.kind, t.start = "number", f.start
    elseif f.min ~= nil or f.max ~= nil then
      t.kind, t.start = "number", f.start
      if not types.base.dice(f.start) then
        mistake(R, chain.field_place(R, e, "start"), "track \"%s\", start: a number or dice are needed", e.name)
        t.start = 0
      end
    else t.kind, t.start = "text", f.start end
  else
    t.kind, t.start = "number", f.start or 0
    if f.start == nil and t.min and t.min > 0 then t.start = t.min end
  end
  return t
end

-- --- charts ---------------------------------------------------------------------------------------------------

-- "2-4", "7", "1, 10", "to 4", "15+" -> list of { lo, hi }; open ends are false.
local function read_ranges(at)
  local ranges = {}
  for part in (at .. ","):gmatch("%s*(.-)%s*,") do
    local lo, hi = part:match("^(%-?%d+)%s*%-%s*(%-?%d+)$")
    if not lo then lo, hi = part:match("^(%-?%d+)%s*–%s*(%-?%d+)$") end
    if lo then ranges[#ranges + 1] = { tonumber(lo), tonumber(hi) }
    elseif part:match("^%-?%d+$") then ranges[#ranges + 1] = { tonumber(part), tonumber(part) }
    elseif part:match("^to%s+%-?%d+$") then ranges[#ranges + 1] = { false, tonumber(part:match("%-?%d+")) }
    elseif part:match("^%-?%d+%s*%+$") then ranges[#ranges + 1] = { tonumber(part:match("%-?%d+")), false }
    else return nil end
  end
  return #ranges > 0 and ranges or nil
end

local function resolve_does(R, v, place, label)
  if type(v) ~= "table" or not v.rule then return v end
  local f = R.final.rule[v.rule]
  if not f then
    local names = common.keys(R.final.rule)
    mistake(R, place, "%s: there is no rule.%s%s", label, v.rule, common.hint(v.rule, names))
  end
  return f
end

local function read_chart(R, e)
  local f = e.final
  local c = { name = e.name, ask = f.ask, secret = f.secret, help = f.help, rows = {}, by_name = {}, die = f.die and tostring(f.die) }
  if not e.items or #e.items == 0 then
    if not f.ask and not f.die then mistake(R, e.made, "chart \"%s\" has neither rows nor a question: give it rows, or ask = \"…\"", e.name)
    elseif f.die and not f.ask then mistake(R, e.made, "chart \"%s\" has a die and no rows", e.name) end
    return c
  end
  c.ask = nil
  local least, greatest
  if c.die then
    least, greatest = door.range(c.die)
    if least == false then
      mistake(R, chain.field_place(R, e, "die"), "chart \"%s\", die: %s has no greatest total, and rows must cover it", e.name, c.die)
      least, greatest = nil, nil
    end
  end
  local owner, lowest, highest, open_low, open_high = {}, nil, nil, nil, nil
  for _, item in ipairs(e.items) do
    local ranges = read_ranges(item.at)
    local place = item.changed and item.changed.at and item.changed.at.at or item.place
    if not ranges then
      mistake(R, place, "chart \"%s\", row \"%s\": '%s' are no numbers; write \"2\", \"2-4\", \"1, 10\", \"to 4\" or \"15+\"", e.name, item.name, item.at)
      ranges = {}
    end
    if c.by_name[item.name] then
      mistake(R, item.place, "chart \"%s\" has two rows named \"%s\"", e.name, item.name)
    elseif chain.reserved_rows[item.name] then
      mistake(R, item.place, "chart \"%s\": a row cannot be named '%s', which is a word for charts", e.name, item.name)
    end
    local row = {
      at = item.at, name = item.name, text = type(item.text) == "string" and item.text or item.name, chart = e.name,
      does = resolve_does(R, item.does, item.place, "chart \"" .. e.name .. "\", row \"" .. item.name .. "\""),
    }
    if item.text ~= nil and type(item.text) ~= "string" then
      mistake(R, item.place, "chart \"%s\", row \"%s\": its text is in quotes, and this is %s", e.name, item.name, common.show(item.text))
    end
    local i = #c.rows + 1
    c.rows[i] = row
    c.by_name[item.name] = row
    row.ranges = ranges
    for _, r in ipairs(ranges) do
      local lo, hi = r[1], r[2]
      if not lo then open_low = i lo = math.min(hi, least or hi) end
      if not hi then open_high = i hi = math.max(lo, greatest or lo) end
      if hi < lo then
        mistake(R, place, "chart \"%s\", row \"%s\": '%s' runs backwards", e.name, item.name, item.at)
      elseif hi - lo > 100000 then
        mistake(R, place, "chart \"%s\", row \"%s\": '%s' is too long a range", e.name, item.name, item.at)
      else
        for n = lo, hi do
          if owner[n] and owner[n] ~= i then
            mistake(R, place, "chart \"%s\": %d is both \"%s\" and \"%s\"", e.name, n, c.rows[owner[n]].name, item.name)
            break
          end
          owner[n] = i
        end
        if least and (hi > greatest or lo < least) and r[1] and r[2] then
          mistake(R, place, "chart \"%s\", row \"%s\": %s rolls %d to %d, never %d", e.name, item.name, c.die, least, greatest, hi > greatest and hi or lo)
        end
        lowest, highest = math.min(lowest or lo, lo), math.max(highest or hi, hi)
      end
    end
  end
  if least and greatest - least > 1000000 then
    mistake(R, chain.field_place(R, e, "die"), "chart \"%s\": %s has too many totals for a chart", e.name, c.die)
    least = nil
  end
  local gap
  for n = least or lowest or 1, greatest or highest or 0 do
    if not owner[n] then gap = gap and { gap[1], n } or { n, n } elseif gap then break end
  end
  if gap then
    mistake(R, chain.field_place(R, e, "rows"), "chart \"%s\": nothing is written for %s%s", e.name,
      gap[1] == gap[2] and tostring(gap[1]) or gap[1] .. " to " .. gap[2], c.die and " of " .. c.die or "")
  end
  c.index, c.least, c.greatest = owner, lowest or 0, highest or 0
  c.open_low, c.open_high = open_low, open_high
  return c
end

-- --- procedures and actions ------------------------------------------------------------------------------------

local host_steps = { act = true, time = true }

local function read_procedure(R, e)
  local p = { name = e.name, deeds = e.final.deeds, steps = {}, help = e.final.help }
  if e.final.lasts then
    local d = check_duration(R, e.final.lasts, chain.field_place(R, e, "lasts"), "procedure \"" .. e.name .. "\", lasts")
    p.secs = d and d.secs
    if d and d.turns then p.secs = nil end
  end
  if not e.items or #e.items == 0 then
    mistake(R, e.made, "procedure \"%s\" has no steps", e.name)
    return p
  end
  local seen = {}
  for i, name in ipairs(e.items) do
    local place = e.step_at and e.step_at[name] or chain.field_place(R, e, i)
    if not e.step_at or not e.step_at[name] then
      place = { file = (e.items_at or e.made).file, line = (e.items_at or e.made).line }
      if not e.was_items then place.line = source.line_of(R.by_name[place.file], place.line, e.name, i) end
    end
    local f = R.spaces.step.entries[name]
    if seen[name] then mistake(R, place, "procedure \"%s\" has the step '%s' twice", e.name, name) end
    seen[name] = true
    local step = { name = name, f = f and f.f }
    if f then step.rule = true
    elseif host_steps[name] then step.host = name
    elseif R.kinds.chart.entries[name] then step.chart = name
    elseif R.deed_steps[name] then step.deed = true
    else
      local names = common.keys(R.spaces.step.entries)
      for _, n in ipairs(R.kinds.chart:names()) do names[#names + 1] = n end
      names[#names + 1] = "act" names[#names + 1] = "time"
      mistake(R, place, "procedure \"%s\" names the step '%s', and there is neither a function step.%s nor a chart of that name%s",
        e.name, name, name, common.hint(name, names))
    end
    step.deed = R.deed_steps[name] or name == "act"
    p.steps[i] = step
  end
  return p
end

local takes_words = { member = true, lamp = true, room = true, stat = true, number = true, die = true, word = true, text = true }

local function read_takes(R, e)
  local list = {}
  for i, spec in ipairs(e.final.takes or {}) do
    local place = chain.field_place(R, e, "takes")
    if type(spec) ~= "string" then
      mistake(R, place, "action \"%s\", takes: every part is a text, as \"room?\"", e.name)
    else
      local take = { words = spec, optional = spec:sub(-1) == "?" }
      local word = take.optional and spec:sub(1, -2) or spec
      if word:find("|", 1, true) then
        take.choices = {}
        for choice in word:gmatch("[^|]+") do take.choices[#take.choices + 1] = choice end
      elseif takes_words[word] then take.word = word
      elseif R.kinds[word] then take.kind = word
      else
        local names = common.keys(takes_words)
        for _, k in ipairs(R.kind_order) do names[#names + 1] = k.name end
        mistake(R, place, "action \"%s\", takes: '%s' is nothing that can be typed%s", e.name, word, common.hint(word, names))
        take.word = "word"
      end
      list[i] = take
    end
  end
  return list
end

local function read_action(R, e)
  local f = e.final
  local a = {
    name = e.name, by = f.by, at = f.at or "act", keeps = f.keeps, default = f.default, secret = f.secret, help = f.help,
    aka = type(f.aka) == "string" and { f.aka } or f.aka or {}, takes = read_takes(R, e), turns = f.turns == nil and 1 or f.turns,
  }
  if type(a.turns) ~= "number" then
    a.turns = resolve_does(R, a.turns, chain.field_place(R, e, "turns"), "action \"" .. e.name .. "\", turns") or 1
  end
  if lua_words[e.name] then
    mistake(R, e.made, "action \"%s\": that is a word of Lua, so act.%s could not be written; choose another name and aka = \"%s\"", e.name, e.name, e.name)
  elseif not e.name:match("^[%a_][%w_]*$") then
    mistake(R, e.made, "action \"%s\": a verb is one word of letters, digits and _", e.name)
  elseif R.host_verbs[e.name] then
    mistake(R, e.made, "action \"%s\": the host has a verb of that name; choose another", e.name)
  end
  a.act = R.spaces.act.entries[e.name] and R.spaces.act.entries[e.name].f
  a.cannot = R.spaces.cannot.entries[e.name] and R.spaces.cannot.entries[e.name].f
  return a
end

-- --- questions, timers, settings ------------------------------------------------------------------------------------

local function read_question(R, e)
  local f = e.final
  local q = {
    name = e.name, text = f.text or e.name, secret = f.secret, exactly = f.exactly, upto = f.upto, min = f.min, max = f.max,
    choices = resolve_does(R, f.choices, chain.field_place(R, e, "choices"), "question \"" .. e.name .. "\", choices"),
    default = resolve_does(R, f.default, chain.field_place(R, e, "default"), "question \"" .. e.name .. "\", default"),
    always = resolve_does(R, f.always, chain.field_place(R, e, "always"), "question \"" .. e.name .. "\", always"),
  }
  if q.choices then q.type = (q.exactly or q.upto) and "several" or "choice"
  elseif q.exactly or q.upto then
    mistake(R, e.made, "question \"%s\": exactly and upto go with choices", e.name)
  elseif type(q.default) == "boolean" then q.type = "yesno"
  elseif type(q.default) == "number" or q.min or q.max then q.type = "number"
  elseif type(q.default) == "function" then q.type = "text"
  else q.type = "text" end
  if type(q.choices) == "table" and type(q.default) == "string" and not common.contains(q.choices, q.default) then
    mistake(R, chain.field_place(R, e, "default"), "question \"%s\", default: one of its choices is needed, %s", e.name, common.list(q.choices, "or"))
  end
  return q
end

local function read_setting(R, e)
  local f, place = e.final, chain.field_place(R, e, "default")
  local value = f.default
  if value == nil and f.choices then value = f.choices[1] end
  if value == nil then
    mistake(R, e.made, "setting \"%s\" has no default", e.name)
    return nil
  end
  local first = e.changed.default and e.changed.default.was
  local label = "setting \"" .. e.name .. "\""
  if f.choices then
    if not common.contains(f.choices, value) then
      mistake(R, place, "%s: one of these is needed: %s; and this is %s", label, common.list(f.choices, "or"), common.show(value))
    end
  elseif f.is then
    local t, sentence = types.parse(f.is, R.kinds)
    if not t then
      mistake(R, chain.field_place(R, e, "is"), "%s, is: %s", label, sentence)
    else
      local kept
      kept, sentence = types.check(t, value, R)
      if kept == nil then mistake(R, place, "%s: %s, and this is %s", label, sentence, common.show(value)) end
      value = kept
    end
  elseif first ~= nil and type(first) ~= type(value) then
    mistake(R, place, "%s: a %s is needed, and this is %s", label, type(first), common.show(value))
  end
  if type(value) == "number" and (f.min and value < f.min or f.max and value > f.max) then
    mistake(R, place, "%s: a number %s is needed, and this is %s", label,
      f.min and f.max and "from " .. f.min .. " to " .. f.max or f.min and "of at least " .. f.min or "of at most " .. f.max, tostring(value))
  end
  return value
end

-- --- functions and names -------------------------------------------------------------------------------------------------

local function check_hooks(R)
  local first = {}
  for _, kind in ipairs(hook_kinds) do
    for _, e in ipairs(R.kinds[kind]:live()) do
      local other = first[e.name]
      if other then
        mistake(R, e.made, "%s \"%s\" and %s \"%s\" (%s) would share on.%s; give one of them another name", kind, e.name,
          other.kind.name, e.name, where(other.made), e.name)
      else
        first[e.name] = e
      end
    end
  end
  R.hooks = first
end

local function check_functions(R, mentioned)
  local procedure_steps = {}
  for _, e in ipairs(R.kinds.procedure:live()) do
    for _, name in ipairs(e.items or {}) do procedure_steps[name] = true end
  end
  local function each(space, exists, say, names)
    local s = R.spaces[space]
    for _, key in ipairs(s.order) do
      local e = s.entries[key]
      if e and not e.host and not exists(key) then
        mistake(R, e, say, key, common.hint(key, names()))
      end
    end
  end
  each("step", function(k) return procedure_steps[k] end, "step.%s: no procedure has a step of that name%s", function() return common.keys(procedure_steps) end)
  each("act", function(k) return R.kinds.action.entries[k] end, "act.%s: there is no action of that name%s", function() return R.kinds.action:names() end)
  each("cannot", function(k) return R.kinds.action.entries[k] end, "cannot.%s: there is no action of that name%s", function() return R.kinds.action:names() end)
  each("on", function(k) return R.hooks[k] end, "on.%s: there is no event of that name%s", function() return common.keys(R.hooks) end)
  local foot = R.ruleset and R.ruleset.made.file
  local names = common.keys(R.spaces.rule.entries)
  for _, key in ipairs(R.spaces.rule.order) do
    local e = R.spaces.rule.entries[key]
    if e and not e.host and e.file ~= foot and not e.old and not mentioned["rule." .. key] and not R.reads[e.file .. " rule." .. key] then
      local others = {}
      for _, n in ipairs(names) do if n ~= key then others[#others + 1] = n end end
      mistake(R, e, "rule.%s is new here, and nothing uses it%s", key, common.hint(key, others))
    end
  end
  for _, w in ipairs(R.spaces.rule.wanted or {}) do
    if not R.spaces.rule.entries[w.name] then
      mistake(R, w.place, "there is no rule.%s%s", w.name, common.hint(w.name, names))
    end
  end
end

local function check_mentions(R)
  local mentioned = {}
  local kindwords = {}
  for _, k in ipairs(R.kind_order) do if k.name ~= "kind" then kindwords[k.name] = true end end
  local spaces = { step = true, act = true, cannot = true, rule = true, on = true }
  local removed = {}
  for _, r in ipairs(R.removals or {}) do removed[r.entry.kind.name .. "." .. r.entry.name] = r.at end
  for _, file in ipairs(R.files) do
    source.scan(file, spaces, kindwords, function(kind, name, line)
      local k = R.kinds[kind]
      if not k or k.entries[name] then return end
      if kind == "event" and R.hooks[name] then return end
      local gone = removed[kind .. "." .. name]
      if gone and (gone.file == file.name and line <= gone.line) then return end
      local place = { file = file.name, line = line }
      if gone then
        chain.problem(R, gone.file ~= file.name and "note" or "error", place, "%s '%s' is used here and was taken away at %s", kind, name, where(gone))
        return
      end
      local names = k:names()
      if kind == "event" then names = common.keys(R.hooks) end
      for _, p in ipairs(R.problems) do
        if p.file == place.file and p.line == line and p.text:find("'" .. name .. "'", 1, true) then return end
      end
      mistake(R, place, "there is no %s '%s'%s", kind, name, common.hint(name, names))
    end, function(space, name, line)
      mentioned[space .. "." .. name] = true
      if space == "rule" and not R.spaces.rule.entries[name] then
        for _, w in ipairs(R.spaces.rule.wanted or {}) do if w.name == name and w.place.line == line then return end end
        mistake(R, { file = file.name, line = line }, "there is no rule.%s%s", name, common.hint(name, common.keys(R.spaces.rule.entries)))
      end
    end)
  end
  return mentioned
end

-- --- turning proxies into sealed things --------------------------------------------------------------------------------------

local function seal_entry(R, e, fields)
  local meta = getmetatable(e.proxy)
  local label = e.kind.name .. "." .. e.name
  fields.name = e.name
  local known = {}
  for _, n in ipairs(e.kind.field_order) do known[n] = true end
  setmetatable(fields, { __index = function(_, key)
    if known[key] or type(key) ~= "string" then return nil end
    error(e.kind.name .. " \"" .. e.name .. "\" has no field '" .. tostring(key) .. "'" .. common.hint(tostring(key), field_names(R, e.kind)), 0)
  end })
  meta.__index = fields
  meta.__newindex = complain(label)
  meta.__call = nil
end

local function seal_kind(R, kind)
  local meta = getmetatable(kind.proxy)
  local fields = {}
  if kind.name == "setting" then
    for _, e in ipairs(kind:live()) do fields[e.name] = deep(R.settings[e.name], "setting." .. e.name) end
  else
    for _, e in ipairs(kind:live()) do fields[e.name] = e.proxy end
  end
  setmetatable(fields, { __index = function(_, key)
    error("there is no " .. kind.name .. " '" .. tostring(key) .. "'" .. common.hint(tostring(key), kind:names()), 0)
  end })
  meta.__index, meta.__newindex = fields, complain(kind.name)
  meta.__call = function() error(kind.name .. " \"…\" makes a thing when files are read, not in play", 0) end
end

local function seal_space(R, name, final)
  local meta = getmetatable(R.env[name])
  setmetatable(final, { __index = function(_, key)
    if name ~= "rule" and R.fallback_for(name, key) then return R.fallback_for(name, key) end
    error("there is no " .. name .. "." .. tostring(key) .. common.hint(tostring(key), common.keys(final)), 0)
  end })
  meta.__index, meta.__newindex = final, complain(name)
end

-- --- all of it ------------------------------------------------------------------------------------------------------------------

local function final_functions(R)
  R.final = {}
  for name, space in next, R.spaces do
    local final = {}
    for key, e in next, space.entries do final[key] = e.f end
    R.final[name] = final
    space.final = final
    space.standin = space.standin or {}
  end
end

local function each_entry(R, kind, read, into)
  for _, e in ipairs(R.kinds[kind]:live()) do into[e.name] = read(R, e) end
  return into
end

-- Checks a chain that was read and seals it.  Returns whether it can be played.
function seal.all(R, host)
  R.host_verbs = host.verbs
  for name, f in next, host.rules do
    if R.spaces.rule.entries[name] then R.spaces.rule.entries[name].old = { f = f }
    else R.spaces.rule.entries[name] = { f = f, host = true } end
  end
  if R.broken then return false end
  read_types(R)
  check_ruleset(R)
  for _, kind in ipairs(R.kind_order) do
    for _, e in ipairs(kind:live()) do
      if kind.name ~= "kind" then check_fields(R, e) end
    end
  end
  check_hooks(R)
  final_functions(R)
  R.deed_steps = {}
  for _, e in ipairs(R.kinds.action:live()) do R.deed_steps[e.final.at or "act"] = true end
  R.settings = {}
  for _, e in ipairs(R.kinds.setting:live()) do R.settings[e.name] = read_setting(R, e) end
  R.tracks = each_entry(R, "track", read_track, {})
  R.charts = each_entry(R, "chart", read_chart, {})
  R.procedures = each_entry(R, "procedure", read_procedure, {})
  R.actions = each_entry(R, "action", read_action, {})
  R.questions = each_entry(R, "question", read_question, {})
  R.timers = each_entry(R, "timer", function(_, e)
    return { name = e.name, of = e.final.of, lasts = e.final.lasts and check_duration(R, e.final.lasts, chain.field_place(R, e, "lasts"), "timer \"" .. e.name .. "\", lasts"), help = e.final.help }
  end, {})
  R.lights = each_entry(R, "light", function(_, e)
    local spends = e.final.spends
    if spends and R.tracks[spends] and R.tracks[spends].of ~= "party" and R.tracks[spends].of ~= "member" then
      mistake(R, chain.field_place(R, e, "spends"), "light \"%s\", spends: '%s' is a track of the %s, and supplies belong to the party or a member", e.name, spends, R.tracks[spends].of)
    end
    return { name = e.name, spends = spends, starts = e.starts or {},
      lasts = e.final.lasts and check_duration(R, e.final.lasts, chain.field_place(R, e, "lasts"), "light \"" .. e.name .. "\", lasts") }
  end, {})
  R.events = each_entry(R, "event", function(_, e) return e.final end, {})
  for _, e in ipairs(R.kinds.action:live()) do
    local at = e.final.at
    if at then
      local found
      for _, p in next, R.procedures do
        for _, s in ipairs(p.steps) do found = found or s.name == at end
      end
      if not found then mistake(R, chain.field_place(R, e, "at"), "action \"%s\", at: no procedure has a step '%s'", e.name, at) end
    end
  end
  local main = R.ruleset and (R.ruleset.fields.procedure or (R.kinds.procedure:live()[1] or {}).name)
  if R.ruleset and not main then
    mistake(R, R.ruleset.made, "there is no procedure: procedure \"turn\" { \"act\", \"time\" } is the shortest")
  elseif R.ruleset and not R.procedures[main] then
    mistake(R, R.ruleset.made, "ruleset \"%s\", procedure: there is no procedure '%s'%s", R.ruleset.title, tostring(main), common.hint(tostring(main), R.kinds.procedure:names()))
  end
  local foots = 0                             -- procedures that overlays add do not count
  for _, e in ipairs(R.kinds.procedure:live()) do
    if R.ruleset and e.made.file == R.ruleset.made.file then foots = foots + 1 end
  end
  if R.ruleset and main and not R.ruleset.fields.procedure and foots > 1 then
    mistake(R, R.ruleset.made, "there are several procedures; say which one begins: ruleset \"%s\" { procedure = \"%s\" }", R.ruleset.title, main)
  end
  R.main = main
  if main and R.procedures[main] then
    local passes
    for _, s in ipairs(R.procedures[main].steps) do passes = passes or s.name == "time" end
    if not passes then
      chain.problem(R, "warning", R.kinds.procedure.entries[main].made, "procedure \"%s\" has no step 'time': its turns pass no time", main)
    end
  end
  local mentioned = check_mentions(R)
  check_functions(R, mentioned)
  for _, p in ipairs(R.problems) do if p.grade == "error" then return false end end
  for _, kind in ipairs(R.kind_order) do
    for _, e in ipairs(kind:live()) do
      if kind.name ~= "kind" and kind.name ~= "setting" then
        local fields = {}
        for k, v in next, e.final do fields[k] = type(v) ~= "function" and deep(v, kind.name .. "." .. e.name .. "." .. k) or v end
        if kind.name == "chart" then
          local c = R.charts[e.name]
          c.sealed_rows = {}
          for i, row in ipairs(c.rows) do
            local plain = { at = row.at, name = row.name, text = row.text, does = row.does, chart = e.name }
            c.sealed_rows[i] = sealed(plain, "chart." .. e.name .. "." .. row.name, function(key)
              if key == "does" then return nil end
              error("a row has no field '" .. tostring(key) .. "'" .. common.hint(tostring(key), { "at", "name", "text", "does" }), 0)
            end, row.name)
            fields[row.name] = c.sealed_rows[i]
          end
          fields.at = function(_, n)
            local i = c.index[math.max(c.least, math.min(c.greatest, n))]
            return i and c.sealed_rows[i]
          end
        end
        seal_entry(R, e, fields)
      end
    end
    seal_kind(R, kind)
  end
  for name, final in next, R.final do seal_space(R, name, final) end
  R.meta.__newindex = function(_, name)
    error("'" .. tostring(name) .. "' is not local and no part of the state; what play changes is a track", 0)
  end
  local functions = {}
  for _, space in ipairs { "step", "act", "cannot", "rule", "on" } do
    for _, key in ipairs(common.keys(R.final[space])) do functions[#functions + 1] = R.final[space][key] end
  end
  for _, name in ipairs(common.keys(R.charts)) do
    for _, row in ipairs(R.charts[name].rows) do functions[#functions + 1] = row.does end
  end
  for _, name in ipairs(common.keys(R.questions)) do
    local q = R.questions[name]
    for _, v in ipairs { q.choices or false, q.default or false, q.always or false } do
      if type(v) == "function" then functions[#functions + 1] = v end
    end
  end
  for _, name in ipairs(common.keys(R.actions)) do
    if type(R.actions[name].turns) == "function" then functions[#functions + 1] = R.actions[name].turns end
  end
  sealing.seal(functions)
  return true
end

return seal
