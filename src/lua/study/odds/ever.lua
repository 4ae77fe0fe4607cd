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
local tracked_fields = module "study/tracked_fields"
local turn_memo = module "study/turn_memo"
local ever = {}

local OVER <const> = 0                        -- stands where the number of a state would: the play is over
-- When so many states were explored, explore asks whether the others matter: rarely, since the chain is
-- solved for each answer.
local LOOKS <const> = { [250] = true, [1000] = true, [4000] = true, [16000] = true }
local NEGLIGIBLE <const> = 1e-15              -- chance of states that do not matter

-- --- exploring -------------------------------------------------------------

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
  local states = { list = {}, label = {} }
  local numbers = {}                            -- key, place and values in one text -> number
  local texts = setmetatable({}, { __mode = "k" })     -- result -> text_of
  function states.number_of(key, at, apart)
    local name = key .. "\0" .. at .. (apart and "\0" .. apart or "")
    local number = numbers[name]
    if number then return number end
    number = #states.list + 1
    numbers[name] = number
    states.list[number] = { key = key, at = at }
    return number
  end
  function states.text(result)
    texts[result] = texts[result] or text_of(result)
    return texts[result]
  end
  return states
end

-- Returns the number of the state that a way leads to, from one at the place `at` in the plan; OVER where the
-- play ends.
local function number_after(states, result, key, at)
  if result.ends then return OVER end
  return states.number_of(key, result.cut and at or result.at, result.apart)
end

-- Returns all ways to go on from a state: a list of { to, result, p, text }; nil when nobody is left. Ways
-- with the same text that lead to the same state count as one.
local function ways_of(states, from, follow)
  local node, anybody = paths.load(from.key)
  if not anybody then return nil end
  local ways, way_by_name = {}, {}
  paths.first()
  repeat
    local result, key = follow(node, from.at)
    local to, text = number_after(states, result, key, from.at), states.text(result)
    local name = to .. (result.cut and "." or " ") .. text
    local way = way_by_name[name]
    if way then way.p = way.p + paths.chance()
    else
      way = { to = to, result = result, p = paths.chance(), text = text }
      way_by_name[name] = way
      ways[#ways + 1] = way
    end
  until not paths.next()
  return ways
end

local NOTHING <const> = { happened = {}, races = {} }

-- Adds a state with its ways to the chain.  ways: nil where nobody is left: it then leads to OVER alone.
local function add_state(chain, states, ways)
  chain:state()
  for _, way in ipairs(ways or { { to = OVER, result = NOTHING, p = 1, text = "" } }) do
    states.label[way.text] = states.label[way.text] or label_in(chain, way.result)
    chain:edge(way.to, not way.result.cut, states.label[way.text], way.p)
  end
end

-- Explores states until all are known, or more tracks than the number `changing` are seen to change, or those
-- that are left do not matter. Arguments and result as in ever.explore, below.
local function search_from(key, at, exact, follow, visit, is_enough, changing)
  local search = { chain = absorbing_chain.new(exact), ways = {}, explored_n = 0, unexplored_n = 0 }
  local states = new_states()
  states.number_of(key, at)                     -- gets the number 1: the list begins with it
  repeat
    local i = search.explored_n + 1
    search.ways[i] = ways_of(states, states.list[i], follow)     -- adds the states they lead to to the list
    search.explored_n = i
    add_state(search.chain, states, search.ways[i])
    visit(states.list, i)
    search.unexplored_n = #states.list - i
  until search.unexplored_n == 0 or tracked_fields.changing_count() > changing
    or LOOKS[i] and is_enough(search.chain)
  return search
end

-- Explores all states from the one at `key` and place `at` in the plan. When a track is seen to change for
-- the first time, equal states may have other keys, and all begins again.
--   follow(node, at)   plays one way, and returns its result and the state it leads to
--   visit(states, i)   is called after state i; raises an error when they are too many
--   is_enough(chain)   is asked now and then; true when the states that are left do not matter
-- Returns { chain; ways: state -> its ways, or nothing when nobody is left; explored_n, unexplored_n: numbers
-- of the states that were explored, and of those that were found and were not }.
function ever.explore(key, at, exact, follow, visit, is_enough)
  while true do
    local changing = tracked_fields.changing_count()
    local _, first = turn_memo.renewed(key)
    local search = search_from(first, at, exact, follow, visit, is_enough, changing)
    if tracked_fields.changing_count() == changing then return search end
    search.chain:free()
  end
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
local function row_of(search, slot, before)
  local answer = search.chain:first(slot, before)
  if not answer then return nil end
  local missed                                  -- chance that a state comes that was not explored
  if search.unexplored_n > 0 then
    missed = unexplored(search.chain, slot, before)
    if not missed or missed > NEGLIGIBLE then return nil end
  end
  local row, exact = { unexplored = missed, p_error = answer.ever_error }, answer.exact
  figures.set(row, exact, "p", "fraction", answer.ever)
  figures.set(row, exact, "never", "never_fraction", answer.never)
  if row.p > 0 then
    figures.set(row, exact, "mean", "mean_fraction", answer.mean)
    row.mean_error, row.quantiles = answer.mean_error, answer.quantiles
    row.sd = math.sqrt(math.max(0, probability.float(answer.variance)))    -- 0: rounding may bring it below
    row.variance_fraction = exact and tostring(answer.variance) or nil
  end
  return row
end

-- True for a slot that is no single event: "A|B", "A>=2", or one that is counted only for these
-- (relations.lua).
local function is_relation(name) return name:byte() == 0 or name:find "|" or name:find ">=" end

-- Returns the figures of each slot, by slot: those of `wanted` first, then others, while there is work left.
-- before: slot -> the slot that ends the wait for it.
function ever.figures(search, wanted, slots, before)
  local order, rows = common.copy_list(wanted), {}
  for slot, name in ipairs(slots) do
    if not is_relation(name) and not common.contains(wanted, slot) then order[#order + 1] = slot end
  end
  for _, slot in ipairs(order) do
    sandbox.beat(0)
    rows[slot] = row_of(search, slot, before[slot])
  end
  return rows
end

return ever
