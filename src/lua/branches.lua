-- branches.lua -- the door while every play is weighed: which ways a question can go, and how likely each is.
--
-- A run follows a path: which outcome was taken at each question.  The first run takes the first outcome
-- everywhere; then the last choice with outcomes left goes on, and the run begins again.  Rules see what they
-- ask for: a row, a success, a total.  Whoever reads a natural die or a margin splits the branch further, there
-- and then.
local common = module "common"
local branches = { door = {} }

local DEEPEST <const> = 5000                  -- choices in one run; more have no end

local path, sizes, asked, depth, weight = {}, {}, {}, 0, nil  -- asked: what each choice was of
local closed                                  -- why nothing may be rolled now

-- One of the outcomes of what was asked for, by the path; weights[i] are their chances.
local function choose(outcomes, weights, what)
  local n = #outcomes
  if closed then error(closed, 0) end
  if n == 1 then return outcomes[1] end
  depth = depth + 1
  local i = path[depth]
  if not i then
    if depth > DEEPEST then error("the rules roll and roll in one turn, with no end to it that is certain; sim can play that, and a loop that ends for certain, as until face < 6 or n > 20, can be weighed", 0) end
    i = 1
    path[depth], sizes[depth], asked[depth] = 1, n, what
  elseif sizes[depth] ~= n then
    error("the rules did not repeat themselves: the same state and the same dice led elsewhere", 0)
  end
  weight = weight * weights[i]
  return outcomes[i]
end

-- --- how dice fall, remembered -------------------------------------------------------------------------------

local exact                                   -- fractions or floats
local totals_of, joint_of, rows_of, uniform_of

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
  return choose(outcomes, weights, expr)
end

-- --- the door, while every play is weighed --------------------------------------------------------------------------

function branches.door.roll(expr)
  expr = tostring(expr)
  local t = totals(expr)
  return choose(t.values, t.weights, expr)
end

function branches.door.pick(n)
  local u = uniform(n)
  return choose(u.values, u.weights, "one of " .. n)
end

function branches.door.faces(expr)
  local key = "faces " .. tostring(expr)
  local all = joint_of[key]
  if not all then
    local list, n = chances.joint(tostring(expr), true)
    all = { list = list, weights = {} }
    for i = 1, #list do all.weights[i] = share(1, n) end
    joint_of[key] = all
  end
  local way = choose(all.list, all.weights, key)
  local faces = {}
  for i, face in ipairs(way) do faces[i] = face end
  return faces, way.total
end

function branches.door.want() end

-- The rows of a chart and their chances; the total is told only when it is asked for.
function branches.door.row(expr, index, least, greatest, add)
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
      if place == 0 then rows.missing = rows.missing or total end
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
  local place = choose(rows.places, rows.weights, expr)
  return place, place == 0 and rows.missing or nil
end

-- What fell for a row already chosen: { total, natural }.
function branches.door.split_row(expr, index, least, greatest, add, place)
  local way = split(tostring(expr), function(w)
    return index[math.max(least, math.min(greatest, w.total + (add or 0)))] == place
  end)
  return way.total + (add or 0), way.natural
end

-- A check: it succeeds or not.
function branches.door.test(expr, add, dc)
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
  return choose(t.outcomes, t.weights, expr)
end

function branches.door.split_test(expr, add, dc, success)
  local way = split(tostring(expr), function(w) return (w.total + add >= dc) == success end)
  return way.total + add, way.natural
end

-- One of n things that weigh differently; sums are the weights added up.
function branches.door.weighted(sums, sum)
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
  return choose(t.values, t.weights, "one by weight")
end

-- --- paths ---------------------------------------------------------------------------------------------------------

-- In fractions, or in floats; nothing is remembered of another set of rules.
function branches.open(fractions)
  exact = fractions
  totals_of, joint_of, rows_of, uniform_of = {}, {}, {}, {}
end

-- Before the first run of a state.
function branches.first()
  path, sizes = {}, {}
end

-- Before each run.
function branches.begin()
  depth, weight = 0, exact and share(1, 1) or 1.0
end

-- How likely the run was.
function branches.weight() return weight end

-- Was there any choice in the run so far?
function branches.has_chosen() return depth > 0 end

-- On to the next path; false when all have been taken.
function branches.next()
  for d = depth, 1, -1 do
    if path[d] < sizes[d] then
      path[d] = path[d] + 1
      for e = d + 1, #path do path[e], sizes[e] = nil, nil end
      return true
    end
  end
  return false
end

-- What the last run chose of, which made most ways first: list of { what, ways, times }.
function branches.asked()
  local list, by = {}, {}
  for d = 1, depth do
    local key = asked[d] .. "\0" .. sizes[d]
    if not by[key] then
      by[key] = { what = asked[d], ways = sizes[d], times = 0 }
      list[#list + 1] = by[key]
    end
    by[key].times = by[key].times + 1
  end
  table.sort(list, function(a, b) return a.ways ^ a.times > b.ways ^ b.times end)
  return list
end

-- While why is a sentence, whoever rolls is told so.
function branches.close(why) closed = why end

return branches
