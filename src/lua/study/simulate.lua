-- simulate.lua -- plays a plan many times and counts what happens. Nobody reads the events: they are only
-- counted, questions take their defaults, and the counts are never part of the state.
--
-- The host counts (cell/study/event_counter.h) and follows what was played before (turn_memo.lua); the
-- rules run only where they are needed. For each measure and turn it keeps a histogram: how many runs had
-- counted so much by the end of that turn.
--
-- Keys of histograms: an event's kind, "kind.name", "A<B" (A came before the first B), "~..." and "!..."
-- (plan.lua), "*question" (counting.lua), "?name" and "=name" (a measure of the game master's: yes or no, as
-- 1 or 0, or a number). An event that never happened has no histogram. A measure has a value in every run
-- from turn 1 on. When a run ends early (lines.goes_on), counts and measures stay as they are in all turns
-- after it, so that the figures of each turn are of all runs.
local common = module "common"
local counting = module "study/counting"
local ignored_fields = module "study/ignored_fields"
local line = module "play/line"
local lines = module "study/lines"
local live = module "play/live"
local plan = module "study/plan"
local query = module "study/query"
local recorder = module "play/recorder"
local rooms_behind = module "study/rooms_behind"
local state = module "play/state"
local tracked_fields = module "study/tracked_fields"
local turn_memo = module "study/turn_memo"
local turn_tracks = module "study/turn_tracks"
local simulate = {}

local begin, goes_on, finish, ended = lines.begin, lines.goes_on, lines.finish, replay.ended

-- --- counting --------------------------------------------------------------

local SLOT_BITS <const> = 21                  -- see SLOT_BITS in cell/study/lib_replay.c
local slots, slot_names = {}, {}              -- an event's name -> its slot, and back
local joined = {}                             -- slot of an event that ends a play -> slot of "A,B", either
-- A mark is a number for one value of one measure.  marks: key of the measure -> value -> mark; the others
-- lead back from a mark.
local marks, mark_keys, mark_values = {}, {}, {}

-- Returns the slot of an event, its number for the host; makes it when the name is new.
local function slot_of(name)
  local slot = slots[name]
  if not slot then
    slot = #slot_names + 1
    if slot >> SLOT_BITS > 0 then common.mistake "more than two million different events are counted" end
    slots[name], slot_names[slot] = slot, name
  end
  return slot
end

local known = {}                              -- kind -> name, or true for none -> slots, in one integer

-- Finds the slots that an event counts in: its kind's; its name's; and, if it is one of several that end a
-- run ("A,B"), the slot that counts them together.  Returns them in one integer, the kind's in its lowest
-- bits.  An event that stops is not remembered: it comes here, and stops, each time.
local function learn_event(kind, name)
  local of_kind, of_name = slot_of(kind), nil
  if name ~= nil then of_name = slot_of(kind .. "." .. name) end
  local packed = joined[of_kind] or joined[of_name] or 0
  if of_name then packed = packed << SLOT_BITS | of_name end
  packed = packed << SLOT_BITS | of_kind
  if live.stops[kind] then recorder.stop(kind)
  else
    known[kind] = known[kind] or {}
    known[kind][name == nil or name] = packed       -- true: an event without a name
  end
  return packed
end

-- Returns the mark of a value; makes it when the value is new.
local function mark_of(key, value)
  local marks_of_key = marks[key] or {}
  marks[key] = marks_of_key
  local mark = marks_of_key[value]
  if not mark then
    mark = #mark_keys + 1
    marks_of_key[value] = mark
    mark_keys[mark], mark_values[mark] = key, value
  end
  return mark
end

-- Returns what marks_of returns, for the host's own measures from number `from` on, which are yes or no.
local function marks_of_own(measures, from)
  local m = measures[from]
  local f, ends, yes, no = m.f, m.ends, mark_of(m.yes, 1), mark_of(m.yes, 0)
  local function mark(goes_on) return not (ends and goes_on) and f() and yes or no end
  if from == #measures then return mark end
  local others = marks_of_own(measures, from + 1)
  return function(goes_on) return mark(goes_on), others(goes_on) end
end

-- Returns a function (goes_on) that returns the marks of the measures' values as they are now, one after the
-- other.  goes_on: true if lines.goes_on is known to be so.
local function marks_of(measures)
  if #measures == 0 then return function() end end
  if measures[1].own then return marks_of_own(measures, 1) end -- the host's own stand last, so these are all
  turn_tracks.begin()
  local function values_now() return query.values(measures) end
  return function()
    local keys_and_values, list = turn_tracks.shown_to(values_now), {}
    for i = 1, #keys_and_values, 2 do
      list[#list + 1] = mark_of(keys_and_values[i], keys_and_values[i + 1])
    end
    return table.unpack(list)
  end
end

-- Returns the histograms of a block: key -> changes as a text, as replay returns them; for a measure a list
-- of { value, text, ... }.
local function tallied()
  local by_slot, by_mark = replay.changes()
  local tallies = {}
  for slot, text in next, by_slot do tallies[slot_names[slot]] = text end
  for mark, text in next, by_mark do
    local key = mark_keys[mark]
    local values_and_texts = tallies[key] or {}
    tallies[key] = values_and_texts
    common.append(values_and_texts, { mark_values[mark], text })
  end
  return tallies
end

-- --- a turn ----------------------------------------------------------------

-- The place in the plan of the line being played, if the state before it was not saved, so that its run
-- begins again if it is refused (doubtful).
local unready
local p                                       -- the plan

-- The lines that were refused once, by their place in the plan. Only for these is the state saved before they
-- are played, since that costs time. When a line is refused for the first time, its run begins again.
local doubtful = {}

-- Plays a turn that may be refused, from the state that saved() returns; or `left`, the rest of a line that
-- was cut. Returns the place in the plan after it, and the rest when it was cut again.
local function careful_turn(at, saved, left)
  if left then return plan.resume(p, left) end
  local next_at, names, rest = plan.turn(p, at, function()
    replay.drop_events()
    lines.start(data.decode(saved()), true)
    lines.begin()
  end)
  for _, name in ipairs(names) do replay.note_event(slot_of(name)) end
  return next_at, rest
end

-- Plays a turn that may be refused, without recording it in the memo. Returns the place in the plan after it.
local function doubtful_turn(at)
  local bytes = tracked_fields.to_read_again()
  return careful_turn(at, function() return bytes end)
end

-- --- runs ------------------------------------------------------------------

-- Plays a turn that the memo neither knows nor records. Returns what replay.go does.
local function play_plainly(at, marks_now)
  begin()
  local next_at
  if p.policy or doubtful[at] then next_at = doubtful_turn(at)
  else
    unready = at
    line.run(p.lines[at])
    unready, next_at = nil, at % #p.lines + 1
  end
  finish(false)
  local is_on = goes_on()
  return ended(nil, next_at, is_on, marks_now(is_on))
end

-- Plays the runs, which begin at the state in bytes. Runs the rules wherever the memo cannot go on.
local function play_on(bytes, marks_now)
  turn_memo.open(bytes, marks_now)
  local was_recorded = false                    -- the turn before
  local wanted, at, node, loaded, learning = replay.go()
  while wanted ~= "done" do
    if wanted == "play" then
      if was_recorded then turn_memo.leave() end
      was_recorded = false
      wanted, at, node, loaded, learning = play_plainly(at, marks_now)
    else
      was_recorded = true
      wanted, at, node, loaded, learning = turn_memo.learn(node, loaded, learning, at, careful_turn)
    end
  end
end

local function failure(err)
  local run, turn = replay.where()
  return lines.failure(err, { run = run, turn = turn, said = p and (unready and p.lines[unready] or p.said) })
end

-- True if the run that ended with err must be played again from its beginning; prepares that.
local function begins_again(err)
  if err.stop == "refused" and unready then doubtful[unready] = true
  elseif err.stop == "whole" then
    p.whole[err.text] = true
    turn_memo.close()
  elseif err.stop == "again" or ignored_fields.was_seen(err) or rooms_behind.was_seen(err) then
    turn_memo.close()
  else return false end
  unready = nil
  replay.again()
  return true
end

-- Reads the events that end a play. Returns their slots.
local function read_ends(request)
  local names, whichever = query.ends(request)
  local ends = common.map(names, slot_of)
  for _, slot in ipairs(ends) do joined[slot] = whichever and slot_of(whichever) end
  return ends
end

-- Prepares a request. Returns a function that plays a block of runs, and returns an error or nil.
local function open(request)
  local bytes = type(request.state) == "string" and request.state or data.encode(request.state)
  state.adopt(data.decode(bytes))
  bytes = data.encode(live.S, true)           -- without orphaned state, which adopt() leaves out
  for _, race in ipairs(query.races(request)) do
    replay.race(slot_of(race.first), slot_of(race.second), slot_of(race.pair))
  end
  local measures = query.measures(request)
  local ends = read_ends(request)
  p = plan.read(request)
  local marks_now = marks_of(measures)
  return function(from, runs)
    replay.runs(request.seed, from, from + runs - 1, request.turns, ends)
    local ok, err
    repeat ok, err = protected(play_on, bytes, marks_now) until ok or not begins_again(err)
    if not ok then return failure(err) end
    local kept = lines.kept_local()
    if kept then kept.run, kept.turn = from, request.turns end
    return kept
  end
end

-- Plays block after block, as long as the host asks for another. Sends the counts of each as news.
local function blocks(request)
  query.charts_named = {}
  local play, from, runs = open(request), request.from, request.runs
  if #query.charts_named > 0 then counting.make_defaults(query.charts_named) end
  repeat
    local failed = play(from, runs)
    if failed then return failed end
    local reply = fetch { news = { tallies = tallied() } }
    from, runs = reply.from, reply.runs
  until reply.op ~= "go"
end

-- Answers a request: { state, plan, turns, from, runs, seed, measures, before, until }. Plays the runs
-- numbered from, from + 1 …; the counts of each block are sent as news.
function simulate.runs(request)
  slots, slot_names, joined, known = {}, {}, {}, {}
  marks, mark_keys, mark_values = {}, {}, {}
  unready, doubtful, p = nil, {}, nil
  replay.open(tracked_fields.sum)
  counting.begin(replay.counter(known, learn_event), true)
  if replay.remembers() then rooms_behind.begin() end
  local stop_watching = ignored_fields.begin()
  local ok, failed = protected(blocks, request)
  turn_memo.close()
  turn_tracks.done()
  rooms_behind.done()
  stop_watching()
  counting.done()
  if not ok then
    failed = { text = failed.text or "the simulation cannot begin", file = failed.file, line = failed.line }
  end
  if failed then return { outcome = "error", error = failed } end
  return { outcome = "done" }
end

return simulate
