-- enumerate.lua -- exact odds of a procedure: plays a plan with every outcome of its dice, and adds up the
-- probabilities.
--
-- Each possible state is played once for every outcome of its draws (outcomes.lua); equal states are merged.
--
--    turn 0: 1 state, probability 1
--    turn 1: hazard d6 has four rows -> four ways, two lead to the same state: 3 states, 1/2 + 1/3 + 1/6
--    turn 2: each of the 3 states is played in all its ways (a way is one outcome of every draw), and so on
--
-- Each state carries a probability vector (cell/study/lib_probability.c): slot 0 has the probability of the
-- state, and the slot of an event the part of it in which the event has happened.
--
-- Two states are the same when they have the same node (turn_memo.lua), the same values of fields
-- (tracked_fields.lua) and the same place in the plan. Measures, the generator and fields that no rule reads
-- (ignored_fields.lua) do not count.
local alike = module "study/odds/alike"
local approach = module "study/odds/approach"
local common = module "common"
local counting = module "study/counting"
local draw_cuts = module "study/draw_cuts"
local effort = module "study/odds/effort"
local ever = module "study/odds/ever"
local figures = module "study/odds/figures"
local ignored_fields = module "study/ignored_fields"
local layers = module "study/odds/layers"
local lines = module "study/lines"
local listed_ways = module "study/odds/listed_ways"
local live = module "play/live"
local one_path = module "study/odds/one_path"
local one_turn = module "study/odds/one_turn"
local outcomes = module "study/outcomes"
local plan = module "study/plan"
local query = module "study/query"
local recorder = module "play/recorder"
local refusal = module "study/odds/refusal"
local relations = module "study/odds/relations"
local repeated_turns = module "study/odds/repeated_turns"
local rooms_behind = module "study/rooms_behind"
local run_events = module "study/odds/run_events"
local separation = module "study/odds/separation"
local state = module "play/state"
local too_much = module "study/odds/too_much"
local tracked_fields = module "study/tracked_fields"
local turn_memo = module "study/turn_memo"
local turn_tracks = module "study/turn_tracks"
local enumerate = {}

local CAP <const> = 20000                     -- states after one turn; more would take minutes
-- Plays allowed for each state of the cap: each state has some ways, and most are walked and not played.
local PLAYS <const> = 10
local ENOUGH <const> = 1e-12                  -- waiting ends with less left: no figure shows it
local MAX_TURNS <const> = 1000                -- turns to wait for an event when no number was asked for
-- States that a part may have after a turn if it only counts how often a question took its default.  That is
-- no more than a note, and is left out where it takes more states.
local FOR_DEFAULTS <const> = 500
-- A search for all states may find this many times the cap if members are alike or lines are cut within
-- rules, since most of these states are in the middle of a line.
local WITHIN_LINES <const> = 10
-- Work (effort.lua) to search for parts, for members who are alike, and for all states: a quarter of a second
-- twice, and two thirds of one. Where nothing is found it is lost, so it is a small part of what is allowed.
local PARTS_WORK <const>, ALIKE_WORK <const>, SEARCH_WORK <const> = 18000000, 20000000, 50000000

-- The job under way, a table:
--   turns_asked, measures, plan, races, ends   what is asked for; any_end: the slot that several ends share
--   cap, plays              its limits: states after a turn, plays
--   turn, due, due_next     the turn that is played; its position in the plan, and the next
--   fresh                   vector of the events that came in this turn for the first time
--   over                    vector of the plays that are over; stuck: of those with no line that can be done
--   faded                   vector of the plays that were given up: slot 0 alone
--   often, unused           vectors: how often each event came; a vector for sums that nobody asks for
--   ended                   distributions of the measures of plays that are over
--   known                   by the end of each path that was played: its result
--   part                    the part that is weighed, or nil
-- figures.lua adds the figures of each turn.
local job

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
  too_much.load_state(layer, layer.keys[1])
  return tracked_fields.whole()
end

-- True if members may be alike.
local function may_lump(layer)
  if #layer.keys ~= 1 or not replay.remembers() then return false end
  return alike.some_began_alike(first_state(layer))
end

-- Returns the layer before the first turn. start: list of states (lines.starts), or nil for the one in bytes.
local function first_layer(bytes, start)
  local layer = layers.new(job.exact, job.due_next)
  turn_memo.begin(bytes)
  draw_cuts.forget()
  for _, one in ipairs(start or { { bytes = bytes, p = 1 } }) do
    local changing = tracked_fields.changing_count()
    lines.start(data.decode(one.bytes), true)
    ignored_fields.hide(live.S)
    local values = one_path.values_now()
    local key = paths.state(turn_memo.node())
    layers.reach(layer, job.due_next, key, values):add(0, one.p)
    if tracked_fields.changing_count() > changing then layer = one_turn.merge(layer) end
  end
  return layer
end

local function plays_allowed(request) return request.plays or math.max(request.cap or CAP, CAP) * PLAYS end

-- Tells the modules that play of a new job, with nothing left of the job before.
local function open_modules(request)
  one_path.open(job)
  one_turn.open(job)
  too_much.open(job)
  effort.open(request.turns)
  outcomes.open(job.exact)
  tracked_fields.done()
  replay.open()
  local may_try_cuts = not approach.cuts and approach.may_cut(math.huge)
  if may_try_cuts then effort.keep_back(approach.lumps) end
  -- Where members are alike, lines are only cut in loops over them.
  draw_cuts.allow(approach.cuts or approach.lumps or false, approach.lumps and not approach.cuts)
end

-- Reads what a request asks for into the job.
local function read_question(request)
  job.measures = query.measures(request)
  job.plan = plan.read(request)
  job.plan.whole = approach.whole_lines
  job.races = run_events.read_races(request)
  relations.read(request, run_events.slot_of)
  job.ends, job.any_end = run_events.read_ends(request)
end

-- Begins a job for a request. Returns the layer before the first turn.
local function open(request)
  local bytes = type(request.state) == "string" and request.state or data.encode(request.state)
  job = {
    exact = request.fractions or false, cap = request.cap or CAP, quiet = request.quiet,
    slots = run_events.forget_all(), turns_asked = request.turns,
    plays = plays_allowed(request), may_ask = not request.plays,
    turn = 0, played = 0, ways = 0, unknown = {}, states = 1, widest = 1,
  }
  open_modules(request)
  local start = request.start and lines.starts(request.start, bytes)
  state.adopt(data.decode(bytes))
  read_question(request)
  open_sums()
  job.due_next = plan.due(job.plan, 1)
  local first = first_layer(bytes, start)
  job.may_part = approach.parts == nil and may_part(request) and #first.keys == 1
  job.may_lump = approach.lumps == nil and may_lump(first)
  return first
end

-- Ends a search for all states that takes too long. i: how many were explored.
local function check_search(states, i)
  too_much.report({ keys = states }, i)
  if #states > approach.CUT_WAYS and job.may_lump then common.stop { stop = "lumps" } end
  local max = job.cap * ((job.lumped or approach.cuts) and WITHIN_LINES or 1)
  local is_too_large = #states > max or paths.bytes() > one_turn.FORGET
  if is_too_large or effort.is_hopeless_search(i, #states) then error("too many states", 0) end
end

-- Searches for all states, and leaves them in job.search, or nil when they are too many. An error of the
-- rules counts as too many: it may come after the turns that are played. decided: slots of the events that
-- are waited for.
local function search_all(first, decided)
  effort.open(job.turns_asked, effort.half(SEARCH_WORK))
  local ways_before = 0                         -- ways when the state began
  local function follow_in_search(node, at)
    too_much.check_ways(job.ways - ways_before)
    job.ways = job.ways + 1
    if effort.is_over() then error("too many ways", 0) end
    local result, key = one_path.follow(node, at)
    if result == one_path.FADED then error("some plays were given up", 0) end
    return result, key
  end
  local function visit(states, i)
    ways_before = job.ways
    check_search(states, i)
  end
  local function is_enough(chain) return ever.is_enough(chain, decided) end
  local ok, err = protected(function()
    job.search = ever.explore(first, plan.due(job.plan, 1), job.exact, follow_in_search, visit, is_enough)
  end)
  if not ok and err.stop then common.stop(err) end
end

-- Explores all states, to answer without a limit of turns (search_all). Returns the layer before the first
-- turn, with new keys.
local function explore(layer, decided)
  local changing, first = tracked_fields.changing_count(), layer.keys[1]
  search_all(first, decided)
  effort.open(job.turns_asked)
  if not job.search and job.may_lump then common.stop { stop = "lumps" } end
  if job.search and job.search.unexplored_n == 0 then
    -- All are known: from here on a layer's keys are the numbers of states, and the first is 1.
    local numbered = layers.new(job.exact, job.due_next)
    layers.vector(numbered, 1):flow(layer.of[first], 1)
    numbered.values[1] = layer.values[first]
    return numbered
  end
  job.ways = 0
  return tracked_fields.changing_count() > changing and one_turn.merge(layer) or layer
end

-- Returns the slots of the events that end all waiting: those of `until`, or those that decide the races.
local function decided_by()
  if #job.ends == 0 then return common.map(job.races, function(race) return race.either end) end
  return { job.any_end or job.ends[1] }
end

-- Finds the figures that know no limit of turns. only_races: those of races, and no others.
local function look_beyond(only_races)
  local wanted, ends_wait = {}, {}              -- ends_wait: slot -> the slot that ends the wait for it
  for _, race in ipairs(job.races) do
    wanted[#wanted + 1] = race.pair
    ends_wait[race.pair] = race.either
  end
  if not only_races then
    wanted[#wanted + 1] = job.any_end
    common.append(wanted, job.ends)
  end
  job.ever = ever.figures(job.search, wanted, only_races and {} or job.slots, ends_wait)
  job.search.chain:free()
  job.explored = job.search.explored_n
  for _, slot in ipairs(wanted) do
    if not job.ever[slot] then job.explored = nil end         -- one is unknown: turns are played for it
  end
end

local function check_rules()
  local err = lines.kept_local()
  if err then error(err) end
end

-- Ends the job because waiting takes too long. left: the chance that the event that is waited for is still to
-- come; low: the chance that it has come by now. `known`: all states were explored, so its figures without a
-- limit are there all the same.
local function still_waiting(layer, left)
  common.stop { stop = "states", turn = job.turn, from = #layer.keys, left = left, known = job.explored,
    low = probability.float(job.total:at(decided_by()[1])),
    may_cut = approach.may_cut(job.ways // job.states),
    splits = not job.search and too_much.splits_of(layer) or nil }
end

-- Ends the job after the first turn if a local of the rules changed, or if every line of the plan was
-- refused.
local function check_first_turn(layer)
  check_rules()
  if #layer.keys == 0 and probability.float(job.stuck:at(0)) >= 1 - ENOUGH then
    common.stop { stop = "refused", text = job.reason }
  end
end

-- Plays one turn, and adds its figures. Returns the layer after it.
local function play_turn(turn, layer)
  job.turn, job.fresh = turn, probability_vector.new(job.exact)
  job.due, job.due_next = plan.due(job.plan, turn), plan.due(job.plan, turn + 1)
  local all_known = job.search and job.search.unexplored_n == 0
  local after = (all_known and one_turn.follow_ways or one_turn.play)(layer)
  sandbox.beat(job.ways)
  job.states = job.states + #after.keys
  job.widest = math.max(job.widest, #after.keys)
  figures.turn(job, after)
  job.fresh:free()
  job.played = turn
  return after
end

-- Plays the turns from a layer on, up to turn `last` or until nothing more can change.
local function play_turns(request, layer, last)
  local enough = request.enough or ENOUGH
  for turn = 1, last do
    layer = play_turn(turn, layer)
    if turn == 1 then check_first_turn(layer) end
    local left = probability.float(job.left)
    if #layer.keys == 0 or not request.turns and left < enough then break end
    if effort.is_hopeless_wait(left, enough, not job.explored and MAX_TURNS) then
      still_waiting(layer, left)
    end
  end
end

-- Returns a layer with one state of chance 1, written anew with no fields but those that are kept.
local function layer_of(root, values)
  local layer, key = layers.new(job.exact, job.due_next), paths.again(root)
  layers.vector(layer, key):add(0, 1)
  layer.values[key] = values
  return layer
end

-- Plays one part. max_work: see effort.open. Returns the figures of its turns, and the sums that count for
-- all parts.
local function play_part(request, part, cap, max_work, root, values)
  paths.keep(part.fields.list)
  effort.open(job.turns_asked, max_work)
  open_sums()
  job.part, job.cap = part, cap
  play_turns(request, layer_of(root, values), request.turns)
  figures.repeat_last(job, request.turns)
  return { turns = job.turns, total = job.total, over = job.over, stuck = job.stuck, faded = job.faded,
    left = job.left, played = job.played, part = part }
end

-- Follows one path (one_path.follow) in a search for parts or for members who are alike; raises an error when
-- the search takes too much work.
local function follow_if_few(node, at)
  if effort.is_over() then error("too many ways", 0) end
  return one_path.follow(node, at)
end

-- Returns the parts in which all turns can be weighed (separation.find); nil where they cannot.
local function find_parts(request, layer)
  job.credit = math.huge                        -- record each path: the proof needs them all
  effort.open(request.turns, effort.half(PARTS_WORK))
  local ok, parts = protected(separation.find, layer.keys[1], plan.due(job.plan, 1), request.turns,
    follow_if_few)
  if ok then return parts end
  if parts.stop then common.stop(parts) end
end

-- Plays all turns part by part. False where they cannot be separated, or where that takes more than half of
-- the work that is left: the other half is for playing them as a whole.
local function play_parts(request, layer)
  local max_work = effort.half()
  local parts = find_parts(request, layer)
  if not parts then return false end
  local played, cap, values = {}, job.cap, layer.values[layer.keys[1]]
  for _, part in ipairs(parts.list) do
    local is_default = part.ends and job.slots[part.ends]:sub(1, 1) == "*"
    local ok, made = protected(play_part, request, part, is_default and FOR_DEFAULTS or cap, max_work,
      parts.root, values)
    if ok then played[#played + 1] = made
    else
      local err = made
      if err.stop == "enough" then job.played = 0 end        -- there are no figures of all parts yet
      if err.stop and err.stop ~= "states" then common.stop(err) end
      -- A part that only counts a default answer may fail: its figure is then unknown.
      if not is_default or not err.stop then return false end
      job.unknown[part.ends] = true
    end
  end
  paths.keep(nil)
  figures.join(job, played)
  return true
end

-- Finds members who are alike. Returns the first layer; nil where they cannot be found, or where that takes
-- more than half of the work that is left.
local function lump(request, layer)
  local max_work, walks = effort.half(ALIKE_WORK), 0
  local function follow_and_report(node, at)
    walks = walks + 1
    too_much.report(layer, 0, job.ways + walks)
    return follow_if_few(node, at)
  end
  job.credit = math.huge                        -- record each path: the proof needs them all
  effort.open(request.turns, max_work)
  local turns = not request.ever and request.turns or nil
  local ok, root = protected(alike.find, layer.keys[1], plan.due(job.plan, 1), turns,
    follow_and_report, job.races, first_state(layer))
  if not ok and root.stop then common.stop(root) end
  if not ok then return nil end
  effort.open(request.turns)
  paths.keep(nil)
  job.lumped = true
  return layer_of(root, layer.values[layer.keys[1]])
end

-- Plays the turns of a job that was opened, in the way that approach.lua has chosen.
local function all_turns(request, layer)
  if #(live.R.tracks_of.turn or {}) > 0 then one_path.look_ahead(layer.keys[1]) end
  if approach.parts then
    if play_parts(request, layer) then return check_rules() end
    approach.parts = false
    -- Parts are tried only where a turn leads to too many states, and lumps are the other cure for these.
    common.stop { stop = job.may_lump and "lumps" or "again" }
  end
  if approach.lumps then
    layer = lump(request, layer)
    if not layer then common.stop { stop = "no lumps" } end
  end
  local is_without_limit = not request.turns or request.ever
  if is_without_limit and #layer.keys == 1 and not approach.cuts_in_vain then
    layer = explore(layer, decided_by())
  end
  if job.search then look_beyond(request.turns) end
  play_turns(request, layer, request.turns or job.explored and request.brief and 1 or MAX_TURNS)
  check_rules()
end

local function failure(err)
  local plan_of_job = job and job.plan
  return lines.failure(err, { turn = job and job.turn or 0, dice = probability.beyond(),
    said = plan_of_job and (plan_of_job.said or plan_of_job.name or table.concat(plan_of_job.lines, "; ")) })
end

-- The reply with the figures of the turns that were played. many: why there are no more, or nil.
local function reply_of_turns(stopped, many)
  return {
    outcome = "done", stopped = stopped or nil, many = many, turns = job.played, states = job.states,
    widest = job.widest, leaves = job.ways, left = probability.float(job.left),
    remainder = figures.remainder(job),
    explored = job.explored,
    measures = figures.answer(job),
  }
end

-- The reply of a job that was done.
local function answer_of_all(request)
  if request.turns and job.played < request.turns then
    figures.repeat_last(job, request.turns)
    job.played = request.turns
  end
  return reply_of_turns(false, nil)
end

-- The reply of a job with too many states, or too much work.
local function answer_of_many(err, request)
  local many = { turn = err.turn, text = refusal.text(err), of = err.dice and "dice" or "states" }
  if request.partial and job.played > 0 then return reply_of_turns(true, many) end
  return { outcome = "states", many = many }
end

-- The reply: figures, also of the turns before a job was stopped or refused; or why there are none. err: as
-- the last job ended; nil when it was done.
local function answer(err, request)
  job.broken_off = err ~= nil and err.stop == "enough"
  if not err then return answer_of_all(request) end
  if err.stop == "states" then return answer_of_many(err, request) end
  if not job.broken_off then return { outcome = "error", error = failure(err) } end
  if job.played == 0 then return { outcome = "error", error = { text = "stopped" } } end
  return reply_of_turns(true, nil)
end

-- Begins job after job, each in another way, until one is answered (approach.next).
local function weigh(request)
  approach.begin()
  effort.begin(plays_allowed(request), request.cap ~= nil)
  probability.beyond()
  while true do
    job = nil
    local ok, err = protected(function() all_turns(request, open(request)) end)
    outcomes.close(nil)
    recorder.install { step_begins = recorder.person.step_begins }
    local begins_again
    job, err, begins_again = approach.next(job, not ok and err or nil)
    if not begins_again then return answer(err, request) end
  end
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
-- one turn only where they are known. partial: a refusal brings the figures of the turns before it; enough:
-- see ENOUGH; quiet: no progress is reported. answers: as in a spec, or nil for the defaults.
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
  local stop_watching = ignored_fields.begin()
  local ok, reply = protected(weigh, request)
  if ok and was_missed() then
    counting.make_defaults(query.charts_named)
    ok, reply = protected(weigh, request)
  end
  effort.close()
  draw_cuts.allow(false)
  stop_watching()
  turn_tracks.done()
  rooms_behind.done()
  tracked_fields.done()
  recorder.install(draws_before)
  counting.done()
  live.spec_answers = nil
  return ok and reply or { outcome = "error", error = failure(reply) }
end

return enumerate
