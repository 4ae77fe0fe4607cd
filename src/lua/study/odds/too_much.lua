-- too_much.lua -- in exact odds, reports progress, and ends a job that has too many states or ways, with what
-- the refusal tells of them.
local approach = module "study/odds/approach"
local common = module "common"
local draw_cuts = module "study/draw_cuts"
local effort = module "study/odds/effort"
local lines = module "study/lines"
local outcomes = module "study/outcomes"
local state_splits = module "study/odds/state_splits"
local tracked_fields = module "study/tracked_fields"
local too_much = {}

-- With more ways than this from one state the dice are to blame; the first DICE_NAMED of them are named.
local MANY_WAYS <const>, DICE_NAMED <const> = 2000, 4
local MEMO_BYTES_MAX <const> = 1000000000     -- a larger memo ends the job; it fits into HOST_ODDS_MEMORY
-- With more states than this after a turn, or in the middle of its lines, parts and members who are alike are
-- looked for: with fewer, that takes longer than it saves.
local SEPARATE <const>, CUT_SEPARATE <const> = 100, 1000

local job                                     -- the job under way (enumerate.lua)

-- Begins a job.
function too_much.open(new_job) job = new_job end

-- Reports progress when it is due: that state i of the layer is played, and how many ways so far (plays; nil:
-- job.ways). The answer may end the job.
function too_much.report(layer, i, plays)
  if job.quiet or not probability_vector.due() then return end
  local reply = fetch { news = { turn = job.turn, at = i, states = #layer.keys, leaves = plays or job.ways } }
  if reply.op == "stop" then common.stop { stop = "enough" } end
end

-- Makes a state of a layer the live state.
function too_much.load_state(layer, key)
  lines.start(data.decode(replay.state((paths.load(layer.state[key] or key)))), true)
end

-- Returns what makes the states of a layer (state_splits.lua).
function too_much.splits_of(layer)
  local states = {}
  for n = 1, math.min(#layer.keys, state_splits.max) do
    too_much.load_state(layer, layer.keys[n])
    states[n] = tracked_fields.whole()
  end
  return state_splits.find(states)
end

-- Returns how many states there would be after the last turn, when they go on growing as in this one, of
-- which layer.keys[i] led to more than the cap.
local function states_needed(layer, i)
  local states = job.cap * #layer.keys / i
  return states * math.max(1, states / layer.size) ^ ((job.turns_asked or job.turn) - job.turn)
end

-- Returns the ways that a state has, about: as many as those that were played up to layer.keys[i] had.
local function ways_of_a_state(layer, i)
  return (job.ways - job.ways_before) // math.min(i, layer.size)
end

-- Playing layer.keys[i] was too much: ends the job, with what the refusal tells. after: the states reached so
-- far; ways: of that state, or nil where that is not known; crowded: the states after the turn are too many.
-- It returns, and the job goes on, where only work ran out, but some was kept back for cuts within rules and
-- these are not worth a try: then that work is for this job (effort.extend).
function too_much.too_many(layer, i, after, ways, crowded)
  ways = math.min(job.plays, ways or ways_of_a_state(layer, i))
  local is_only_work = not crowded and paths.bytes() <= MEMO_BYTES_MAX
  local ways_by_now = math.max(ways, job.ways // job.states)       -- a turn that just began tells little
  if is_only_work and not approach.may_cut(ways_by_now) and effort.extend() then return end
  local within = #layer.keys - layer.size       -- states in the middle of lines
  local stop = { stop = "states", turn = job.turn, cap = job.cap, may_ask = job.may_ask, ways = ways,
    from = layer.size, within = within, crowded = crowded, may_cut = approach.may_cut(ways_by_now),
    times = crowded and states_needed(layer, i) / job.cap or effort.times_needed() }
  if ways >= MANY_WAYS and within < CUT_SEPARATE then
    stop.dice = table.move(outcomes.asked(), 1, DICE_NAMED, 1, {})
  else
    local most_are_after = crowded or #after.keys > math.max(layer.size, within)
    stop.splits = too_much.splits_of(most_are_after and after or layer)
  end
  common.stop(stop)
end

-- Ends the job when a turn leads to too many states, or the work is hopeless; state i was played.  The stops
-- "parts" and "lumps" ask approach.lua for another way: fields weighed apart, or alike members as one.
-- job.cap: the states at most, from the request.
function too_much.check_states(layer, i, after)
  local needs_parts = #after.keys > SEPARATE or #layer.keys - layer.size > CUT_SEPARATE
  if job.may_part and needs_parts then common.stop { stop = "parts" } end
  if job.may_lump and needs_parts then common.stop { stop = "lumps" } end
  local crowded = #after.keys > job.cap
  if crowded or paths.bytes() > MEMO_BYTES_MAX or effort.is_hopeless(i, #layer.keys) then
    too_much.too_many(layer, i, after, nil, crowded)
  end
end

-- Ends the job when a state has too many ways, and they may meet in the middle of a rule.
function too_much.check_ways(ways)
  if ways == approach.CUT_WAYS and not approach.cuts_in_vain and draw_cuts.may_be_on() then
    common.stop { stop = job.may_lump and "lumps" or "cuts" }
  end
end

return too_much
