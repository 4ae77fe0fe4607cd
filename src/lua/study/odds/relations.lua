-- relations.lua -- exact odds of "an event at least n times" and of "one event given another".
--
-- Each is a slot of the probability vectors (cell/study/lib_probability.c): the part of a state in which the
-- event has come that often, or in which both events have come.
local common = module "common"
local query = module "study/query"
local run_events = module "study/odds/run_events"
local relations = {}

local times_of = run_events.times_of

local repeats = {}                            -- of "at least n times", as read_repeats returns them
local pairs_of = {}                           -- of "A|B": list of { event, given, both }, each a slot

-- Returns a list for each event: its slot, and the slots of "encounter>=2", "encounter>=3" and so on, up to
-- the largest number asked for. Numbers that nobody asked for have names that are not shown.
local function read_repeats(request, slot_of)
  local events, is_asked_for, max = {}, {}, {}         -- max: event -> the largest number asked for
  for _, asked in ipairs(request.at_least or {}) do
    query.known(asked.event, "at least")
    is_asked_for[asked.event .. ">=" .. asked.times] = true
    if not max[asked.event] then events[#events + 1] = asked.event end
    max[asked.event] = math.max(max[asked.event] or 1, asked.times)
  end
  return common.map(events, function(event)
    local slots = { slot_of(event) }
    for n = 2, max[event] do
      local name = event .. ">=" .. n
      slots[n] = slot_of(is_asked_for[name] and name or "\0" .. name)
    end
    return slots
  end)
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

-- Returns the slot of what must have come before, so that both events of a pair have come now: 0, nothing,
-- where both came; nil where neither did.
local function must_come_before(pair, happened)
  local event_came, given_came = times_of(happened, pair.event) > 0, times_of(happened, pair.given) > 0
  if event_came and given_came then return 0 end
  if event_came then return pair.given end
  if given_came then return pair.event end
end

-- True if the request asks for any.
function relations.any() return #repeats > 0 or #pairs_of > 0 end

-- Adds what a way with chance p does to the plays of the vector `from`: to `fresh`, the plays in which it
-- happens now for the first time; and to `into`, the vector behind the way, nil where the play is over.
-- happened: { slot, how often, ... }.  An event comes for the nth time in those plays of `from` in which it
-- had come often enough before; both of a pair have come in those in which the other had come before.  Slot
-- 0 of `from` has all plays.
function relations.add_events(into, from, p, happened, fresh)
  for _, slots in ipairs(repeats) do
    local times = times_of(happened, slots[1])
    for n = 2, times > 0 and #slots or 0 do
      local slot = slots[n]
      probability_vector.happen(into, from, p, slot, fresh, slot, slots[n - times] or 0)
    end
  end
  for _, pair in ipairs(pairs_of) do
    local before = must_come_before(pair, happened)
    if before then probability_vector.happen(into, from, p, pair.both, fresh, pair.both, before) end
  end
end

return relations
