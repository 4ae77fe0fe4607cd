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

-- Adds the figures of one event to `now`: its chance so far, how often it came, the chance that it came first
-- in this turn.
local function add_event(now, job, slot)
  local chance_so_far, often, new = job.total:at(slot), job.often:at(slot), job.fresh:at(slot)
  now.rest[slot] = rest_of(chance_so_far, job.exact)
  if not job.exact then                         -- these are only to be shown
    chance_so_far, often = probability.float(chance_so_far), probability.float(often)
  end
  now.p[slot], now.often[slot] = chance_so_far, often
  if job.exact or probability.float(new) ~= 0 then now.new[slot] = new end
end

-- Adds the values that plays had when they ended (job.ended) to those of the plays that go on.
local function add_ended(spreads, ended_spreads)
  for i, ended in ipairs(ended_spreads) do
    for slot, v in ipairs(ended.values) do
      spreads[i].slot[v], spreads[i].values[slot] = slot, v
      spreads[i].of:add(slot, ended.of:at(slot))
    end
  end
end

-- Raises an error if the chances of the plays that go on, are over and were given up do not add up to 1.
local function check_sum(job)
  local sum = probability_vector.new(job.exact)
  sum:add(0, job.left)
  sum:add(0, job.over:at(0))
  sum:add(0, job.faded:at(0))
  if math.abs(probability.float(sum:at(0)) - 1) > ROUNDING then
    error("the chances of all states do not add up to 1: this is a mistake of the program", 0)
  end
end

-- Returns the distributions of the measures after a turn; and the chance that play goes on.
local function spreads_after(job, layer)
  local spreads, on = figures.spreads(job.measures, job.exact), probability_vector.new(job.exact)
  add_ended(spreads, job.ended)
  for _, key in ipairs(layer.keys) do
    local mass = layer.of[key]:at(0)
    sandbox.beat(0)
    on:add(0, mass)
    figures.add(spreads, layer.values[key], mass)
  end
  return spreads, on:at(0)
end

-- Adds the figures after a turn: chances so far, how often, and the values of each measure.
function figures.turn(job, layer)
  job.total = job.total or probability_vector.new(job.exact)
  job.total:flow(job.fresh, 1)
  local now = { p = {}, rest = {}, new = {}, often = {}, spread = {}, faded = job.faded:at(0) }
  for slot = 1, #job.slots do add_event(now, job, slot) end
  local spreads
  spreads, job.left = spreads_after(job, layer)
  check_sum(job)
  for i, spread in ipairs(spreads) do now.spread[i] = sorted(spread) end
  job.turns = job.turns or {}
  job.turns[#job.turns + 1] = now
end

-- Adds the figures of a part to those of `now`, a turn of all parts. of_part: what figures.turn noted of that
-- turn in the part; first_slots: the slots for which the part gives when they come first.
local function add_part(now, of_part, first_slots, slots_n, zero)
  for slot in next, first_slots do
    now.p[slot], now.rest[slot], now.new[slot] = of_part.p[slot], of_part.rest[slot], of_part.new[slot]
  end
  for slot = 1, slots_n do
    now.often[slot] = (now.often[slot] or zero) + (of_part.often[slot] or zero)
  end
end

-- Puts the figures of parts together in job. played: a list of what play_part (enumerate.lua) returned for
-- each. Figures that belong to no event (over, left, spread …) are taken from the first part, since no event
-- of its own ends its plays.
function figures.join(job, played)
  local first, zero = played[1], job.exact and probability.fraction(0) or 0.0
  for _, name in ipairs { "over", "stuck", "faded", "left", "played" } do job[name] = first[name] end
  job.turns, job.total = {}, probability_vector.new(job.exact)
  for turn, of_first in ipairs(first.turns) do
    job.turns[turn] = { p = {}, rest = {}, new = {}, often = {}, spread = of_first.spread,
      faded = of_first.faded }
  end
  for _, figures_of_part in ipairs(played) do
    local first_slots = figures_of_part.part.first
    for slot in next, first_slots do job.total:add(slot, figures_of_part.total:at(slot)) end
    for turn, now in ipairs(job.turns) do
      add_part(now, figures_of_part.turns[turn], first_slots, #job.slots, zero)
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
local function set_chance(row, exact, w, rest, faded)
  figures.set(row, exact, "p", "fraction", w)
  row.p = math.min(row.p, 1.0)
  row.rest = rest
  local faded_float = probability.float(faded)
  if faded_float <= 0 then return end
  -- Where plays that were given up may be half of the rest, it is not told.
  if rest and rest < 2 * faded_float then row.rest = nil end
  row.low = row.p
  figures.set(row, exact, "high", "high_fraction", w + faded)
  row.high = math.min(row.high, 1.0)
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
  local by_name, last, sum = {}, 0, 0           -- sum: the mass of list[1] to list[last]
  for _, pair in ipairs(QUANTILES) do
    local name, percent = pair[1], pair[2]
    while last < #list and sum < percent / 100 - ROUNDING do     -- 50 % that sum to 49.99999999999 have come
      last = last + 1
      sum = sum + probability.float(list[last].mass)
    end
    by_name[name] = list[last].value
  end
  return by_name
end

-- Returns the distribution of the turn in which an event first came, of the plays in which it came; nil when
-- it never did.
local function first_of(job, slot, zero)
  local came, sum, squares = zero, zero, zero   -- the chance that it comes; of its turn and of that squared
  for turn, now in ipairs(job.turns) do
    local new = now.new[slot]
    if new then
      came = came + new
      sum = sum + new * turn
      squares = squares + new * turn * turn
    end
  end
  if probability.float(came) <= 0 then return nil end
  local mean = sum / came
  local variance = probability.float(squares / came - mean * mean)
  local first = { sd = math.sqrt(math.max(0, variance)) }        -- 0: rounding may bring it below
  figures.set(first, job.exact, "p", "fraction", came)
  figures.set(first, job.exact, "mean", "mean_fraction", mean)
  local by_turn = {}
  for turn, now in ipairs(job.turns) do
    if now.new[slot] then by_turn[#by_turn + 1] = { value = turn, mass = now.new[slot] / came } end
  end
  first.quantiles = quantiles(by_turn)
  return first
end

-- The figures of one event: in each turn its chance so far and how often it came, and when it came first.
local function event(job, slot, zero)
  local rows = {}
  for turn, now in ipairs(job.turns) do
    local row = { turn = turn }
    if not job.unknown[slot] then
      set_chance(row, job.exact, now.p[slot] or zero, now.rest[slot], now.faded)
    end
    figures.set(row, job.exact, "mean", "mean_fraction", now.often[slot] or zero)
    rows[turn] = row
  end
  return { by_turn = rows, first = first_of(job, slot, zero) }
end

-- The figures of a race, "A<B", or of "A>=2": it comes once at most, so how often it comes is its chance.
local function race(job, slot, zero)
  local found = event(job, slot, zero)
  for _, row in ipairs(found.by_turn) do row.mean, row.mean_fraction = row.p, row.fraction end
  return found
end

-- "A|B": the chance of A by a turn, given that B has come by then. Without p while B cannot have come. both,
-- given: the slots of "A|B" and of B.
local function conditional(job, both, given, zero)
  local rows = {}
  for turn, now in ipairs(job.turns) do
    local row, p_given = { turn = turn }, now.p[given] or zero
    if probability.float(p_given) > 0 then
      set_chance(row, job.exact, (now.p[both] or zero) / p_given, nil, now.faded / p_given)
      -- In the plays that were given up B may have come, too.
      if row.low then row.low = row.low * probability.float(p_given / (p_given + now.faded)) end
    end
    rows[turn] = row
  end
  return { by_turn = rows }
end

local function mean_of(list, zero)
  local mean = zero
  for _, one in ipairs(list) do mean = mean + one.mass * one.value end
  return mean
end

-- The figures of measure i where it is yes or no: in each turn the chance of yes.
local function of_yes_or_no(job, i, zero)
  local rows = {}
  for turn, now in ipairs(job.turns) do
    local chance = mean_of(now.spread[i], zero)                  -- yes is 1, no is 0
    rows[turn] = { turn = turn }
    set_chance(rows[turn], job.exact, chance, rest_of(chance, job.exact), now.faded)
  end
  return { by_turn = rows }
end

-- The figures of measure i where it is a number: in each turn its mean and quantiles, and the chance of each
-- value after the last turn.
local function of_number(job, i, zero)
  local rows, values = {}, {}
  for turn, now in ipairs(job.turns) do
    local mean = mean_of(now.spread[i], zero)
    -- The mean is of the plays that were followed, without those given up.
    if probability.float(now.faded) > 0 then mean = mean / (1 - now.faded) end
    rows[turn] = { turn = turn, quantiles = quantiles(now.spread[i]) }
    figures.set(rows[turn], job.exact, "mean", "mean_fraction", mean)
  end
  for k, one in ipairs(job.turns[#job.turns].spread[i]) do
    values[k] = { value = one.value }
    set_chance(values[k], job.exact, one.mass, nil, job.faded:at(0))
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

-- A name that begins with ! ~ or * is a text (plan.lua, counting.lua), in which | < and >= are only letters.
local function is_race(name) return name:find "^[^!~*]*<" or name:find "^[^!~*]*>=" end
local function is_hidden(name) return name:byte() == 0 end       -- counted only for others (relations.lua)

-- Returns the figures of a slot; nil for an event that never happened, unless it is one that ends a play.
-- Races and the like are always told.
local function figures_of(job, slot, zero)
  local name, ever = job.slots[slot], job.ever and job.ever[slot]
  local given = name:match "^[^!~*]*|(.*)$"            -- B of "A|B"
  if given then return conditional(job, slot, common.contains(job.slots, given), zero) end
  if is_race(name) then return race(job, slot, zero) end
  local may_happen = probability.float(job.total:at(slot)) > 0 or job.unknown[slot] or ever and ever.p > 0
  if may_happen or common.contains(job.ends, slot) then return event(job, slot, zero) end
end

-- Returns all figures by name.
function figures.answer(job)
  local answer, zero = {}, job.exact and probability.fraction(0) or 0.0
  for slot, name in ipairs(job.slots) do
    local found = not is_hidden(name) and figures_of(job, slot, zero) or nil
    local ever = job.ever and job.ever[slot]
    if ever and found then
      found.ever = ever
      -- No number of turns was asked for: all turns count, and not only those of the table.
      if not job.turns_asked and ever.mean then
        found.first = { p = ever.p, fraction = ever.fraction, mean = ever.mean,
          mean_fraction = ever.mean_fraction, sd = ever.sd, quantiles = ever.quantiles }
      end
    end
    answer[name] = found
  end
  for i, m in ipairs(job.measures) do
    local is_yes_or_no = m.sort == m.yes        -- sort: the key under which its values count (query.value)
    answer[m.name] = (is_yes_or_no and of_yes_or_no or of_number)(job, i, zero)
  end
  return answer
end

return figures
