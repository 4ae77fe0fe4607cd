-- enumerate.lua -- exact odds of a procedure: plays a plan with every outcome of its dice, and adds up the
-- probabilities.
--
-- Turn by turn: each possible state is played once for every outcome of its draws (outcomes.lua), and equal
-- states are merged.
--
--    turn 0: 1 state, probability 1
--    turn 1: hazard d6 has four rows -> four ways, two lead to the same state: 3 states, 1/2 + 1/3 + 1/6
--    turn 2: each of the 3 states is played in all its ways (a way is one outcome of every draw), and so on
--
-- Measures are never part of a state. Each state carries a probability vector
-- (cell/study/lib_vector.c): slot 0 has the probability of the state, and the slot of an event the
-- part of it in which the event has happened. The generator and fields that no rule reads
-- (ignored_fields.lua) are left out when states are compared.
--
-- A state is a node and the values of its fields (tracked_fields.lua). Two are the same when both are equal
-- (push_state in cell/study/lib_paths.c) and the plan stands at the same line. The host follows paths that
-- were played before, also for other values of fields that the line does not read; the rules run only on
-- new paths.
local alike = module "study/odds/alike"
local common = module "common"
local counting = module "study/counting"
local draw_cuts = module "study/draw_cuts"
local effort = module "study/odds/effort"
local events = module "play/events"
local figures = module "study/odds/figures"
local ever = module "study/odds/ever"
local ignored_fields = module "study/ignored_fields"
local layers = module "study/odds/layers"
local lines = module "study/lines"
local listed_ways = module "study/odds/listed_ways"
local live = module "play/live"
local outcomes = module "study/outcomes"
local plan = module "study/plan"
local query = module "study/query"
local recorder = module "play/recorder"
local relations = module "study/odds/relations"
local repeated_turns = module "study/odds/repeated_turns"
local rooms_behind = module "study/rooms_behind"
local run_events = module "study/odds/run_events"
local separation = module "study/odds/separation"
local state = module "play/state"
local state_splits = module "study/odds/state_splits"
local tracked_fields = module "study/tracked_fields"
local turn_memo = module "study/turn_memo"
local turn_tracks = module "study/turn_tracks"
local enumerate = {}

-- Work is counted in walks: following a path that was played before is one walk, running the rules costs as
-- much as WALKS_PER_RUN. A job has a limit in plays: it may do as much work as that number of runs.
local CAP <const> = 20000                     -- states after one turn; more are refused
-- Plays allowed for each state of the cap. More would take minutes.
local PLAYS <const> = 10
local WAYS_PER_WALK <const> = 4               -- ways of a turn that was noted, which cost as much as a walk
-- Recording a line costs more than playing it. Each recording takes 1 from a credit, which begins with
-- CREDIT, and each line that is walked again adds CREDIT_PER_WALK.
local CREDIT <const>, CREDIT_PER_WALK <const> = 5000, 0.5
-- With more ways than this from one state the dice are to blame; the first DICE_NAMED of them are named.
local MANY_WAYS <const>, DICE_NAMED <const> = 2000, 4
local SAMPLES <const> = 31                    -- paths at random that estimate the ways of a state
-- Plays at random that look ahead for what rules read; how many of them cut lines wherever it can be done,
-- so that it is known at which step something is read; and the lines, or parts of lines, of each.
local AHEAD <const>, AHEAD_CUT <const>, AHEAD_LINES <const> = 6, 2, 50
-- Bytes of the memo: above FORGET it is emptied after a turn, above BYTES the job ends.
local FORGET <const>, BYTES <const> = 400000000, 1000000000
local ENOUGH <const> = 1e-12                  -- waiting ends when the probability that is left is smaller
local MAX_TURNS <const> = 1000                -- turns to wait for an event when no number was asked for
-- A play that comes to a state for more than FADED_TIMES, or by more draws, is given up when it is less
-- likely than FADED_CHANCE.
local FADED_TIMES <const>, FADED_CHANCE <const> = 64, 1e-15
-- States of all turns where members are alike, for each of the cap: most are in the middle of a line.
local WITHIN_LINES <const> = 10
-- Work to explore for parts; for members who are alike.
local PARTS_WORK <const>, ALIKE_WORK <const> = 120000, 400000
local EXPLORED <const> = 0.5                  -- runs of the rules for each state of the cap, to explore all
-- States after a turn: with more than SEPARATE, parts are looked for. A part that is only for an answer that
-- was taken by default may have FOR_DEFAULTS.
local SEPARATE <const>, FOR_DEFAULTS <const> = 100, 500
-- With more ways than this from one state, lines are also cut within rules.
local CUT_WAYS <const> = 300
local CUT_SEPARATE <const> = 1000             -- the same for states in the middle of lines of a turn

-- --- the job --------------------------------------------------------------

local whole_lines                             -- the set of lines that are not cut between steps
-- Whether the job is weighed part by part (separation.lua): nil as long as nobody knows, else true or false.
local in_parts
-- Whether states in which members who are alike (alike.lua) have changed places count as one: nil as long as
-- nobody knows, else true or false.
local lumps
local cuts_draws                              -- true: lines are also cut within rules (draw_cuts.lua)
-- True once that has led to more states than can be weighed: from then on lines are played whole, which may
-- be less work where nothing meets.
local cuts_in_vain
-- The job: what is asked for (turns_asked, measures, plan, races, ends; any_end: the slot that several ends
-- share), its limits (cap: states after a turn, plays), the turn that is played (turn; due and due_next: its
-- position in the plan and the next; fresh: events for the first time), sums of turns (over, often, stuck,
-- faded, unused: vectors; ended: measures of plays that are over), known: the result of each path that was
-- played, by its end, and part: the part that is weighed, or nil. figures.lua adds the figures of each turn.
local job

-- --- results of a turn ------------------------------------------------------

local function read_measures()
  local values = {}
  outcomes.close "a measure looks at the state; it rolls nothing"
  for i, m in ipairs(job.measures) do
    local sort, v = query.value(m)
    if m.sort and m.sort ~= sort then
      error("the measure " .. m.name .. " is now a number, now yes or no: make it always a number, as ("
        .. m.expr .. ") or 0, or always yes or no", 0)
    end
    m.sort, values[i] = sort, v
  end
  outcomes.close(nil)
  return values
end

-- Returns the values of the measures, or nil without measures; and these as a text, if they do not follow
-- from the state, as a measure looks at tracks of the turn that is over.
local function values_now()
  if #job.measures == 0 then return nil end
  local values = turn_tracks.shown_to(read_measures)
  if not lumps and (not turn_tracks.differ() or common.same(values, read_measures())) then return values end
  return values, data.encode(values)
end

-- Adds the events of one way, from the vector `from` with chance p, to the figures and to `into`, the vector
-- of the state it leads to, or nil.
local function add_events(into, from, p, result)
  local counts_here = job.part and job.part.counts[result]
  if counts_here then
    probability_vector.add_events(into, from, p, job.fresh, job.unused, counts_here.first)
    for i = 1, #counts_here.often, 2 do
      job.often:add(counts_here.often[i], from:at(0) * p * counts_here.often[i + 1])
    end
    return
  end
  probability_vector.add_events(into, from, p, job.fresh, job.often, result.happened)
  relations.add_events(into, from, p, result.happened, job.fresh)
  for _, race in ipairs(result.races) do
    if race.won then probability_vector.happen(nil, from, p, race.either, job.fresh, race.pair) end
    probability_vector.happen(into, from, p, race.either, job.fresh, race.either)
  end
end

-- Adds a play that has ended; its figures stay as they are.
local function finish(from, p, result)
  local mass = from:at(0) * p
  add_events(nil, from, p, result)
  job.over:add(0, mass)
  figures.add(job.ended, result.values, mass)
  if result.stuck then
    job.stuck:add(0, mass)
    job.reason = job.reason or result.stuck
  end
end

local cuts_always = false                     -- lines are also cut where no ways could meet

-- recorder.step_begins: cuts the line here, so that ways that lead to the same state go on as one. Before
-- on.turn_end only for parts: there it keeps what that reads apart from what the steps read.
local function cut_line(step, ...)
  draw_cuts.step(step)
  if draw_cuts.plays_again() then return end
  if not in_parts and step > #live.procedure().steps then return end
  if cuts_always or paths.may_cut() then lines.cut(step, ...) end
end

-- Plays a line of the plan from a node; begin() says which path it takes. Returns the position in the plan
-- after it; the names to count; the rest of the line and its draws, when it was cut; and the rest that it
-- began with.
local function play_line(node, at, begin)
  local goes_on = false                         -- the play has come to where the line was left within a rule
  local function start()
    run_events.begin()
    outcomes.begin()
    begin()
  end
  local from, again = draw_cuts.begin(node, function()
    goes_on = true
    start()
  end)
  local function back()
    if goes_on then common.stop { stop = "whole", text = job.plan.said } end
    run_events.begin()
    lines.start(data.decode(replay.state(from)), true)
    lines.begin()
  end
  back()
  if again then outcomes.begin() else start() end
  recorder.install { step_begins = cut_line }
  local position, names, rest, draws
  local left = live.S.left
  live.S.left = nil
  turn_tracks.line_begins(left and left.where.step)
  draw_cuts.step(left and left.where.step or 0)
  if left then position, rest, draws = plan.resume(job.plan, left)
  else position, names, rest, draws = plan.turn(job.plan, at, back) end
  draw_cuts.line_ends()
  recorder.install { step_begins = recorder.person.step_begins }
  if again then names, left = nil, data.decode(replay.state(node)).left end
  return position, names, rest, draws, left
end

-- Says that the rules are about to run, and whether their path is recorded.
local function begin_path(at)
  local recording = job.credit >= 1
  paths.play(at, recording)
  if recording then job.credit = job.credit - 1 end
end

-- Runs the rules from a node, along the path. Returns the result and the state it leads to. A result is
-- { happened, races; cut: the line was cut between steps; ends: the play is over; at: position in the plan;
-- values: of the measures; stuck: why every line was refused }. begin: begin_path, or what else begins a
-- path.
local function run_rules(node, at, begin)
  local position, names, rest, draws, left = play_line(node, at, function() begin(at) end)
  for _, name in ipairs(names or {}) do run_events.count_name(name) end
  local ended = run_events.came(job.ends) or left and left.ended or false
  local result = { happened = run_events.happened(), races = run_events.decided_races(),
    cut = rest ~= nil, at = position,
    ends = not rest and (not position or ended),
    stuck = not rest and not position and names[1]:sub(2) or nil }
  local to
  if rest then
    events.check_pending()
    rest.ended = ended
    live.S.left = rest
    if not tracked_fields.is_careful() then turn_tracks.hide(rest.where.step) end
    to = turn_memo.reached(rest, tracked_fields.is_careful())
    if rest.within then draw_cuts.note(to, node, draws) end
  else
    local checked = lines.finish(true)
    to = turn_memo.reached(nil, checked, function() result.values, result.apart = values_now() end)
  end
  local ending, state = paths.ended(to)
  if ending then job.known[ending] = result end
  return result, state
end

local FADED <const> = {}                      -- the result of a path that faded

-- Plays a path, and gives it up when it fades. Returns as run_rules does.
local function run_path(node, at)
  local ok, result, state = protected(run_rules, node, at, begin_path)
  if ok then return result, state end
  if result.stop ~= "faded" then common.stop(result) end
  local ending = paths.ended(nil)
  if ending then job.known[ending] = FADED end
  return FADED
end

-- Plays lines at random from a state, the nth time.
local function play_at_random(key, n)
  local at = plan.due(job.plan, 1)
  cuts_always = n <= AHEAD_CUT
  for line = 1, AHEAD_LINES do
    local result, to = run_rules(paths.load(key), at, function() paths.sample(n * AHEAD_LINES + line) end)
    effort.run(outcomes.draw_count())
    if result.ends then break end
    key, at = to, result.cut and at or result.at
  end
end

-- Plays at random, to find out early what the rules read: what is found late begins the study again. An
-- error of the rules is left for the turn in which it comes.
local function look_ahead(key)
  local n = 1
  while n <= AHEAD do
    local ok, err = protected(play_at_random, key, n)
    cuts_always = false
    outcomes.close(nil)
    if ok or not turn_tracks.was_seen(err) then n = n + 1 end
    if not ok and err.stop and err.stop ~= "faded" and err.stop ~= "hidden" then common.stop(err) end
  end
end

-- Returns about how many ways a line has from a node, by paths at random: the median of what each estimates.
-- One of them is rarely many times too large (path_enumerator.h), and half of them hardly ever.
local function sampled_ways(node, at)
  local sizes = {}
  for n = 1, SAMPLES do
    local ok, err = protected(play_line, node, at, function() paths.sample(n) end)
    if not ok and err.stop and err.stop ~= "faded" then common.stop(err) end
    effort.run(outcomes.draw_count())
    sizes[n] = paths.sampled()
  end
  table.sort(sizes)
  return sizes[SAMPLES // 2 + 1]
end

-- Follows one path of draws through a turn, or through the rest of a line that was cut. Runs the rules only
-- when the path is new. Returns the result and the state it leads to. While exploring (separation.lua) it may
-- move on to a later path, and returns nothing when no path is left.
local function follow(node, at)
  sandbox.beat(job.ways)
  local ending, state = paths.walk(at)
  if ending == false then return nil end
  if ending then
    effort.walk(1)
    job.credit = job.credit + CREDIT_PER_WALK
    return job.known[ending], state
  end
  if job.part or job.lumped then error("this way was not explored", 0) end
  local result, to = run_path(node, at)
  effort.run(outcomes.draw_count() + draw_cuts.depth(node))
  return result, to
end

local NOBODY <const> = {}                     -- the result of a state in which nobody is left

-- Adds one way, with chance p from the vector `from`, to the figures and to `into`, the vector of the state
-- it leads to, or nil. p of NOBODY: the values of the measures.
local function flow_way(from, into, result, p)
  local mass = not into and from:at(0)
  if result == FADED then job.faded:add(0, mass * p)
  elseif result == NOBODY then
    job.over:add(0, mass)
    figures.add(job.ended, p, mass)
  elseif into then
    into:flow(from, p)
    add_events(into, from, p, result)
  elseif result.ends then finish(from, p, result)
  else                                          -- the part ends with it
    job.over:add(0, mass * p)
    add_events(nil, from, p, result)
  end
end

-- Adds the probability of one way to the state it leads to.
local function add_way(layer, from, after, result, state, p)
  local into
  local is_over = result == FADED or result == NOBODY or result.ends
  if not is_over and not (job.part and job.part.counts[result].ends) then
    into = result.cut and layers.vector(layer, state)
      or layers.reach(after, result.at, state, result.values, result.apart)
  end
  repeated_turns.note(result.cut and layer or after, into, result.cut, result, p)
  flow_way(from, into, result, p)
end

-- --- states ---------------------------------------------------------------

-- A loop that goes on and tells of nothing comes back to the same state, within the same rule. Leaves such
-- ways out of the list: the others are as likely as they are among all others.
--
--    repeat n = n + 1 until dice "1d6" == 6    at the draw, but for n: 1/6 over, 5/6 here again -> 1 over
local function close_loop(list, key)
  local again, others = 0, { n = list.n }
  for _, way in ipairs(list) do
    local result = way.result
    local is_same = result.cut and way.state == key and #result.happened == 0 and #result.races == 0
    if is_same then again = again + way.p else others[#others + 1] = way end
  end
  if #others == #list or #others == 0 then return list end
  for _, way in ipairs(others) do way.p = way.p / (1 - again) end
  return others
end

-- Plays a state whose ways are listed.
local function play_listed(layer, from, after, list)
  sandbox.beat(job.ways)
  for i = 1, #list do
    local way = list[i]
    add_way(layer, from, after, way.result, way.state, way.p)
  end
  effort.walk(#list)
  job.ways = job.ways + list.n
end

-- Follows one path, and adds its probability to the state it leads to; and to the list, unless that is nil.
-- from: nil where it is only listed.
local function play_path(layer, key, node, after, list, from)
  local result, state = follow(node, layer.at[key] or job.due)
  local p = paths.chance()
  if list then
    listed_ways.add(list, result, state, p, job.part and result ~= FADED and job.part.counts[result] or nil)
  end
  if from then add_way(layer, from, after, result, state, p) end
end

-- Plays a turn by the ways that were explored. The keys of the layers are the numbers of states.
local function follow_ways(layer)
  local after = layers.new(job.exact, job.due_next)
  for _, key in ipairs(layer.keys) do
    local from, ways = layer.of[key], job.all.ways[key]
    sandbox.beat(job.ways)
    if not ways then flow_way(from, nil, NOBODY, layer.values[key]) end
    layer.of[key] = nil                         -- it comes again where a later state is cut as it was
    if job.explored then effort.walk(ways and #ways or 0) end
    for _, way in ipairs(ways or {}) do
      local result, into = way.result, nil
      if not result.ends then
        into = layers.vector(result.cut and layer or after, way.to)
        if not result.cut then after.values[way.to] = result.values end
      end
      flow_way(from, into, result, way.p)
    end
    from:free()
  end
  return after
end

-- --- progress, and too much work -------------------------------------------

-- Reports progress when it is due: state i of the layer, and the plays so far. The answer may end the job,
-- and does so after a few reports that are the same.
local function report(layer, i, plays)
  if job.quiet or not probability_vector.due() then return end
  local reply = fetch { news = { turn = job.turn, at = i, states = #layer.keys, leaves = plays or job.ways } }
  if reply.op == "stop" then common.stop { stop = "enough" } end
end

local function load_state(layer, key)
  lines.start(data.decode(replay.state((paths.load(layer.state[key] or key)))), true)
end

-- Returns what makes the states of a layer (state_splits.lua).
local function splits_of(layer)
  local states = {}
  for n = 1, math.min(#layer.keys, state_splits.max) do
    load_state(layer, layer.keys[n])
    states[n] = tracked_fields.whole()
  end
  return state_splits.find(states)
end

-- Ends the job because there are too many states, or too many dice when few states have many ways each.
-- Playing layer.keys[i] was too much; after: the states reached so far.  ways: the ways of that state, where
-- they are known. crowded: the states after the turn are too many.
local function too_many(layer, i, after, ways, crowded)
  ways = math.min(job.plays, ways or (job.ways - job.before) // math.min(i, layer.size))
  local within = #layer.keys - layer.size       -- states in the middle of lines
  local dice = ways >= MANY_WAYS and within < CUT_SEPARATE
  local states = crowded and job.cap or within >= CUT_SEPARATE and within or nil
  local is_after = #after.keys > layer.size and #after.keys > within
  common.stop { stop = "states", turn = job.turn, states = states,
    plays = job.plays, from = layer.size, ways = ways,
    splits = not dice and splits_of((crowded or is_after) and after or layer) or nil,
    dice = dice and table.move(outcomes.asked(), 1, DICE_NAMED, 1, {}) or nil }
end

-- --- turns -----------------------------------------------------------------

-- Ends the job when a turn leads to too many states, or the work is hopeless; state i was played.
local function check_states(layer, i, after)
  local needs_parts = #after.keys > SEPARATE or #layer.keys - layer.size > CUT_SEPARATE
  if job.may_part and needs_parts then common.stop { stop = "parts" } end
  if job.may_lump and needs_parts then common.stop { stop = "lumps" } end
  local crowded = #after.keys > job.cap
  if crowded or paths.bytes() > BYTES or effort.is_hopeless(i, #layer.keys) then
    too_many(layer, i, after, nil, crowded)
  end
end

-- Ends the job when a state has too many ways, and they may meet in the middle of a rule.
local function check_ways(ways)
  if ways == CUT_WAYS and not cuts_in_vain and draw_cuts.may_be_on() then
    common.stop { stop = job.may_lump and "lumps" or "cuts" }
  end
end

-- Plays every way of a state from its node. from: its vector, or nil where they are only listed.
local function play_ways(layer, i, after, node, list, from)
  local key, ways, covered = layer.keys[i], 0, 0.0
  local function sample() return sampled_ways(node, layer.at[key] or job.due) end
  effort.state_begins()
  paths.first()
  repeat
    check_ways(ways)
    play_path(layer, key, node, after, list, from)
    job.ways, ways, covered = job.ways + 1, ways + 1, covered + probability.float(paths.chance())
    report(layer, i)
    if effort.is_over() then too_many(layer, i, after) end
    local more = paths.next()
    local hopeless = more and effort.hopeless_ways(ways, covered, sample, i, #layer.keys)
    if hopeless then too_many(layer, i, after, math.min(hopeless, job.plays) // 1 | 0) end
  until not more
  if list then list.by = nil end
end

-- Plays a state. Returns false when the party has nobody left.
local function play_state(layer, i, after, from)
  local key = layer.keys[i]
  local state, at = layer.state[key] or key, layer.at[key] or job.due
  local node, anybody = paths.load(state)
  local is_within = draw_cuts.is_within(node)
  local list = listed_ways.of(state, at, is_within)
  if list and list.n > 0 then
    play_listed(layer, from, after, list)
    report(layer, i)
    if effort.is_over() then too_many(layer, i, after) end
  else
    if not anybody then return false end
    play_ways(layer, i, after, node, list, not is_within and from or nil)
    if is_within then
      list = close_loop(list, key)
      listed_ways.set(state, at, list)
      play_listed(layer, from, after, list)
    end
  end
  check_states(layer, i, after)
  return true
end

-- Makes all keys again and merges equal states. Some keys were made before a track was seen to change.
local function merge(after)
  listed_ways.forget()
  repeated_turns.forget()
  return layers.with_new_keys(after, function(key)
    load_state(after, key)
    return paths.state(turn_memo.node())
  end)
end

-- Empties the memo except for the states of this turn. Returns the layer with new keys.
local function shrink_memo(after)
  local bytes, anybody = {}, {}
  for i, key in ipairs(after.keys) do
    local node, there = paths.load(after.state[key] or key)
    bytes[i], anybody[i] = replay.state(node), there
  end
  replay.forget()
  draw_cuts.forget()
  job.known = {}
  listed_ways.forget()
  repeated_turns.forget()
  return layers.with_new_keys(after, function(key, i)
    local node = replay.node(bytes[i])
    replay.describe(node, anybody[i])
    return paths.moved(after.state[key] or key, node)
  end)
end

-- True if a play is given up: it has come to its state in a loop of a rule, or by so many draws in one line,
-- and is not likely. times: how often the state was played in this turn.
local function has_faded(state, times, from)
  local is_long = times > FADED_TIMES or draw_cuts.depth((paths.load(state))) > FADED_TIMES
  return is_long and probability.float(from:at(0)) < FADED_CHANCE
end

-- Follows a turn that was noted (repeated_turns.lua).
local function follow_noted(layer, turn)
  job.ways = job.ways + turn.ways
  effort.walk(turn.n // WAYS_PER_WALK)
  if effort.is_over() then too_many(layer, layer.size, layer) end
  return repeated_turns.follow(turn, layer, flow_way, function(i)
    sandbox.beat(job.ways)
    report(layer, i)
  end)
end

local function play_turn(layer)
  local after, found = layers.new(job.exact, job.due_next), tracked_fields.found()
  local noted, repeats = repeated_turns.begins(layer)
  job.before, layer.size = job.ways, #layer.keys
  effort.turn_begins(repeats)
  if noted then return follow_noted(layer, noted) end
  local came = {}                               -- how often each key was played
  for i, key in ipairs(layer.keys) do
    local from = layer.of[key]
    layer.of[key] = nil                         -- a line that was cut may come to this state again
    came[key] = (came[key] or 0) + 1
    repeated_turns.state(i)
    if has_faded(layer.state[key] or key, came[key], from) then add_way(layer, from, after, FADED, nil, 1)
    elseif not play_state(layer, i, after, from) then
      add_way(layer, from, after, NOBODY, nil, layer.values[key])
    end
    from:free()
    layer.values[key] = nil
  end
  if tracked_fields.found() > found then after = merge(after) end
  if paths.bytes() > FORGET and not job.part then after = shrink_memo(after) end
  repeated_turns.ends(after, job.ways - job.before)
  return after
end

-- Begins the sums of all turns.
local function open_sums()
  job.ended = figures.spreads(job.measures, job.exact)
  for _, sum in ipairs { "over", "often", "stuck", "faded", "unused" } do
    job[sum] = probability_vector.new(job.exact)
  end
  job.turns, job.total = nil, nil
  listed_ways.forget()
  repeated_turns.forget()
end

-- True if all that is asked for are figures of single events by turns.
local function may_part(request)
  for _, m in ipairs(job.measures) do if not m.own then return false end end
  return request.turns and not request.ever and #job.races == 0 and #(request.given or {}) == 0
    and #(request.at_least or {}) == 0
end

-- Returns the whole state before the first turn, in bytes.
local function first_state(layer)
  load_state(layer, layer.keys[1])
  return tracked_fields.whole()
end

-- True if members may be alike.
local function may_lump(layer)
  if #layer.keys ~= 1 or not replay.remembers() then return false end
  return alike.may_be(first_state(layer))
end

-- Returns the layer before the first turn. start: list of states (lines.starts), or nil for the one in bytes.
local function first_layer(bytes, start)
  local layer = layers.new(job.exact, job.due_next)
  turn_memo.begin(bytes)
  draw_cuts.forget()
  for _, one in ipairs(start or { { bytes = bytes, p = 1 } }) do
    local found = tracked_fields.found()
    lines.start(data.decode(one.bytes), true)
    ignored_fields.hide(live.S)
    local values = values_now()
    layers.reach(layer, job.due_next, paths.state(turn_memo.node()), values):add(0, one.p)
    if tracked_fields.found() > found then layer = merge(layer) end
  end
  return layer
end

local function plays_allowed(request) return request.plays or math.max(request.cap or CAP, CAP) * PLAYS end

local function open(request)
  local bytes = type(request.state) == "string" and request.state or data.encode(request.state)
  local cap = request.cap or CAP
  job = {
    exact = request.fractions or false, cap = cap, quiet = request.quiet, slots = run_events.forget_all(),
    turns_asked = request.turns,
    plays = plays_allowed(request),
    turn = 0, played = 0, ways = 0, credit = CREDIT, known = {}, unknown = {}, states = 1, widest = 1,
  }
  effort.open(request.turns)
  outcomes.open(job.exact)
  tracked_fields.done()
  replay.open()
  draw_cuts.allow(cuts_draws or lumps or false, lumps and not cuts_draws)
  local start = request.start and lines.starts(request.start, bytes)
  state.adopt(data.decode(bytes))
  job.measures = query.measures(request)
  job.plan = plan.read(request)
  job.plan.whole = whole_lines
  job.races = run_events.read_races(request)
  relations.read(request, run_events.slot_of)
  job.ends, job.any_end = run_events.read_ends(request)
  open_sums()
  job.due_next = plan.due(job.plan, 1)
  local first = first_layer(bytes, start)
  job.may_part = in_parts == nil and may_part(request) and #first.keys == 1
  job.may_lump = lumps == nil and may_lump(first)
  return first
end

-- Explores all states, to answer without a limit of turns, and leaves them in job.all, or nil when they are
-- too many. An error of the rules counts as too many: it may come after the turns that are played. decided:
-- slots of the events that all waits for. Returns the first layer.
local function explore(layer, decided)
  local found, limit, first = tracked_fields.found(), effort.of_runs(job.cap * EXPLORED), layer.keys[1]
  local before = 0                              -- ways when the state began
  local function follow_if_few(node, at)
    check_ways(job.ways - before)
    job.ways = job.ways + 1
    if effort.done() > limit then error("too many ways", 0) end
    local result, state = follow(node, at)
    if result == FADED then error("some plays were given up", 0) end
    return result, state
  end
  local function visit(states, i)
    report({ keys = states }, i)
    before = job.ways
    if #states > CUT_WAYS and job.may_lump then common.stop { stop = "lumps" } end
    local are_too_many = #states > job.cap * (job.lumped and WITHIN_LINES or 1)
    if are_too_many or paths.bytes() > FORGET or effort.is_hopeless_search(i, #states, limit) then
      error("too many states", 0)
    end
  end
  local ok, err = protected(function()
    job.all = ever.explore(first, plan.due(job.plan, 1), job.exact, follow_if_few, visit,
      function(chain) return ever.is_enough(chain, decided) end)
  end)
  if not ok and err.stop then common.stop(err) end
  effort.open(job.turns_asked)
  if not job.all and job.may_lump then common.stop { stop = "lumps" } end
  if not job.all or job.all.left > 0 then
    job.ways = 0
    return tracked_fields.found() > found and merge(layer) or layer
  end
  local numbered = layers.new(job.exact, job.due_next)
  layers.vector(numbered, 1):flow(layer.of[first], 1)
  numbered.values[1] = layer.values[first]
  return numbered
end

-- Returns the slots of the events that end all waiting: those of `until`, or those that decide the races.
local function decided_by()
  if #job.ends == 0 then return common.map(job.races, function(race) return race.either end) end
  return { job.any_end or job.ends[1] }
end

-- Finds the figures that know no limit of turns. only_races: no others.
local function look_beyond(only_races)
  local wanted, before = {}, {}
  for _, race in ipairs(job.races) do
    wanted[#wanted + 1], before[race.pair] = race.pair, race.either
  end
  if not only_races then
    wanted[#wanted + 1] = job.any_end
    table.move(job.ends, 1, #job.ends, #wanted + 1, wanted)
  end
  job.ever = ever.figures(job.all, wanted, only_races and {} or job.slots, before)
  job.all.chain:free()
  job.explored = job.all.states
  for _, slot in ipairs(wanted) do
    if not job.ever[slot] then job.explored = nil end         -- one is unknown: turns are played for it
  end
end

local function check_rules()
  local name, file, at = sealing.changed()
  if name then
    error { text = "the local '" .. name .. "' changed in play; only the state may", file = file, line = at }
  end
end

-- Ends the job because waiting takes too long. left: the chance that what all waits for is still to come.
-- Where all states were explored, it is known all the same when it comes.
local function still_waiting(layer, left)
  common.stop { stop = "states", turn = job.turn, from = #layer.keys, left = left, known = job.explored,
    low = probability.float(job.total:at(decided_by()[1])), splits = not job.all and splits_of(layer) or nil }
end

-- Plays the turns from a layer on, until nothing more can change.
local function play_turns(request, layer, last)
  for turn = 1, last do
    job.turn, job.fresh = turn, probability_vector.new(job.exact)
    job.due, job.due_next = plan.due(job.plan, turn), plan.due(job.plan, turn + 1)
    layer = job.all and job.all.left == 0 and follow_ways(layer) or play_turn(layer)
    sandbox.beat(job.ways)
    job.states, job.widest = job.states + #layer.keys, math.max(job.widest, #layer.keys)
    figures.turn(job, layer)
    job.fresh:free()
    job.played = turn
    if turn == 1 then
      check_rules()
      if #layer.keys == 0 and probability.float(job.stuck:at(0)) >= 1 - ENOUGH then
        common.stop { stop = "refused", text = job.reason }
      end
    end
    local left, enough = probability.float(job.left), request.enough or ENOUGH
    if #layer.keys == 0 or not request.turns and left < enough then break end
    if effort.is_hopeless_wait(left, enough, not job.explored and MAX_TURNS) then
      still_waiting(layer, left)
    end
  end
end

-- Plays one part. max_work: see effort.open. Returns the figures of its turns, and the sums that count for
-- all parts.
local function play_part(request, part, cap, max_work, root, values)
  paths.keep(part.fields.list)
  effort.open(job.turns_asked, max_work)
  open_sums()
  job.part, job.cap = part, cap
  local layer = layers.new(job.exact, job.due_next)
  local key = paths.again(root)
  layers.vector(layer, key):add(0, 1)
  layer.values[key] = values
  play_turns(request, layer, request.turns)
  figures.repeat_last(job, request.turns)
  return { turns = job.turns, total = job.total, over = job.over, stuck = job.stuck, faded = job.faded,
    left = job.left, played = job.played, part = part }
end

-- Plays all turns part by part. False where they cannot be separated, or only with half of the work that is
-- left: the rest is for playing them as a whole.
local function play_parts(request, layer)
  local max_work = effort.half()
  local function follow_if_few(node, at)
    if effort.is_over() then error("too many ways", 0) end
    return follow(node, at)
  end
  job.credit = math.huge
  effort.open(request.turns, effort.half(PARTS_WORK))
  local ok, parts = protected(separation.find, layer.keys[1], plan.due(job.plan, 1), request.turns,
    follow_if_few)
  if not ok and parts.stop then common.stop(parts) end
  if not ok then return false end
  local played, cap, values = {}, job.cap, layer.values[layer.keys[1]]
  for _, part in ipairs(parts.list) do
    local is_default = part.ends and job.slots[part.ends]:sub(1, 1) == "*"
    local fine, of = protected(play_part, request, part, is_default and FOR_DEFAULTS or cap, max_work,
      parts.root, values)
    if not fine and of.stop == "enough" then job.played = 0 end    -- there are no figures of all parts yet
    if not fine and of.stop and of.stop ~= "states" then common.stop(of) end
    if not fine and not (is_default and of.stop) then return false end
    played[#played + 1] = fine and of or nil
    if not fine then job.unknown[part.ends] = true end
  end
  paths.keep(nil)
  figures.join(job, played)
  return true
end

-- Finds members who are alike. Returns the first layer; nil where they cannot be found, or only with half of
-- the work that is left.
local function lump(request, layer)
  local max_work, walks = effort.half(ALIKE_WORK), 0
  local function follow_if_few(node, at)
    walks = walks + 1
    report(layer, 0, job.ways + walks)
    if effort.is_over() then error("too many ways", 0) end
    return follow(node, at)
  end
  job.credit = math.huge
  effort.open(request.turns, max_work)
  local ok, root = protected(alike.find, layer.keys[1], plan.due(job.plan, 1),
    not request.ever and request.turns or nil, follow_if_few, job.races, first_state(layer))
  if not ok and root.stop then common.stop(root) end
  if not ok then return nil end
  effort.open(request.turns)
  paths.keep(nil)
  job.lumped = true
  local new, values = layers.new(job.exact, job.due_next), layer.values[layer.keys[1]]
  local key = paths.again(root)
  layers.vector(new, key):add(0, 1)
  new.values[key] = values
  return new
end

local function all_turns(request, layer)
  if #(live.R.tracks_of.turn or {}) > 0 then look_ahead(layer.keys[1]) end
  if in_parts then
    if play_parts(request, layer) then return check_rules() end
    in_parts = false
    common.stop { stop = "again" }
  end
  if lumps then
    layer = lump(request, layer)
    if not layer then common.stop { stop = "no lumps" } end
  end
  local is_one = #layer.keys == 1
  if is_one and not cuts_in_vain and (not request.turns or request.ever) then
    layer = explore(layer, decided_by())
  end
  if job.all then look_beyond(request.turns) end
  play_turns(request, layer, request.turns or job.explored and request.brief and 1 or MAX_TURNS)
  check_rules()
end

local function failure(err)
  local plan_of_job = job and job.plan
  return lines.failure(err, { turn = job and job.turn or 0, dice = probability.beyond(),
    said = plan_of_job and (plan_of_job.said or plan_of_job.name or table.concat(plan_of_job.lines, "; ")) })
end

local function answer(ok, err, request)
  local stopped, many = not ok and err.stop == "enough", nil
  job.broken_off = stopped
  if ok and request.turns and job.played < request.turns then
    figures.repeat_last(job, request.turns)
    job.played = request.turns
  end
  if not ok and err.stop == "states" then
    many, err.stop = err, nil
    if not request.partial or job.played == 0 then return { outcome = "states", many = many } end
    stopped = true
  end
  if stopped and job.played == 0 then return { outcome = "error", error = { text = "stopped" } } end
  if not ok and not stopped then return { outcome = "error", error = failure(err) } end
  return {
    outcome = "done", stopped = stopped or nil, many = many, turns = job.played, states = job.states,
    widest = job.widest, leaves = job.ways, left = probability.float(job.left),
    remainder = figures.remainder(job),
    explored = job.explored,
    measures = figures.answer(job),
  }
end

-- Stops after which a job is begun again in another way.
local BEGINS_AGAIN <const> = common.set "parts lumps whole again"

-- Decides, when a job has failed, whether the next one lumps members who are alike. Returns the error, which
-- is another where that changes.
local function choose_lumps(err)
  if job and job.explored then return err end
  if err.stop == "states" and job and job.may_lump then err = { stop = "lumps" } end
  if err.stop == "lumps" then
    lumps, in_parts = true, false
  elseif lumps and (err.stop == "no lumps" or not err.stop) then
    lumps, err = false, { stop = "again" }
  end
  return err
end

-- Begins again with whole lines, since cuts within rules led to too many states: where nothing meets, whole
-- lines may be less work. Returns what is told where they are no better.
local function give_up_cuts(request, err)
  cuts_in_vain, cuts_draws, in_parts = true, false, nil
  effort.once_more(plays_allowed(request))
  return { job = job, err = err, turn = job and job.played or 0 }
end

local function weigh(request)
  local first_refusal                           -- before lines were cut within rules
  local whole_refused                           -- lines that are not cut within rules were too many
  local vain                                    -- what cuts came to, where they were given up
  local played                                  -- the job that was begun before, if it had played any turns
  whole_lines, in_parts, cuts_draws, cuts_in_vain, lumps = {}, nil, false, false, nil
  effort.begin(plays_allowed(request))
  probability.beyond()
  repeat
    job = nil
    local ok, err = protected(function() all_turns(request, open(request)) end)
    outcomes.close(nil)
    recorder.install { step_begins = recorder.person.step_begins }
    if not ok and err.stop == "whole" then whole_lines[err.text] = true end
    if not ok and err.stop == "parts" then in_parts = true end
    if not ok then err = choose_lumps(err) end
    local refused = not ok and err.stop == "states"
    local wants_cuts = not ok and not cuts_in_vain and (err.stop == "cuts"
      or refused and err.ways and err.ways > CUT_WAYS and draw_cuts.may_be_on())
    local was_vain = refused and cuts_draws and not whole_refused
    if wants_cuts then
      first_refusal, whole_refused = err.dice and err, refused
      cuts_draws, in_parts = true, nil
      effort.last_try()
    end
    if was_vain then vain = give_up_cuts(request, err) end
    local again = not ok and (wants_cuts or was_vain or BEGINS_AGAIN[err.stop] or ignored_fields.was_seen(err)
      or turn_tracks.was_seen(err) or rooms_behind.was_seen(err))
    if refused and vain and not was_vain and job.played <= vain.turn then job, err = vain.job, vain.err end
    if refused and first_refusal and first_refusal.turn == err.turn then
      err = first_refusal                       -- it names the dice
    end
    if job and job.played > 0 then played = job end
    if not ok and err.stop == "enough" then job = played or job end
    if not again then return answer(ok, err, request) end
  until false
end

-- True when a chart that the request names never came up, and the defaults that may roll it were not made.
local function was_missed()
  if job.broken_off then return false end
  for _, name in ipairs(counting.put_off and query.charts_named or {}) do
    local slot = run_events.known_slot(name)
    if not slot or not job.total or probability.float(job.total:at(slot)) == 0 then return true end
  end
  return false
end

-- Answers a request: { state, start, plan, turns, until, measures, before, fractions, cap, plays, partial,
-- enough, quiet, ever, brief }. start: see lines.starts; nil for the one state. Without turns it plays as
-- long as an event of `until` can still come, and adds the figures of each event without a limit of turns
-- as `ever`, where the states are finitely many. ever: adds them for races, also with turns. brief: plays
-- one turn only where they are known. answers: as in a spec, or nil for the defaults.
function enumerate.odds(request, answers)
  counting.begin(run_events.count)
  if answers then
    live.spec_answers = common.copy(answers)
    live.spec_answers.used = {}
  end
  local draws_before = recorder.install(outcomes.draws)
  turn_tracks.begin(true)
  rooms_behind.begin()
  query.charts_named = {}
  local free = ignored_fields.begin()
  local ok, reply = protected(weigh, request)
  if ok and was_missed() then
    counting.make_defaults(query.charts_named)
    ok, reply = protected(weigh, request)
  end
  draw_cuts.allow(false)
  free()
  turn_tracks.done()
  rooms_behind.done()
  tracked_fields.done()
  recorder.install(draws_before)
  counting.done()
  live.spec_answers = nil
  return ok and reply or { outcome = "error", error = failure(reply) }
end

return enumerate
