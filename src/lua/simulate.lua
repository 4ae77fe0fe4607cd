-- simulate.lua -- many plays in a row, counted.  Nobody looks: events are only tallied, questions take their
-- defaults, and what is counted never enters the state.
--
-- A tally is a histogram for each measure and turn: how many runs had counted so much by the end of that turn.
-- While runs go on only changes are noted (this run left count a and came to count b in turn t); summing them
-- over the turns gives the histograms.  So a run costs what happens in it, not measures times turns.
local common = module "common"
local line = module "line"
local live = module "live"
local play = module "play"
local simulate = {}

-- --- what is counted ------------------------------------------------------------------------------

local counts, names = {}, {}                -- in this run: measure -> count; kind -> name -> "kind.name"
local touched = {}                          -- measures counted in this turn, in order

local function count_one(key)
  local n = counts[key]
  if n == nil then n = 0 end
  counts[key] = n + 1
  touched[#touched + 1] = key
end

-- Every event kind and every row of a chart counts by itself.
local function count(kind, name)
  count_one(kind)
  if name ~= nil then
    local of = names[kind]
    if not of then
      of = {}
      names[kind] = of
    end
    local key = of[name]
    if not key then
      key = kind .. "." .. name
      of[name] = key
    end
    count_one(key)
  end
end

-- --- tallies ----------------------------------------------------------------------------------------

local changes = {}                          -- measure -> turn -> value -> how many runs more have it

local function change(measure, turn, value, by)
  local turns = changes[measure]
  if not turns then
    turns = {}
    changes[measure] = turns
  end
  local values = turns[turn]
  if not values then
    values = {}
    turns[turn] = values
  end
  values[value] = (values[value] or 0) + by
end

-- At the end of a turn: what was counted in it.  before: counts as the turn began.
local function note_turn(turn, before)
  for i = 1, #touched do
    local key = touched[i]
    local was, now = before[key] or 0, counts[key]
    if was ~= now then
      if was > 0 then change(key, turn, was, -1) end
      change(key, turn, now, 1)
      before[key] = now
    end
    touched[i] = nil
  end
end

-- --- a run ------------------------------------------------------------------------------------------------

-- The lines of a plan, one a turn, over and over; a policy is a function of the state instead.
local function chooser(request)
  local plan = request.plan
  return function(turn) return plan[(turn - 1) % #plan + 1] end
end

-- Expressions of the table's own, as functions of the state.
local function measures_of(request)
  local list = {}
  for i, m in ipairs(request.measures or {}) do
    local f, sentence = sandbox.compile("return " .. m.expr, "the measure " .. m.name, live.R.proxy)
    if not f then error("measure " .. m.name .. ": " .. sentence:gsub("^.-:%d+: ", ""), 0) end
    list[i] = { name = m.name, f = f }
  end
  return list
end

local function value_of(measure)
  local v = measure.f()
  if v == nil then v = false end
  if type(v) == "quantity" then v = measure.amount(v) end
  if type(v) ~= "number" and type(v) ~= "boolean" then
    error("measure " .. measure.name .. ": a number, or true or false, is needed, and this is " .. common.show(live.plain(v)), 0)
  end
  return v == true and 1 or v == false and 0 or v
end

-- Plays one run from the state in bytes; returns the turns played.
local function run(bytes, i, request, choose, measures)
  live.events, live.pending, live.switches = {}, {}, {}
  live.answers, live.answers_used, live.answered = {}, 0, {}
  live.adopt(data.decode(bytes))
  door.run(request.seed, i)
  counts = {}
  for n = #touched, 1, -1 do touched[n] = nil end
  local before, until_event = {}, request["until"]
  for turn = 1, request.turns do
    live.stopped, live.asked, live.secret, live.in_turn = nil, false, false, false
    if #live.answered > 0 then live.answered = {} end
    line.run(choose(turn))
    note_turn(turn, before)
    for _, m in ipairs(measures) do change("=" .. m.name, turn, value_of(m), 1) end
    if until_event and counts[until_event] then return turn end
  end
  return request.turns
end

local function flat(turns)
  local out = {}
  for _, turn in ipairs(common.keys(turns)) do
    for _, value in ipairs(common.keys(turns[turn])) do
      local n = turns[turn][value]
      if n ~= 0 then
        local at = #out
        out[at + 1], out[at + 2], out[at + 3] = turn, value, n
      end
    end
  end
  return out
end

-- Runs from, from + 1 … of a request: { state, plan, turns, from, runs, seed, measures }.
function simulate.runs(request)
  local bytes = type(request.state) == "string" and request.state or data.encode(request.state)
  live.watching, live.settle, live.spec_answers, live.count, live.parsed = false, "default", nil, count, {}
  changes = {}
  local choose = chooser(request)
  door.open { mode = "auto", record = false }
  live.adopt(data.decode(bytes))
  local measures = measures_of(request)
  local failed
  for i = request.from, request.from + request.runs - 1 do
    local ok, err = protected(run, bytes, i, request, choose, measures)
    if not ok then
      failed = { text = err.text or "it asked where it should not", file = err.file, line = err.line, run = i }
      break
    end
    if i == request.from or i == request.from + request.runs - 1 then
      local name, file, at = sealing.changed()
      if name then failed = { text = "the local '" .. name .. "' changed in play; only the state may", file = file, line = at, run = i } break end
    end
  end
  live.watching, live.count, live.parsed = true, nil, nil
  if failed then return { outcome = "error", error = failed } end
  local tallies = {}
  for key, turns in next, changes do tallies[key] = flat(turns) end
  return { outcome = "done", runs = request.runs, tallies = tallies }
end

return simulate
