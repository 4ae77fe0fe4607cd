-- outcomes.lua -- the draws of exact odds: every way a draw can fall, and how likely it is.
--
-- A run follows a path (cell/study/path_enumerator.h), which says which outcome each draw has. A draw has
-- as few outcomes as its asker needs. Example: a check with 1d20 against 11 has two outcomes, success and
-- failure, each 1/2. Only when a rule then reads the margin are the ten totals of a success drawn as well
-- (counting.lua).
local common = module "common"
local outcomes = { draws = {} }

local asked = {}                              -- what this run chose of: { what, ways }, …
local closed                                  -- why nothing may be rolled now

-- Returns one of several ways, by the path; weights[i] are their probabilities.
local function choose(ways, weights, what)
  if closed then error(closed, 0) end
  local n = #ways
  if n == 1 then return ways[1] end
  asked[#asked + 1] = { what = what, ways = n }
  weights.id = weights.id or paths.weights(weights)
  return ways[paths.choose(weights.id)]
end

-- --- how dice fall, remembered ---------------------------------------------

local totals_of, joint_of, rows_of, uniform_of

local function share(n, all) return probability.fraction(n) / probability.fraction(all) end

local function totals(expr)
  local t = totals_of[expr]
  if not t then
    local values, weights = probability.of(expr, true)
    t = { values = values, weights = weights }
    totals_of[expr] = t
  end
  return t
end

local function joint(expr)
  local j = joint_of[expr]
  if not j then
    local table_of, all = probability.joint(expr)
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
    local each = share(1, n)
    for i = 1, n do u.values[i], u.weights[i] = i, each end
    uniform_of[n] = u
  end
  return u
end

-- Draws one of the ways in which a die can fall, { natural, total }, of those that fit.
local function split(expr, fits)
  local outcomes, which, sum = {}, {}, 0
  for i, way in ipairs(joint(expr)) do
    if fits(way) then
      outcomes[#outcomes + 1], which[#which + 1] = way, i
      sum = sum + way.n
    end
  end
  local key = "split " .. expr .. " " .. table.concat(which, " ")
  local weights = joint_of[key]
  if not weights then
    weights = {}
    for i, way in ipairs(outcomes) do weights[i] = share(way.n, sum) end
    joint_of[key] = weights
  end
  return choose(outcomes, weights, expr)
end

-- --- the door, while every play is weighed ---------------------------------

function outcomes.draws.roll(expr)
  expr = tostring(expr)
  local t = totals(expr)
  return choose(t.values, t.weights, expr)
end

function outcomes.draws.pick(n)
  local u = uniform(n)
  return choose(u.values, u.weights, "one of " .. n)
end

function outcomes.draws.faces(expr)
  local key = "faces " .. tostring(expr)
  local all = joint_of[key]
  if not all then
    local list, n = probability.joint(tostring(expr), true)
    all = { list = list, weights = {} }
    local each = share(1, n)
    for i = 1, #list do all.weights[i] = each end
    joint_of[key] = all
  end
  local way = choose(all.list, all.weights, key)
  local faces = {}
  for i, face in ipairs(way) do faces[i] = face end
  return faces, way.total
end

function outcomes.draws.want() end

-- Draws a row of a chart; the total is told only where no row fits it.
function outcomes.draws.row(expr, index, least, greatest, add)
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

-- Draws the total and natural face behind a row.
function outcomes.draws.total_of_row(expr, index, least, greatest, add, place)
  local way = split(tostring(expr), function(w)
    return index[math.max(least, math.min(greatest, w.total + (add or 0)))] == place
  end)
  return way.total + (add or 0), way.natural
end

-- Draws whether a check succeeds.
function outcomes.draws.test(expr, add, dc)
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

function outcomes.draws.total_of_test(expr, add, dc, success)
  local way = split(tostring(expr), function(w) return (w.total + add >= dc) == success end)
  return way.total + add, way.natural
end

-- Draws one of several things by weight; sums are the weights added up.
function outcomes.draws.weighted(sums, sum)
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

-- --- runs ------------------------------------------------------------------

-- Begins a job: in fractions, or to 32 digits. Forgets the odds of other rules.
function outcomes.open(fractions)
  totals_of, joint_of, rows_of, uniform_of = {}, {}, {}, {}
  paths.open(fractions)
end

-- Begins a run.
function outcomes.begin() asked = {} end

-- Returns what the last run drew, the draw with most ways first: list of { what, ways, times }.
function outcomes.asked()
  local list, by = {}, {}
  for _, choice in ipairs(asked) do
    local key = choice.what .. "\0" .. choice.ways
    if not by[key] then
      by[key] = { what = choice.what, ways = choice.ways, times = 0 }
      list[#list + 1] = by[key]
    end
    by[key].times = by[key].times + 1
  end
  table.sort(list, function(a, b) return a.ways ^ a.times > b.ways ^ b.times end)
  return list
end

-- Refuses draws with that sentence; nil: allows them again.
function outcomes.close(why) closed = why end

return outcomes
