-- ever.lua -- exact odds without a limit of turns: whether an event ever comes, and when.
--
-- Where the states are finitely many, every state is explored once, in all its ways. They make an absorbing
-- Markov chain (cell/study/markov.h), and a linear system has the answer.
--
--    crawl until encounter, 1 in 6 a turn: one state, which goes on to itself with 5/6
--    ever = 1/6 + 5/6 ever = 1; the turn it comes in = 1 + 5/6 of the same = 6, on average
--
-- A state is a key as in enumerate.lua with the place in the plan, also in the middle of a line that was cut
-- between steps. Such a line goes on in the same turn.
local common = module "common"
local figures = module "study/odds/figures"
local lines = module "study/lines"
local tracked_fields = module "study/tracked_fields"
local turn_memo = module "study/turn_memo"
local ever = {}

local OVER <const> = 0                        -- stands where the number of a state would: the play is over
-- When so many states were explored, explore asks whether the others matter: rarely, since the chain is
-- solved for each answer.
local LOOKS <const> = { [250] = true, [1000] = true, [4000] = true, [16000] = true }
local NEGLIGIBLE <const> = 1e-15              -- chance of states that do not matter

-- --- exploring -------------------------------------------------------------

-- Returns the key of a state, made anew without the tracks that are now known to change.
local function rekeyed(key)
  lines.start(data.decode(replay.state((paths.load(key)))), true)
  return paths.state(turn_memo.node())
end

-- Returns what counts of a way, as a text: its events, the races it decides, how it ends.
local function text_of(result)
  local parts = { table.concat(result.happened, " ") }
  for _, race in ipairs(result.races) do
    parts[#parts + 1] = (race.won and "+" or "-") .. race.either
  end
  if result.ends then
    parts[#parts + 1] = "=" .. table.concat(result.values or {}, " ")
    parts[#parts + 1] = result.stuck
  end
  return table.concat(parts, "\0")
end

-- Returns the label of a result in the chain.
local function label_in(chain, result)
  local decided = {}
  for _, race in ipairs(result.races) do
    decided[#decided + 1] = race.either
    if race.won then decided[#decided + 1] = race.pair end
  end
  return chain:label(result.happened, decided)
end

-- Begins without states. Returns a table:
--   list                       of the states found: { key, at }
--   number_of(key, at, apart)  the number of a state in the list; it is added when it is new. apart: values
--                              of measures that do not follow from the state (layers.lua), or nil
--   text(result)               what counts of a way (text_of)
--   label                      what text() returned -> the label in the chain
local function new_states()
  local states = { list = {}, number = {}, texts = setmetatable({}, { __mode = "k" }), label = {} }
  function states.number_of(key, at, apart)
    local name = key .. "\0" .. at .. (apart and "\0" .. apart or "")
    local n = states.number[name]
    if not n then
      n = #states.list + 1
      states.number[name], states.list[n] = n, { key = key, at = at }
    end
    return n
  end
  function states.text(result)
    states.texts[result] = states.texts[result] or text_of(result)
    return states.texts[result]
  end
  return states
end

-- Returns all ways to go on from a state: a list of { to, result, p, text }; nil when nobody is left. Ways
-- with the same text that lead to the same state count as one.
local function ways_of(states, from, follow)
  local node, anybody = paths.load(from.key)
  if not anybody then return nil end
  local ways, by = {}, {}
  paths.first()
  repeat
    local result, state = follow(node, from.at)
    local to, text = OVER, states.text(result)
    local at = result.cut and from.at or result.at
    if not result.ends then to = states.number_of(state, at, result.apart) end
    local name = to .. (result.cut and "." or " ") .. text
    local way = by[name]
    if way then way.p = way.p + paths.chance()
    else
      way = { to = to, result = result, p = paths.chance(), text = text }
      by[name], ways[#ways + 1] = way, way
    end
  until not paths.next()
  return ways
end

local NOTHING <const> = { happened = {}, races = {} }

-- Adds a state with its ways to the chain.
local function add_state(chain, states, ways)
  chain:state()
  for _, way in ipairs(ways or { { to = OVER, result = NOTHING, p = 1, text = "" } }) do
    states.label[way.text] = states.label[way.text] or label_in(chain, way.result)
    chain:edge(way.to, not way.result.cut, states.label[way.text], way.p)
  end
end

-- Explores all states from the one at `key` and place `at` in the plan. When a track is seen to change for
-- the first time, equal states may have other keys, and all begins again.
--   follow(node, at)   plays one way, and returns its result and the state it leads to
--   visit(states, i)   is called after state i; raises an error when they are too many
--   is_enough(chain)   is asked now and then; true when the states that are left do not matter
-- Returns { chain; ways: state -> its ways, or nothing when nobody is left; states: their number; left: the
-- number of those that were not explored }.
function ever.explore(key, at, exact, follow, visit, is_enough)
  local all, states, found
  repeat
    found = tracked_fields.found()
    if all then all.chain:free() end
    all, states = { chain = absorbing_chain.new(exact), ways = {}, states = 0 }, new_states()
    states.number_of(rekeyed(key), at)
    repeat
      local i = all.states + 1
      all.states, all.ways[i] = i, ways_of(states, states.list[i], follow)
      add_state(all.chain, states, all.ways[i])
      visit(states.list, i)
      all.left = #states.list - i
    until all.left == 0 or tracked_fields.found() > found or LOOKS[i] and is_enough(all.chain)
  until tracked_fields.found() == found
  return all
end

-- --- figures ---------------------------------------------------------------

-- Returns the chance that a state comes that was not explored, before the event of a slot; or nil.
local function unexplored(chain, slot, before)
  local answer = chain:first(slot, before, true)
  return answer and probability.float(answer.ever)
end

-- True when the states that were not explored do not matter for these slots.
function ever.is_enough(chain, slots)
  for _, slot in ipairs(slots) do
    if (unexplored(chain, slot) or 1) > NEGLIGIBLE then return false end
  end
  return true
end

-- Returns when the event of a slot comes, without a limit: { p, never, mean, sd, quantiles; p_error and
-- mean_error: bounds of their errors, or, where it is exact, fraction, never_fraction, mean_fraction and
-- variance_fraction; unexplored: chance of plays that are left out of all these }. Without mean when it never
-- comes; nil when it is too much work. before: as in chain:first.
local function row_of(all, slot, before)
  local answer = all.chain:first(slot, before)
  local left = answer and all.left > 0 and unexplored(all.chain, slot, before) or nil
  if not answer or all.left > 0 and (not left or left > NEGLIGIBLE) then return nil end
  local row, exact = { unexplored = left }, answer.exact
  figures.set(row, exact, "p", "fraction", answer.ever)
  figures.set(row, exact, "never", "never_fraction", answer.never)
  row.p_error = answer.ever_error
  if row.p > 0 then
    local sd = math.sqrt(math.max(0, probability.float(answer.variance)))
    figures.set(row, exact, "mean", "mean_fraction", answer.mean)
    row.sd, row.mean_error, row.quantiles = sd, answer.mean_error, answer.quantiles
    row.variance_fraction = exact and tostring(answer.variance) or nil
  end
  return row
end

-- Returns the figures of each slot, by slot: those of `wanted` first, then others, while there is work left.
-- before: slot -> the slot that ends the wait for it.
function ever.figures(all, wanted, slots, before)
  local order, rows = common.copy_list(wanted), {}
  for slot = 1, #slots do
    local hidden = slots[slot]:byte() == 0 or slots[slot]:find "|" or slots[slot]:find ">="   -- relations.lua
    if not hidden and not common.contains(wanted, slot) then order[#order + 1] = slot end
  end
  for _, slot in ipairs(order) do
    sandbox.beat(0)
    rows[slot] = row_of(all, slot, before[slot])
  end
  return rows
end

return ever
