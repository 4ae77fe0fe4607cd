-- enumerate.lua -- every play of a plan, weighed: exact odds for any procedure.
--
-- Turn by turn: each state that can be is played to every outcome that the door can give, and equal states
-- are merged.  A state carries its mass and, for each measure, the mass in which it has happened and the
-- expected count; measures never enter the state.  The generator, and tracks marked tally, are left out of
-- the comparison; tallies are added up as expected values instead.
-- Rules see what they ask for: a row, a success, a total.  Whoever reads a natural die or a margin splits
-- the branch further, there and then.
local common = module "common"
local line = module "line"
local live = module "live"
local enumerate = {}

local CAP = 200000                            -- states in one turn; more are refused

-- --- the branches of one run ---------------------------------------------------------------------------
-- A run follows a path: which outcome was taken at each question.  The first run takes the first outcome
-- everywhere; then the last choice with outcomes left goes on, and the run begins again.

local path, sizes, depth, weight = {}, {}, 0, nil

-- One of the outcomes, by the path; weights[i] are their chances.
local function choose(outcomes, weights)
  if #outcomes == 1 then return outcomes[1] end
  depth = depth + 1
  local i = path[depth]
  if not i then
    i = 1
    path[depth], sizes[depth] = 1, #outcomes
  end
  weight = weight * weights[i]
  return outcomes[i]
end

-- On to the next path; false when all have been taken.
local function next_path()
  for d = depth, 1, -1 do
    if path[d] < sizes[d] then
      path[d] = path[d] + 1
      for e = d + 1, #path do path[e], sizes[e] = nil, nil end
      return true
    end
  end
  return false
end

-- --- how dice fall, remembered -------------------------------------------------------------------------------

local exact, one                              -- fractions or floats
local totals_of, joint_of, rows_of, uniform_of

local function forget()
  totals_of, joint_of, rows_of, uniform_of = {}, {}, {}, {}
end

local function share(n, all) return exact and chances.fraction(n, all) or n / all end

local function totals(expr)
  local t = totals_of[expr]
  if not t then
    local values, weights = chances.of(expr, exact)
    t = { values = values, weights = weights }
    totals_of[expr] = t
  end
  return t
end

local function joint(expr)
  local j = joint_of[expr]
  if not j then
    local table_of, all = chances.joint(expr)
    j = {}
    for _, natural in ipairs(common.keys(table_of)) do
      for _, total in ipairs(common.keys(table_of[natural])) do
        j[#j + 1] = { natural = natural, total = total, n = table_of[natural][total] }
      end
    end
    j.all = all
    joint_of[expr] = j
  end
  return j
end

local function uniform(n)
  local u = uniform_of[n]
  if not u then
    u = { values = {}, weights = {} }
    for i = 1, n do u.values[i], u.weights[i] = i, share(1, n) end
    uniform_of[n] = u
  end
  return u
end

-- Of the ways a die can fall, those that fit, split: { natural, total }.
local function split(expr, fits)
  local outcomes, weights, sum = {}, {}, 0
  for _, way in ipairs(joint(expr)) do
    if fits(way) then
      outcomes[#outcomes + 1] = way
      sum = sum + way.n
    end
  end
  for i, way in ipairs(outcomes) do weights[i] = share(way.n, sum) end
  return choose(outcomes, weights)
end

-- --- the door, while every play is weighed --------------------------------------------------------------------------

local branch = {}

function branch.roll(expr)
  local t = totals(tostring(expr))
  return choose(t.values, t.weights)
end

function branch.pick(n)
  local u = uniform(n)
  return choose(u.values, u.weights)
end

function branch.faces(expr)
  local key = "faces " .. tostring(expr)
  local all = joint_of[key]
  if not all then
    local list, n = chances.joint(tostring(expr), true)
    all = { list = list, weights = {} }
    for i = 1, #list do all.weights[i] = share(1, n) end
    joint_of[key] = all
  end
  local way = choose(all.list, all.weights)
  local faces = {}
  for i, face in ipairs(way) do faces[i] = face end
  return faces, way.total
end

function branch.want() end

-- The rows of a chart and their chances; the total is told only when it is asked for.
function branch.row(expr, index, least, greatest, add)
  expr = tostring(expr)
  local key = expr .. " " .. tostring(add or 0)
  local of = rows_of[index]
  if not of then
    of = {}
    rows_of[index] = of
  end
  local rows = of[key]
  if not rows then
    local t = totals(expr)
    rows = { places = {}, weights = {}, fits = {} }
    local seen = {}
    for i, value in ipairs(t.values) do
      local total = value + (add or 0)
      local place = index[math.max(least, math.min(greatest, total))] or 0
      if not seen[place] then
        rows.places[#rows.places + 1] = place
        seen[place] = #rows.places
        rows.weights[seen[place]] = t.weights[i]
      else
        rows.weights[seen[place]] = rows.weights[seen[place]] + t.weights[i]
      end
    end
    of[key] = rows
  end
  return choose(rows.places, rows.weights)
end

-- What fell for a row already chosen: { total, natural }.
function branch.split_row(expr, index, least, greatest, add, place)
  local way = split(tostring(expr), function(w)
    return index[math.max(least, math.min(greatest, w.total + (add or 0)))] == place
  end)
  return way.total + (add or 0), way.natural
end

-- A check: it succeeds or not.
function branch.test(expr, add, dc)
  expr = tostring(expr)
  local key = expr .. "\0" .. tostring(add) .. "\0" .. tostring(dc)
  local t = rows_of[key]
  if not t then
    local d = totals(expr)
    t = { outcomes = {}, weights = {} }
    local good, bad
    for i, value in ipairs(d.values) do
      if value + add >= dc then good = good and good + d.weights[i] or d.weights[i]
      else bad = bad and bad + d.weights[i] or d.weights[i] end
    end
    if good then t.outcomes[1], t.weights[1] = true, good end
    if bad then t.outcomes[#t.outcomes + 1], t.weights[#t.weights + 1] = false, bad end
    rows_of[key] = t
  end
  return choose(t.outcomes, t.weights)
end

function branch.split_test(expr, add, dc, success)
  local way = split(tostring(expr), function(w) return (w.total + add >= dc) == success end)
  return way.total + add, way.natural
end

-- One of n things that weigh differently; sums are the weights added up.
function branch.weighted(sums, sum)
  local key = "weights " .. table.concat(sums, " ")
  local t = rows_of[key]
  if not t then
    t = { values = {}, weights = {} }
    local last = 0
    for i, s in ipairs(sums) do
      if s > last then t.values[#t.values + 1], t.weights[#t.weights + 1] = i, share(s - last, sum) end
      last = s
    end
    rows_of[key] = t
  end
  return choose(t.values, t.weights)
end

-- --- what is counted in a run --------------------------------------------------------------------------------------------

local counts, order, names = {}, {}, {}

local function count_one(key)
  local n = counts[key]
  if not n then
    n = 0
    order[#order + 1] = key
  end
  counts[key] = n + 1
end

local function count(kind, name)
  count_one(kind)
  if name ~= nil then
    local of = names[kind]
    if not of then of = {} names[kind] = of end
    local key = of[name]
    if not key then key = kind .. "." .. name of[name] = key end
    count_one(key)
  end
end

-- --- states -----------------------------------------------------------------------------------------------------------------

-- Sets tallies back to nothing and says what was in them.
local function take_tallies()
  local taken
  for _, track in ipairs(live.R.tallies) do
    if track.of == "party" then
      local party = live.party
      local v = party[track.name]
      local n = type(v) == "quantity" and measure.amount(v) or v
      if n ~= 0 then
        taken = taken or {}
        taken[track.name] = n
        rawset(party, track.name, live.start_value(track, nil, "the party"))
      end
    end
  end
  return taken
end

local function add_to(t, key, w) t[key] = t[key] and t[key] + w or w end

-- Adds mass to the state of that key; had: the state it comes from; counts and tallies are this turn's.
local function arrive(states, key, w, had, p, tallies)
  local s = states[key]
  if not s then
    s = { mass = w, happened = {}, expected = {} }
    states[key] = s
    states[#states + 1] = key
  else
    s.mass = s.mass + w
  end
  for m, mass in next, had.happened do
    if not counts[m] then add_to(s.happened, m, mass * p) end
  end
  for m, mean in next, had.expected do add_to(s.expected, m, mean * p) end
  for _, m in ipairs(order) do
    add_to(s.happened, m, w)
    add_to(s.expected, m, w * counts[m])
  end
  for name, n in next, tallies or {} do
    add_to(s.expected, "=" .. name, exact and w * chances.fraction(math.tointeger(n * 1000) or 0, 1000) or w * n)
  end
end

local function run(bytes, text)
  live.events, live.pending, live.switches = {}, {}, {}
  live.answers, live.answers_used, live.answered = {}, 0, {}
  live.stopped, live.asked, live.secret, live.in_turn = nil, false, false, false
  counts, order = {}, {}
  depth, weight = 0, one
  live.adopt(data.decode(bytes))
  line.run(text)
end

local function key_of()
  local S = live.S
  local tallies = take_tallies()
  S.rng = nil
  local bytes, sentence = data.encode(S, true)
  if not bytes then error(sentence, 0) end
  return bytes, tallies
end

-- Plays one state's turn to all its ends.
local function expand(states, done, key, had, text, until_event)
  local leaves = 0
  path, sizes = {}, {}
  repeat
    run(key, text)
    local bytes, tallies = key_of()
    arrive(until_event and counts[until_event] and done or states, bytes, had.mass * weight, had, weight, tallies)
    leaves = leaves + 1
  until not next_path()
  return leaves
end

-- The parts of the state that differ most between states, for a sentence.
local function what_splits(states)
  local values = {}
  local function walk(where, v)
    if type(v) == "table" then
      for k, x in next, v do walk(where == "" and tostring(k) or where .. "." .. tostring(k), x) end
    else
      values[where] = values[where] or {}
      values[where][tostring(v)] = true
    end
  end
  for i = 1, math.min(#states, 1000) do walk("", data.decode(states[i])) end
  local list = {}
  for where, of in next, values do
    local n = 0
    for _ in next, of do n = n + 1 end
    if n > 1 then list[#list + 1] = { where = where:gsub("^parties%.1", "party"), n = n } end
  end
  table.sort(list, function(a, b) if a.n ~= b.n then return a.n > b.n end return a.where < b.where end)
  local parts = {}
  for i = 1, math.min(3, #list) do parts[i] = list[i].where .. " (" .. list[i].n .. " values)" end
  return #parts > 0 and "; what differs most: " .. common.list(parts) or ""
end

local function sum_up(states, done, until_event)
  local sums = { mass = nil, happened = {}, expected = {} }
  for _, list in ipairs { states, done } do
    for i = 1, #list do
      local s = list[list[i]]
      sums.mass = sums.mass and sums.mass + s.mass or s.mass
      for m, mass in next, s.happened do add_to(sums.happened, m, mass) end
      for m, mean in next, s.expected do add_to(sums.expected, m, mean) end
    end
  end
  return sums
end

-- Values of the table's own measures over all states: chance (of a yes-no one), mean, and each value's mass.
local function reckon(states, done, measures)
  for _, m in ipairs(measures) do m.masses, m.yesno = {}, nil end
  for _, list in ipairs { states, done } do
    for i = 1, #list do
      live.adopt(data.decode(list[i]))
      for _, track in ipairs(live.R.tallies) do if track.of == "party" then rawset(live.party, track.name, nil) end end
      for _, m in ipairs(measures) do
        local v = m.f()
        if type(v) == "quantity" then v = measure.amount(v) end
        if type(v) ~= "number" then m.yesno = true v = v and 1 or 0 end
        add_to(m.masses, v, list[list[i]].mass)
      end
    end
  end
end

local function figure(out, name, w)
  out[name] = chances.float(w)
  if exact then out[name .. "_fraction"] = tostring(w) end
end

local function note_turn(report, turn, sums, measures)
  for m, mass in next, sums.happened do
    local of = report[m] or {}
    report[m] = of
    local row = { turn = turn }
    figure(row, "p", mass)
    figure(row, "mean", sums.expected[m])
    of[#of + 1] = row
  end
  for m, mean in next, sums.expected do
    if m:sub(1, 1) == "=" then
      local of = report[m:sub(2)] or {}
      report[m:sub(2)] = of
      local row = { turn = turn }
      figure(row, "mean", mean)
      of[#of + 1] = row
    end
  end
  for _, m in ipairs(measures) do
    local of = report[m.name] or {}
    report[m.name] = of
    local row, mean = { turn = turn }, nil
    local values = {}
    for _, v in ipairs(common.keys(m.masses)) do
      local w = m.masses[v]
      local part = exact and w * chances.fraction(math.tointeger(v * 1000) or 0, 1000) or w * v
      mean = mean and mean + part or part
      if not m.yesno then
        local of_value = { value = v }
        figure(of_value, "p", w)
        values[#values + 1] = of_value
      end
    end
    if m.yesno then figure(row, "p", mean) else figure(row, "mean", mean) row.values = values end
    of[#of + 1] = row
  end
end

-- --- all of it ------------------------------------------------------------------------------------------------------------------

local function measures_of(request)
  local list = {}
  for i, m in ipairs(request.measures or {}) do
    local f, sentence = sandbox.compile("return " .. m.expr, "the measure " .. m.name, live.R.proxy)
    if not f then error("measure " .. m.name .. ": " .. sentence:gsub("^.-:%d+: ", ""), 0) end
    list[i] = { name = m.name, f = f }
  end
  return list
end

local function play(request)
  local bytes = type(request.state) == "string" and request.state or data.encode(request.state)
  exact = request.fractions
  one = exact and chances.fraction(1) or 1.0
  forget()
  live.R.tallies = {}
  for _, e in ipairs(live.R.kinds.track:live()) do
    if live.R.tracks[e.name].tally then table.insert(live.R.tallies, live.R.tracks[e.name]) end
  end
  live.adopt(data.decode(bytes))
  local measures = measures_of(request)
  local key = key_of()
  local states, done = { key, [key] = { mass = one, happened = {}, expected = {} } }, {}
  local report, all, leaves = {}, 1, 0
  for turn = 1, request.turns do
    local text = request.plan[(turn - 1) % #request.plan + 1]
    local after = {}
    for i = 1, #states do
      leaves = leaves + expand(after, done, states[i], states[states[i]], text, request["until"])
      if #after > (request.cap or CAP) then
        error("more than " .. (request.cap or CAP) .. " states in turn " .. turn .. what_splits(after) .. "; mark what only counts with tally = true, or use sim", 0)
      end
    end
    states = after
    all = all + #states
    if #measures > 0 then reckon(states, done, measures) end
    note_turn(report, turn, sum_up(states, done), measures)
    if #states == 0 then break end
  end
  return report, all, leaves
end

-- Answers { state, plan, turns, until, measures, fractions, cap }.
function enumerate.odds(request)
  live.watching, live.settle, live.spec_answers, live.count, live.parsed, live.branch = false, "default", nil, count, {}, branch
  door.open { mode = "auto", record = false }
  local stock = {}
  for name, f in next, branch do stock[name], door[name] = door[name], f end
  local ok, report, all, leaves = protected(play, request)
  for name in next, branch do door[name] = stock[name] end
  live.watching, live.count, live.parsed, live.branch = true, nil, nil, nil
  if not ok then
    local err = report
    return { outcome = "error", error = { text = err.text or "the rules asked where they should not", file = err.file, line = err.line } }
  end
  local measures = {}
  for m, by_turn in next, report do measures[m] = { by_turn = by_turn } end
  return { outcome = "done", states = all, leaves = leaves, measures = measures }
end

return enumerate
