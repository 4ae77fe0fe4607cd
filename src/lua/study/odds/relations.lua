-- relations.lua -- exact odds of "an event at least n times" and of "one event given another".
--
-- Each is a slot of the probability vectors (cell/study/lib_probability.c): the part of a state in which the
-- event has come that often, or in which both events have come.
local query = module "study/query"
local relations = {}

local repeats = {}                            -- of "at least n times", as read_repeats returns them
local pairs_of = {}                           -- of "A|B": list of { event, given, both }, each a slot

-- Returns a list for each event: its slot, and the slots of "encounter>=2", "encounter>=3" and so on, up to
-- the largest number asked for. Numbers that nobody asked for have names that are not shown.
local function read_repeats(request, slot_of)
  local list, asked_for, of = {}, {}, {}
  for _, asked in ipairs(request.at_least or {}) do
    query.known(asked.event, "at least")
    asked_for[asked.event .. ">=" .. asked.times] = true
    local at = of[asked.event] or { event = asked.event, max = 1 }
    if not of[asked.event] then of[asked.event], list[#list + 1] = at, at end
    at.max = math.max(at.max, asked.times)
  end
  for _, at in ipairs(list) do
    at[1] = slot_of(at.event)
    for n = 2, at.max do
      local name = at.event .. ">=" .. n
      at[n] = slot_of(asked_for[name] and name or "\0" .. name)
    end
  end
  return list
end

-- Reads a request. slot_of(name): the slot of an event. "A|B" is the slot of both.
function relations.read(request, slot_of)
  repeats, pairs_of = read_repeats(request, slot_of), {}
  for i, asked in ipairs(request.given or {}) do
    query.known(asked.first, "given")
    query.known(asked.second, "given")
    pairs_of[i] = { event = slot_of(asked.first), given = slot_of(asked.second),
      both = slot_of(asked.first .. "|" .. asked.second) }
  end
end

-- How often the event of a slot is in `happened`, a list of slot, times, slot, times, …
local function times_of(happened, slot)
  for i = 1, #happened, 2 do
    if happened[i] == slot then return happened[i + 1] end
  end
  return 0
end

-- Adds one way, from the vector `from` with chance p, to `fresh` and to `into`, or nil.
-- happened: { slot, how often, ... }.  Only those plays of `from` count in which the event had come so often
-- before that now it is n times; or, of a pair, the other event had come.  Slot 0 has all plays.
function relations.add_events(into, from, p, happened, fresh)
  for _, at in ipairs(repeats) do
    local times = times_of(happened, at[1])
    for n = 2, times > 0 and #at or 0 do
      probability_vector.happen(into, from, p, at[n], fresh, at[n], at[n - times] or 0)
    end
  end
  for _, pair in ipairs(pairs_of) do
    local event, given = times_of(happened, pair.event) > 0, times_of(happened, pair.given) > 0
    if event or given then
      -- What must have come before: nothing if both came now, else the other one.
      local before = event and given and 0 or event and pair.given or pair.event
      probability_vector.happen(into, from, p, pair.both, fresh, pair.both, before)
    end
  end
end

return relations
