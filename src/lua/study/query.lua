-- query.lua -- reads what a simulation or exact odds shall count: names of events, races ("A before B"),
-- events that end a play, and measures. A measure is an expression of the game master's: --measure
-- dark='#burning() == 0'.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local lua_sentences = module "read/lua_sentences"
local recorder = module "play/recorder"
local tracked_fields = module "study/tracked_fields"
local turn_phase = module "study/turn_phase"
local query = {}

local any_present = lists.any_present

-- A measure must not change the state. That is checked at its first readings (for policies, in plan.lua).
local CHECKED_READINGS <const> = 20
local LARGEST <const> = 1e100                 -- the square of a value must still be finite

-- Events of the host that rules cannot hear.
local host_events = common.split "asked away back broken clock corrected deed enter halted joined left \z
  leave moved note order passed said started turn"

-- Events that are also counted for each thing, as light_out.torch or enter.combat: event -> the thing's kind.
local rows_of = { light_out = "light", kindled = "light", enter = "procedure", leave = "procedure",
  deed = "action", broken = "action" }

local OWN_EVENT <const> = "; a house file makes an event of it: event \"did_%s\" {} and "
  .. "function on.deed(verb) if verb == \"%s\" then emit \"did_%s\" {} end end"

-- Raises an error: an action is not an event. (One that takes no turn is told as "deed".)  The verb `odds`
-- knows this sentence, and that of no_such_event, by their words (campaign/study/odds_query.c).
local function no_event(what, name, verb)
  common.mistake("%s: '%s' is something to do, and no event" .. OWN_EVENT, what, name, verb, verb, verb)
end

-- Counts the end of a light in somebody's hand, as "light_out.torch.Bram"; raises an error if no member of
-- that name holds one.
local function count_held(what, name, kind, holder)
  local function is_it(lamp) return lamp.kind == kind and lamp.holder:lower() == holder:lower() end
  if not common.first(live.party.lights, is_it) then
    common.mistake("%s: %s has no %s that burns", what, holder, kind)
  end
  local count_others = recorder.lamp_out        -- other lights that are counted so; or false
  recorder.install { lamp_out = function(lamp)
    if count_others then count_others(lamp) end
    if is_it(lamp) then recorder.event(name) end
  end }
end

-- Raises an error when the event `kind` of the host is never counted for the thing `row`: there is none of
-- that name, or it is an action that takes turns (no_event).
local function check_name_of(what, kind, row)
  local entries = rows_of[kind] and live.R.kinds[rows_of[kind]]
  if not entries then return end
  if not entries.entries[row] then
    common.mistake("%s: there is no %s '%s'%s", what, rows_of[kind], row, common.hint(row, entries:names()))
  end
  -- An action that takes turns is told as part of its turn, and not as "deed".
  local action = kind == "deed" and live.R.actions[row]
  if action and math.type(action.turns) == "integer" and action.turns > 0 then
    no_event(what, kind .. "." .. row, row)
  end
end

-- Raises an error when a chart has no row of that name.
local function check_row(what, chart, row)
  local rows = common.names(chart.rows or {})
  if #rows > 0 and not common.contains(rows, row) then
    common.mistake("%s: chart \"%s\" has no row '%s'%s", what, chart.name, row, common.hint(row, rows))
  end
end

-- Raises an error: there is no such event. row: the name behind its dot, or nil.
local function no_such_event(what, kind, row)
  if not row and live.R.actions[kind] then no_event(what, kind, kind) end
  local names = common.keys(live.R.hooks)
  for _, chart in ipairs(common.keys(live.R.charts)) do
    if not common.contains(names, chart) then names[#names + 1] = chart end
  end
  local meeting = kind:find "^meet" and live.R.hooks.encounter
  common.mistake("%s: there is no event '%s'%s", what, kind,
    meeting and "; did you mean 'encounter'?" or common.hint(kind, names))
end

-- The charts and rows that a request has named.  A chart may be rolled only for the default of a question,
-- which nobody makes (counting.put_off): then it has to be made.
query.charts_named = {}

-- Checks the name of an event or a chart, perhaps with a row or thing behind a dot: raises an error when it
-- can never be counted. what: where it was named, as "until". Two things that no event of play tells of are
-- counted from here on: "dark", a turn that ends without any light, and the end of the light that somebody
-- holds.
function query.known(name, what)
  local R = live.R
  local kind, row = name:match("^([^.]+)%.(.+)$")
  kind = kind or name
  local chart, hook = R.charts[kind], R.hooks[kind]
  if chart then table.insert(query.charts_named, name) end
  if name == "dark" and not chart and not hook then
    recorder.install { dark = function() recorder.event "dark" end }
    return
  end
  local light, holder = (kind == "light_out" and row or ""):match "^([^.]+)%.(.+)$"
  if holder and R.lights[light] then return count_held(what, name, light, holder) end
  local is_event = chart or hook or common.contains(host_events, kind)
  if not is_event then no_such_event(what, kind, row) end
  if not row then return end
  local is_counted_whole = not chart and R.events[kind] and (not hook.host or kind == "encounter")
  if is_counted_whole then
    common.mistake("%s: the event '%s' is counted whole, and never as '%s'; write %s, or emit an event of \z
      its own", what, kind, name, kind)
  end
  check_name_of(what, kind, row)
  if chart then check_row(what, chart, row) end
end

-- Returns the races of a request: a list of { pair = "A<B", first = "A", second = "B" }.
function query.races(request)
  local list = {}
  for i, pair in ipairs(request.before or {}) do
    query.known(pair.first, "before")
    query.known(pair.second, "before")
    list[i] = { pair = pair.first .. "<" .. pair.second, first = pair.first, second = pair.second }
  end
  return list
end

-- Returns the events that end a play, from "A" or "A,B"; and the name "A,B" where there are several, under
-- which they are counted together. Refuses a measure with the name of such an event.
function query.ends(request)
  local list = {}
  for name in (request["until"] or ""):gmatch("[^,%s]+") do
    query.known(name, "until")
    for _, m in ipairs(request.measures or {}) do
      if m.name == name then
        common.mistake("until: a measure is called %s, too; give it another name", name)
      end
    end
    list[#list + 1] = name
  end
  return list, #list > 1 and request["until"] or nil
end

-- Adds the host's own measures, under names that no measure of a game master can have: whether the turn waits
-- for another line, whether an event has ended play, and whether nobody is left.
local function add_host_measures(list)
  local function add(name, f, ends)             -- ends: never yes while play goes on (lines.goes_on)
    list[#list + 1] = { name = name, f = f, expr = name, yes = name, own = true, ends = ends }
  end
  local function waits(name) return live.R.procedures[name].waits end
  if common.first(live.R.kinds.procedure:names(), waits) then
    add("&midturn", function() return live.turn.step ~= "" end)
  end
  if live.R.has_endings then add("&ended", function() return live.procedure().is_ending end, true) end
  if #live.party.members > 0 then
    add("&nobody", function() return not any_present(live.party.members) end, true)
  end
end

-- Raises when a measure would hide an event of its name. It may have the name of a track, and is then shown
-- in place of the changes of that track.
local function check_name(name)
  local R = live.R
  if R.tracks[name] then return end
  if R.charts[name] or R.hooks[name] or name == "turn" then
    common.mistake("the measure %s: an event is called %s, too; give the measure another name", name, name)
  end
end

-- Compiles the expression of a measure. Returns its function.
local function compiled(m)
  local title, text = "the measure " .. m.name, "return " .. m.expr
  local f, sentence = sandbox.compile(text, title, live.R.guarded)
  if not f then
    sentence = sentence:gsub("^.-:%d+: ", "")   -- the place in the expression, which has one line
    common.mistake("%s: %s", title, lua_sentences.plainly(sentence))
  end
  turn_phase.add_text(title, text)
  return f
end

-- Returns the measures of a request, each with f, a function of the state; and yes, number: the keys under
-- which its values are counted (query.value).
function query.measures(request)
  local list = {}
  for i, m in ipairs(request.measures or {}) do
    check_name(m.name)
    list[i] = { name = m.name, f = compiled(m), expr = m.expr, yes = "?" .. m.name, number = "=" .. m.name }
  end
  add_host_measures(list)
  return list
end

-- Returns the value of a measure.
local function evaluate(m) return recorder.without_new_rooms(m.f) end

-- Returns the value of a measure of the game master's. At its first readings it is looked whether it changes
-- the state, which is an error.
local function checked_value(m)
  m.looked = (m.looked or 0) + 1
  if m.looked > CHECKED_READINGS then return evaluate(m) end
  local v
  local changed = tracked_fields.changed_by(function() v = evaluate(m) end)
  if changed then
    common.mistake("the measure %s: a measure only looks, and this one changed the state", m.name)
  end
  return v
end

-- Returns a measure's key ("?name" for yes or no, "=name" for a number) and its value now.
function query.value(m)
  if m.own then return m.yes, m.f() and 1 or 0 end
  local v = checked_value(m)
  if type(v) == "quantity" then v = measure.amount(v) end
  if v == nil or v == false then return m.yes, 0 end
  if v == true then return m.yes, 1 end
  local is_number = type(v) == "number" and v == v             -- nan is none
  if not is_number then
    common.mistake("the measure %s: a number, or true or false, is needed, and this is %s", m.name,
      common.show(events.plain(v)))
  end
  if v > LARGEST or v < -LARGEST then
    common.mistake("the measure %s: %s is too large to be counted; 1e100 at most", m.name, v)
  end
  return m.number, v
end

local function refuse_draw() error("a measure looks at the state; it rolls nothing", 0) end
local closed_draws <const> = { roll = refuse_draw, pick = refuse_draw, faces = refuse_draw, row = refuse_draw,
  test = refuse_draw }

-- Returns the values of all measures, in pairs: key, value; the host's measures come last.  A draw in a
-- measure is an error.
function query.values(measures)
  if #measures == 0 then return nil end
  local has_only_own = measures[1].own          -- the host's measures draw nothing
  local draws_before = not has_only_own and recorder.install(closed_draws)
  local values = {}
  for i, m in ipairs(measures) do values[2 * i - 1], values[2 * i] = query.value(m) end
  if draws_before then recorder.install(draws_before) end
  return values
end

return query
