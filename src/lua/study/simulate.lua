-- simulate.lua -- many plays in a row, counted.  Nobody looks: events are only tallied, questions take their
-- defaults, and what is counted never enters the state.
--
-- A tally is a histogram for each measure and turn: how many runs had counted so much by the end of that turn.
-- The host counts (census.h) and walks through what was played before (replay.h); the rules are run where they are needed.
--
-- Keys of tallies: an event's kind, "kind.name", "A<B" (A came before the first B), "~…" and "!…" (see plan.lua), "?name"
-- and "=name" (a measure of the table's own: yes or no, as 1 or 0, or a number).  An event not counted yet is in no histogram;
-- a measure of the table's own has a value in every run from turn 1 on, and keeps its last when a run ends early.
local query = module "study/query"
local line = module "play/line"
local live = module "play/live"
local turn_memo = module "study/turn_memo"
local mistakes = module "read/mistakes"
local tracked_fields = module "study/tracked_fields"
local plan = module "study/plan"
local ignored_fields = module "study/ignored_fields"
local simulate = {}

-- --- what is counted ------------------------------------------------------------------------------

local slots = {}                              -- an event's name -> its slot
local joined = {}                             -- the slot of what ends a play -> of whichever of several does
local places = {}                             -- of values of measures: key -> value -> its place

local function slot_of(name)
  local slot = slots[name]
  if not slot then
    slot = replay.number("slot", name)
    slots[name] = slot
  end
  return slot
end

-- Every event kind and every row of a chart counts by itself; what ends a play, once for both.
local function count(kind, name)
  local slot = slots[kind] or slot_of(kind)
  local whichever = joined[slot]
  replay.note_event(slot)
  if name ~= nil then
    local key = query.key(kind, name)
    slot = slots[key] or slot_of(key)
    whichever = whichever or joined[slot]
    replay.note_event(slot)
  end
  if whichever then replay.note_event(whichever) end
end

local function place_of(key, value)
  local of = places[key]
  if not of then
    of = {}
    places[key] = of
  end
  local place = of[value]
  if not place then
    place = replay.number("mark", data.encode { key, value })
    of[value] = place
  end
  return place
end

-- How the measures of the table's own stand, each value as a number of its own; nil without measures.
local function marks_of(measures)
  local pairs_of = query.values(measures)
  if not pairs_of then return nil end
  local list = {}
  for i = 1, #pairs_of, 2 do list[#list + 1] = place_of(pairs_of[i], pairs_of[i + 1]) end
  return list
end

-- The histograms of a block: key -> changes in a text, as replay tells them; of a measure of the table's own { value, text, … }.
local function tallied()
  local by_slot, by_mark = replay.changes()
  local tallies = {}
  for slot, text in next, by_slot do tallies[replay.numbered("slot", slot)] = text end
  for place, text in next, by_mark do
    local key, value = table.unpack(data.decode(replay.numbered("mark", place)))
    local list = tallies[key] or {}
    list[#list + 1], list[#list + 2] = value, text
    tallies[key] = list
  end
  return tallies
end

-- --- a turn ------------------------------------------------------------------------------------------------

local now = {}                                -- what is being done, for a sentence about its failure
local p                                       -- the plan

-- What may be refused is done with the state kept beside it.  That costs where it is not kept anyway, as memory does:
-- there it is only done for lines of which one was refused before.  The first to be refused is "unready": its run begins
-- again.
local doubtful = {}

-- A turn that may be refused, from the state in saved(), or what is left of one that was cut.
local function careful_turn(at, saved, left)
  if left then return plan.resume(p, left) end
  local stands, heard, leaves = plan.turn(p, at, function()
    replay.drop_events()
    query.start(data.decode(saved()), true)
    query.next_line()
  end)
  for _, name in ipairs(heard) do replay.note_event(slot_of(name)) end
  return stands, leaves
end

-- A turn where nothing is remembered.  Returns where the plan stands then.
local function played_turn(at)
  if p.policy or doubtful[at] then
    local bytes = tracked_fields.to_read_again()
    return careful_turn(at, function() return bytes end)
  end
  now.unready = at
  now.said = p.lines[at]
  line.run(now.said)
  now.unready, now.said = nil, nil
  return at % #p.lines + 1
end

-- --- runs ----------------------------------------------------------------------------------------------------

-- Runs the rules as long as runs need them; the first of them begins at the state in bytes.
local function play_on(bytes, marks)
  turn_memo.open(bytes, p.whole, marks)
  while true do
    local wanted, at, node, loaded, learning = replay.go()
    if wanted == "done" then return end
    if wanted == "learn" then
      turn_memo.learn(node, loaded, learning, function(saved, left) return careful_turn(at, saved, left) end)
    else
      turn_memo.leave()
      query.next_line()
      local anybody = query.anybody()
      local stands = anybody and played_turn(at) or nil
      query.over(false)
      local seen = marks()
      replay.ended(nil, stands, anybody, seen)
    end
  end
end

-- What went wrong, and where it was.
local function failure(err)
  local text, file = mistakes.plainly(err.text or "it asked where it should not"), err.file
  if file and file:find("^the measure ") then text, file = file .. ": " .. text, nil end
  local run, turn = replay.where()
  return { text = text, file = file, line = file and err.line or nil, run = run, turn = turn, said = now.said or p and p.said,
    refused = err.stop == "refused" or nil }
end

-- Is there a reason to play the run that ended so from its beginning again?
local function begins_again(err)
  if err.stop == "refused" and now.unready then doubtful[now.unready] = true
  elseif err.stop == "whole" then
    p.whole[err.text] = true
    turn_memo.close()
  elseif err.stop == "again" or ignored_fields.was_seen(err) then turn_memo.close()
  else return false end
  now.unready, now.said = nil, nil
  replay.again()
  return true
end

-- Opens what all blocks share: a function that plays so many runs, and returns nothing, or what failed.
local function opened(request)
  local bytes = type(request.state) == "string" and request.state or data.encode(request.state)
  live.adopt(data.decode(bytes))
  bytes = data.encode(live.S, true)           -- without what the rules have none of any more
  for _, race in ipairs(query.races(request)) do replay.race(slot_of(race.first), slot_of(race.second), slot_of(race.pair)) end
  local ends, measures = {}, query.measures(request)
  local names, whichever = query.ends(request)
  for i, name in ipairs(names) do
    ends[i] = slot_of(name)
    joined[ends[i]] = whichever and slot_of(whichever)
  end
  p = plan.read(request)
  local function marks() return marks_of(measures) end
  return function(from, runs)
    replay.runs(request.seed, from, from + runs - 1, request.turns, ends)
    local ok, err
    repeat ok, err = protected(play_on, bytes, marks) until ok or not begins_again(err)
    if not ok then return failure(err) end
    local name, file, at = sealing.changed()
    if name then return { text = "the local '" .. name .. "' changed in play; only the state may", file = file, line = at, run = from, turn = request.turns } end
  end
end

-- Block after block, as long as there is another: each is news.
local function blocks(request)
  local play, from, runs = opened(request), request.from, request.runs
  repeat
    local failed = play(from, runs)
    if failed then return failed end
    local reply = fetch { news = { tallies = tallied() } }
    from, runs = reply.from, reply.runs
  until reply.op ~= "go"
end

-- Runs from, from + 1 … of a request: { state, plan, turns, from, runs, seed, measures, before, until }; what was
-- counted in each block of them is news.
function simulate.runs(request)
  slots, joined, places, now, doubtful, p = {}, {}, {}, {}, {}, nil
  replay.open(true)
  query.begin(count)
  local free = ignored_fields.begin()
  local ok, failed = protected(blocks, request)
  turn_memo.close()
  free()
  query.done()
  if not ok then failed = { text = failed.text or "the simulation cannot begin", file = failed.file, line = failed.line } end
  if failed then return { outcome = "error", error = failed } end
  return { outcome = "done" }
end

return simulate
