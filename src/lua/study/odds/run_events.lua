-- run_events.lua -- the events of one run of the rules, as exact odds count them. Each kind of event has a
-- slot, its number in probability vectors, from 1.
local common = module "common"
local query = module "study/query"
local run_events = {}

local slots, slot_names = {}, {}              -- an event's name -> its slot, and back
local counts, order = {}, {}                  -- how often each slot came in this run, and the slots in order
local races = {}                              -- list of { pair, first, second, either }: slots
local joined = {}                             -- slot of an event that ends a play -> slot of "A,B", either

-- Begins without slots. Returns the list of their names, which grows.
function run_events.forget_all()
  slots, slot_names = {}, {}
  return slot_names
end

-- Returns the slot of an event; makes it when the name is new.
function run_events.slot_of(name)
  local slot = slots[name]
  if not slot then
    slot = #slot_names + 1
    slots[name], slot_names[slot] = slot, name
  end
  return slot
end
local slot_of = run_events.slot_of

-- Returns the slot of an event; nil for one that has never happened.
function run_events.known_slot(name) return slots[name] end

-- --- what is asked for -----------------------------------------------------

-- Reads the races of a request. "A<B" is won when A comes before any B; the slot `either` is for plays that
-- have seen one of them. Returns them.
function run_events.read_races(request)
  races = common.map(query.races(request), function(race)
    return { pair = slot_of(race.pair), first = slot_of(race.first), second = slot_of(race.second),
      either = slot_of("\0" .. race.pair) }
  end)
  return races
end

-- Reads the events that end a play. Returns their slots; and the slot that they share, nil for a single one.
function run_events.read_ends(request)
  local names, shared = query.ends(request)
  local ends = common.map(names, slot_of)
  joined = {}
  for _, slot in ipairs(ends) do joined[slot] = shared and slot_of(shared) end
  return ends, joined[ends[1]]
end

-- --- one run ---------------------------------------------------------------

-- Begins a run.
function run_events.begin() counts, order = {}, {} end

local function count_slot(slot)
  local n = counts[slot]
  if not n then
    n = 0
    order[#order + 1] = slot
  end
  counts[slot] = n + 1
end

-- Counts an event, its row, and once the slot that several endings share.
function run_events.count(kind, name)
  local slot = slot_of(kind)
  local shared = joined[slot]
  count_slot(slot)
  if name ~= nil then
    slot = slot_of(kind .. "." .. name)
    shared = shared or joined[slot]
    count_slot(slot)
  end
  if shared then count_slot(shared) end
end

-- Counts what a plan adds by its name alone, such as a line that was refused.
function run_events.count_name(name) count_slot(slot_of(name)) end

-- Returns the events of this run: { slot, how often, ... }, in order.
function run_events.happened()
  local list = {}
  for _, slot in ipairs(order) do
    list[#list + 1] = slot
    list[#list + 1] = counts[slot]
  end
  return list
end

-- How often the event of a slot is in `happened`, as run_events.happened returns it.
function run_events.times_of(happened, slot)
  for i = 1, #happened, 2 do
    if happened[i] == slot then return happened[i + 1] end
  end
  return 0
end

-- Returns the races that this run decided: { pair, either, won }.
function run_events.decided_races()
  local list = {}
  for _, race in ipairs(races) do
    local first_came = common.contains(order, race.first)          -- its place in the order, or nil
    local second_came = common.contains(order, race.second)
    if first_came or second_came then
      local won = first_came ~= nil and (not second_came or first_came < second_came)
      list[#list + 1] = { pair = race.pair, either = race.either, won = won }
    end
  end
  return list
end

-- True if one of these slots came.
function run_events.came(list)
  for _, slot in ipairs(list) do
    if counts[slot] then return true end
  end
end

return run_events
