-- relations.lua -- exact odds of "an event at least n times" and of "one event given another".
--
-- Each is a slot of the probability vectors (cell/study/lib_vector.c): the part of a state in which the event
-- has come that often, or in which both events have come.
local query = module "study/query"
local relations = {}

local repeats, pairs_of = {}, {}

-- Reads a request. slot_of(name): the slot of an event. "encounter>=2" is a slot for each number from 2 on;
-- "A|B" is the slot of both.
function relations.read(request, slot_of)
  repeats, pairs_of = {}, {}
  for i, asked in ipairs(request.at_least or {}) do
    query.known(asked.event, "at least")
    local at = { slot_of(asked.event) }
    for n = 2, asked.times do at[n] = slot_of((n < asked.times and "\0" or "") .. asked.event .. ">=" .. n) end
    repeats[i] = at
  end
  for i, asked in ipairs(request.given or {}) do
    query.known(asked.first, "given")
    query.known(asked.second, "given")
    pairs_of[i] = { event = slot_of(asked.first), given = slot_of(asked.second),
      both = slot_of(asked.first .. "|" .. asked.second) }
  end
end

local function times_of(happened, slot)
  for i = 1, #happened, 2 do
    if happened[i] == slot then return happened[i + 1] end
  end
  return 0
end

-- Adds one way, from the vector `from` with chance p, to `fresh` and to `into`, or nil.
-- happened: { slot, how often, ... }.
function relations.note(into, from, p, happened, fresh)
  for _, at in ipairs(repeats) do
    local times = times_of(happened, at[1])
    for n = #at, times > 0 and 2 or #at + 1, -1 do
      probability_vector.happen(into, from, p, at[n], fresh, at[n], at[n - times] or 0)
    end
  end
  for _, pair in ipairs(pairs_of) do
    local event, given = times_of(happened, pair.event) > 0, times_of(happened, pair.given) > 0
    if event or given then
      probability_vector.happen(into, from, p, pair.both, fresh, pair.both,
        event and given and 0 or event and pair.given or pair.event)
    end
  end
end

return relations
