-- figures.lua -- the figures of exact odds: turns the probability vectors of each turn into chances, means
-- and quantiles.
local common = module "common"
local figures = {}

local QUANTILES <const> = { { "p5", 5 }, { "p25", 25 }, { "p50", 50 }, { "p75", 75 }, { "p95", 95 } }
local ROUNDING <const> = 1e-12                -- rounding error allowed in a sum of probabilities
-- Near 1, above LIKELY, a chance is told by its rest, too, 1 - p, which a float that rounds to 1 would lose.
-- A rest below NOISE may be only a rounding error of the 32 digits that are kept; fractions have none.
local LIKELY <const>, NOISE <const> = 0.9995, 1e-20

-- --- values of the table's own measures ------------------------------------

-- Returns an empty distribution for each measure: { measure; slot: value -> slot; values: the values by slot;
-- of: a vector of their probabilities }.
function figures.spreads(measures, exact)
  local list = {}
  for i, m in ipairs(measures) do
    list[i] = { measure = m, slot = {}, values = {}, of = probability_vector.new(exact) }
  end
  return list
end

-- Adds a state of probability `mass`, in which the measures have these values, to their distributions.
function figures.add(spreads, values, mass)
  for i, spread in ipairs(spreads) do
    local v = values[i]
    local slot = spread.slot[v]
    if not slot then
      slot = #spread.values + 1
      spread.slot[v], spread.values[slot] = slot, v
    end
    spread.of:add(slot, mass)
  end
end

-- The values of one measure in order: a list of { value, mass: the probability }.
local function sorted(spread)
  local list = {}
  for i, v in ipairs(spread.values) do list[i] = { value = v, mass = spread.of:at(i) } end
  table.sort(list, function(a, b) return a.value < b.value end)
  return list
end

-- Returns 1 - w for a chance w near 1, as a float; nil for others, and for 1.
local function rest_of(w, exact)
  if probability.float(w) <= LIKELY then return nil end
  local rest = probability.float(1 - w)
  return rest > (exact and 0 or NOISE) and tonumber(("%.6g"):format(rest)) or nil
end

-- --- a turn ----------------------------------------------------------------

-- Adds the figures after a turn: chances so far, how often, and the values of each measure.
function figures.turn(job, layer)
  local now = { p = {}, rest = {}, new = {}, often = {}, spread = {} }
  job.total = job.total or probability_vector.new(job.exact)
  job.total:flow(job.fresh, 1)
  for slot = 1, #job.slots do
    local p, often, new = job.total:at(slot), job.often:at(slot), job.fresh:at(slot)
    now.rest[slot] = rest_of(p, job.exact)
    if not job.exact then p, often = probability.float(p), probability.float(often) end   -- only to be shown
    now.p[slot], now.often[slot], now.new[slot] = p, often,
      (job.exact or probability.float(new) ~= 0) and new or nil
  end
  local spreads, left = figures.spreads(job.measures, job.exact), probability_vector.new(job.exact)
  for i, ended in ipairs(job.ended) do
    for slot, v in ipairs(ended.values) do
      spreads[i].slot[v], spreads[i].values[slot] = slot, v
      spreads[i].of:add(slot, ended.of:at(slot))
    end
  end
  for _, key in ipairs(layer.keys) do
    local mass = layer.of[key]:at(0)
    sandbox.beat(0)
    left:add(0, mass)
    figures.add(spreads, layer.values[key], mass)
  end
  for i, spread in ipairs(spreads) do now.spread[i] = sorted(spread) end
  job.left = left:at(0)
  left:add(0, job.over:at(0))
  now.faded = job.faded:at(0)
  left:add(0, now.faded)
  if math.abs(probability.float(left:at(0)) - 1) > ROUNDING then
    error("the chances of all states do not add up to 1: this is a mistake of the program", 0)
  end
  job.turns = job.turns or {}
  job.turns[#job.turns + 1] = now
end

-- Puts the figures of parts together in job. played: a list of what play_part (enumerate.lua) returned for
-- each. What is no event's (over, left, spread …) is that of the first part, whose plays no event of its own
-- ends.
function figures.join(job, played)
  local first, zero = played[1], job.exact and probability.fraction(0) or 0.0
  job.turns, job.total = {}, probability_vector.new(job.exact)
  for _, name in ipairs { "over", "stuck", "faded", "left", "played" } do job[name] = first[name] end
  for turn, of in ipairs(first.turns) do
    job.turns[turn] = { p = {}, rest = {}, new = {}, often = {}, spread = of.spread, faded = of.faded }
  end
  for _, of in ipairs(played) do
    for slot in next, of.part.first do job.total:add(slot, of.total:at(slot)) end
    for turn, now in ipairs(job.turns) do
      local here = of.turns[turn]
      for slot in next, of.part.first do
        now.p[slot], now.rest[slot], now.new[slot] = here.p[slot], here.rest[slot], here.new[slot]
      end
      for slot = 1, #job.slots do
        now.often[slot] = (now.often[slot] or zero) + (here.often[slot] or zero)
      end
    end
  end
end

-- --- the answer ------------------------------------------------------------

-- Sets a figure of a row as a number, and as a fraction if exact.
function figures.set(row, exact, name, fraction, w)
  row[name] = probability.float(w)
  if exact then row[fraction] = tostring(w) end
end

-- Sets a chance in a row; rounding may have made it more than 1. rest: see rest_of. faded: the probability of
-- the plays that were given up by then. Where there are some, the row also has low and high: the chance if
-- the event comes in none of them, and if it comes in all.
local function chance(row, exact, w, rest, faded)
  figures.set(row, exact, "p", "fraction", w)
  row.rest = rest
  if row.p > 1 then row.p = 1.0 end
  if probability.float(faded) > 0 then
    -- Where plays that were given up may be half of the rest, it is not told.
    if rest and rest < 2 * probability.float(faded) then row.rest = nil end
    row.low = row.p
    figures.set(row, exact, "high", "high_fraction", w + faded)
    if row.high > 1 then row.high = 1.0 end
  end
end

-- Returns the probability of all plays that were given up, and its fraction; nil for none.
function figures.remainder(job)
  local row, faded = {}, job.faded:at(0)
  if probability.float(faded) == 0 then return nil end
  figures.set(row, job.exact, "p", "fraction", faded)
  return row
end

-- Returns by name the quantiles of a list of { value, mass } in order of the values: the first value at which
-- so many percent of the mass have come.
local function quantiles(list)
  local out, at, sum = {}, 0, 0
  for _, q in ipairs(QUANTILES) do
    while at < #list and sum < q[2] / 100 - ROUNDING do      -- 50 % that sum to 49.99999999999 have come
      at = at + 1
      sum = sum + probability.float(list[at].mass)
    end
    out[q[1]] = list[at].value
  end
  return out
end

-- Returns the distribution of the turn in which an event first came, of the plays in which it came; nil when
-- it never did.
local function first_of(job, slot, zero)
  local all, sum, squares = zero, zero, zero
  for turn, now in ipairs(job.turns) do
    local new = now.new[slot]
    if new then all, sum, squares = all + new, sum + new * turn, squares + new * turn * turn end
  end
  if probability.float(all) <= 0 then return nil end
  local mean = sum / all
  local first = { sd = math.sqrt(math.max(0, probability.float(squares / all - mean * mean))) }
  figures.set(first, job.exact, "p", "fraction", all)
  figures.set(first, job.exact, "mean", "mean_fraction", mean)
  local list = {}
  for turn, now in ipairs(job.turns) do
    if now.new[slot] then list[#list + 1] = { value = turn, mass = now.new[slot] / all } end
  end
  first.quantiles = quantiles(list)
  return first
end

-- The figures of one event: in each turn its chance so far and how often it came, and when it came first.
local function event(job, slot, zero)
  local rows = {}
  for turn, now in ipairs(job.turns) do
    local row = { turn = turn }
    if not job.unknown[slot] then chance(row, job.exact, now.p[slot] or zero, now.rest[slot], now.faded) end
    figures.set(row, job.exact, "mean", "mean_fraction", now.often[slot] or zero)
    rows[turn] = row
  end
  return { by_turn = rows, first = first_of(job, slot, zero) }
end

-- The figures of a race, "A<B", or of "A>=2": it comes once at most, so how often it comes is its chance.
local function race(job, slot, zero)
  local of = event(job, slot, zero)
  for _, row in ipairs(of.by_turn) do row.mean, row.mean_fraction = row.p, row.fraction end
  return of
end

-- "A|B": the chance of A by a turn, given that B has come by then. Without p while B cannot have come.
local function conditional(job, slot, given, zero)
  local rows = {}
  for turn, now in ipairs(job.turns) do
    local row, p = { turn = turn }, now.p[given] or zero
    if probability.float(p) > 0 then
      chance(row, job.exact, (now.p[slot] or zero) / p, nil, now.faded / p)
      -- In the plays that were given up B may have come, too.
      if row.low then row.low = row.low * probability.float(p / (p + now.faded)) end
    end
    rows[turn] = row
  end
  return { by_turn = rows }
end

-- The figures of the table's own measure i.
local function own_measure(job, i, zero)
  local rows, m = {}, job.measures[i]
  for turn, now in ipairs(job.turns) do
    local row, mean = { turn = turn }, zero
    for _, at in ipairs(now.spread[i]) do mean = mean + at.mass * at.value end
    if m.sort == m.yes then chance(row, job.exact, mean, rest_of(mean, job.exact), now.faded)
    else
      -- The mean is of the plays that were followed, without those given up.
      if probability.float(now.faded) > 0 then mean = mean / (1 - now.faded) end
      figures.set(row, job.exact, "mean", "mean_fraction", mean)
      row.quantiles = quantiles(now.spread[i])
    end
    rows[turn] = row
  end
  if m.sort == m.yes then return { by_turn = rows } end
  local values = {}
  for k, at in ipairs(job.turns[#job.turns].spread[i]) do
    values[k] = { value = at.value }
    chance(values[k], job.exact, at.mass, nil, job.faded:at(0))
  end
  return { by_turn = rows, values = values }
end

-- Repeats the last figures up to the last turn that was asked for: after a play has ended nothing changes.
function figures.repeat_last(job, turns)
  local last = job.turns[#job.turns]
  for turn = #job.turns + 1, turns do
    job.turns[turn] = { p = last.p, rest = last.rest, new = {}, often = last.often, spread = last.spread,
      faded = last.faded }
  end
end

-- The turn in which an event first comes, without a limit of turns. ever: as ever.figures has it.
local function first_ever(ever)
  return { p = ever.p, fraction = ever.fraction, mean = ever.mean, mean_fraction = ever.mean_fraction,
    sd = ever.sd, quantiles = ever.quantiles }
end

-- A name that begins with ! ~ or * is a text (plan.lua, counting.lua), in which | < and >= are only letters.
local function is_race(name) return name:find "^[^!~*]*<" or name:find "^[^!~*]*>=" end
local function is_hidden(name) return name:byte() == 0 end       -- counted only for others (relations.lua)

-- Returns all figures by name.  An event that never happened is left out, unless it is one that ends a play;
-- races and the like are always told.
function figures.answer(job)
  local out, zero = {}, job.exact and probability.fraction(0) or 0.0
  for slot, name in ipairs(job.slots) do
    local ever = job.ever and job.ever[slot]
    local happened = probability.float(job.total:at(slot)) > 0 or job.unknown[slot]
      or common.contains(job.ends, slot) or ever and ever.p > 0
    local given = name:match "^[^!~*]*|(.*)$"        -- B of "A|B"
    if given then out[name] = conditional(job, slot, common.contains(job.slots, given), zero)
    elseif is_race(name) then out[name] = race(job, slot, zero)
    elseif happened then out[name] = event(job, slot, zero) end
    if ever and out[name] then
      out[name].ever = ever
      if not job.turns_asked and ever.mean then out[name].first = first_ever(ever) end
    end
  end
  for name in next, common.copy(out) do
    if is_hidden(name) then out[name] = nil end
  end
  for i, m in ipairs(job.measures) do out[m.name] = own_measure(job, i, zero) end
  return out
end

return figures
