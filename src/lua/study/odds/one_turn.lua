-- one_turn.lua -- in exact odds, plays one turn: every state of a layer in all its ways, and adds up the
-- probabilities of the states that they lead to.
local draw_cuts = module "study/draw_cuts"
local effort = module "study/odds/effort"
local figures = module "study/odds/figures"
local layers = module "study/odds/layers"
local listed_ways = module "study/odds/listed_ways"
local one_path = module "study/odds/one_path"
local relations = module "study/odds/relations"
local repeated_turns = module "study/odds/repeated_turns"
local too_much = module "study/odds/too_much"
local tracked_fields = module "study/tracked_fields"
local turn_memo = module "study/turn_memo"
-- FORGET: bytes of the memo, an eighth of what odds may take: above, it is emptied after a turn, and no
-- search for all states goes on.
local one_turn = { FORGET = 400000000 }

-- A play that comes to the same state more than FADED_TIMES in a turn, or by more draws than FADED_TIMES, is
-- given up when it is less likely than paths.FADED_CHANCE.  64 even draws have a chance of 5e-20.
local FADED_TIMES <const> = 64
-- If rows roll again, most work goes into states that come back with hardly any chance. So one that came back
-- more than FEW_TIMES is given up at a chance of NEXT_TO_NOTHING: so small that a hundred such states leave
-- out no more than one of FADED_CHANCE.
local FEW_TIMES <const>, NEXT_TO_NOTHING <const> = 12, paths.FADED_CHANCE / 100

-- States that are played at a time where all their paths are known: in between it is asked whether those that
-- are left are too much.
local MANY <const> = 50

local job                                     -- the job under way (enumerate.lua)

-- Begins a job.
function one_turn.open(new_job) job = new_job end

-- --- events -----------------------------------------------------------------

-- Adds the events of one way, from the vector `from` with chance p, to the figures and to `into`, the vector
-- of the state it leads to, or nil.  When a part is weighed, its events were counted beforehand
-- (job.part.counts), and are only looked up.  race.either: the slot of whichever came first; race.pair: of A
-- before B.
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

-- Adds a play that has ended to the sums of all turns.
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

-- --- ways of a state --------------------------------------------------------

local NOBODY <const> = {}                     -- the result of a state in which nobody is left

-- Adds one way, with chance p from the vector `from`, to the figures and to `into`, the vector of the state
-- it leads to, or nil. NOBODY is no way and has no chance: there p is the values of the measures.
local function flow_way(from, into, result, p)
  local mass = not into and from:at(0)
  if result == one_path.FADED then job.faded:add(0, mass * p)
  elseif result == NOBODY then
    job.over:add(0, mass)
    figures.add(job.ended, p, mass)
  elseif into then
    into:flow(from, p)
    add_events(into, from, p, result)
  elseif result.ends then finish(from, p, result)
  else                                          -- the way ends the play for this part
    job.over:add(0, mass * p)
    add_events(nil, from, p, result)
  end
end

-- Adds the probability of one way to the state it leads to, which is in `layer` if the line was cut, or else
-- in `after`.
local function add_way(layer, from, after, result, state, p)
  local into
  local is_over = result == one_path.FADED or result == NOBODY or result.ends
  if not is_over and not (job.part and job.part.counts[result].ends) then
    into = result.cut and layers.vector(layer, state)
      or layers.reach(after, result.at, state, result.values, result.apart)
  end
  repeated_turns.note(result.cut and layer or after, into, result.cut, result, p)
  flow_way(from, into, result, p)
end

-- A loop within a rule that goes on and tells of nothing comes back to the same state. Leaves such ways out
-- of the list, and shares their chance among the others.
--
--    repeat local one = pick(four) until one ~= last    before the pick: 1/4 here again, 3/4 over -> 1 over
local function close_loop(list, key)
  local chance_of_again, others = 0, { ways_n = list.ways_n }
  for _, way in ipairs(list) do
    local result = way.result
    local comes_back = result.cut and way.state == key
    if comes_back and #result.happened == 0 and #result.races == 0 then
      chance_of_again = chance_of_again + way.p
    else others[#others + 1] = way end
  end
  if #others == #list or #others == 0 then return list end
  for _, way in ipairs(others) do way.p = way.p / (1 - chance_of_again) end
  return others
end

-- Plays a state whose ways are listed.
local function play_listed(layer, from, after, list)
  sandbox.beat(job.ways)
  for i = 1, #list do
    local way = list[i]
    add_way(layer, from, after, way.result, way.state, way.p)
  end
  effort.ways(#list)
  job.ways = job.ways + list.ways_n
end

-- Follows one path, and adds its probability to the state it leads to; and adds the way to the list, unless
-- that is nil. from: the vector of the state it begins in; nil where the way is only listed.
local function play_path(layer, key, node, after, list, from)
  local result, state = one_path.follow(node, layer.at[key] or job.due)
  local p = paths.chance()
  if list then
    local counts = job.part and result ~= one_path.FADED and job.part.counts[result] or nil
    listed_ways.add(list, result, state, p, counts)
  end
  if from then add_way(layer, from, after, result, state, p) end
end

-- Returns the vector of the state that an explored way leads to; nil where play ends. The keys of the layers
-- are the numbers of states. after: the layer after this turn.
local function vector_after(layer, after, way)
  local result = way.result
  if result.ends then return nil end
  if result.cut then return layers.vector(layer, way.to) end
  after.values[way.to] = result.values
  return layers.vector(after, way.to)
end

-- Plays a turn by the ways that were explored. The keys of the layers are the numbers of states.
function one_turn.follow_ways(layer)
  local after = layers.new(job.exact, job.due_next)
  for _, key in ipairs(layer.keys) do
    local from, ways = layer.of[key], job.search.ways[key]
    sandbox.beat(job.ways)
    if not ways then flow_way(from, nil, NOBODY, layer.values[key]) end
    layer.of[key] = nil                         -- a line that was cut may come to this state again
    -- Work counts where the answer is known without the turns (job.explored): it ends their table early.
    if job.explored then effort.ways(ways and #ways or 0) end
    for _, way in ipairs(ways or {}) do
      flow_way(from, vector_after(layer, after, way), way.result, way.p)
    end
    from:free()
  end
  return after
end

-- --- turns -----------------------------------------------------------------

-- Ends the job if state i has more ways than the work allows. ways, covered: those that were played, and
-- their probability in all; sample(): see effort.hopeless_ways.
local function check_ways_of(layer, i, after, ways, covered, sample)
  local hopeless = effort.hopeless_ways(ways, covered, sample, i, #layer.keys)
  if hopeless then too_much.too_many(layer, i, after, math.floor(math.min(hopeless, job.plays))) end
end

-- Plays every way of a state from its node. from: the vector of the state, or nil where its ways are only
-- listed.
local function play_ways(layer, i, after, node, list, from)
  local key, ways, covered = layer.keys[i], 0, 0.0
  local function sample() return one_path.sampled_ways(node, layer.at[key] or job.due) end
  effort.state_begins()
  paths.first()
  repeat
    too_much.check_ways(ways)
    play_path(layer, key, node, after, list, from)
    job.ways, ways = job.ways + 1, ways + 1
    covered = covered + probability.float(paths.chance())
    too_much.report(layer, i)
    if effort.is_over() then too_much.too_many(layer, i, after) end
    local more = paths.next()
    if more then check_ways_of(layer, i, after, ways, covered, sample) end
  until not more
  if list then list.by = nil end               -- all its ways are listed, and none is looked up any more
end

-- Plays a state by its listed ways, if they are listed. Returns whether they are.
local function play_if_listed(layer, i, after, from, list)
  if not list or list.ways_n == 0 then return false end
  play_listed(layer, from, after, list)
  too_much.report(layer, i)
  if effort.is_over() then too_much.too_many(layer, i, after) end
  return true
end

-- The states of the layer up to the ith are played: reports that, and looks whether the others are too much.
local function finish_states(layer, i, after)
  too_much.report(layer, i)
  if effort.is_over() then too_much.too_many(layer, i, after) end
  too_much.check_states(layer, i, after)
end

-- Plays a state. Returns false when the party has nobody left.
local function play_state(layer, i, after, from)
  local key = layer.keys[i]
  local state, at = layer.state[key] or key, layer.at[key] or job.due
  local node, anybody = paths.load(state)
  local is_within = draw_cuts.is_within(node)
  local list = listed_ways.of(state, at, is_within)
  if not play_if_listed(layer, i, after, from, list) then
    if not anybody then return false end
    if is_within then
      -- In the middle of a rule the ways are first listed, since they may be a loop, and then played.
      play_ways(layer, i, after, node, list, nil)
      list = close_loop(list, key)
      listed_ways.set(state, at, list)
      play_listed(layer, from, after, list)
    else play_ways(layer, i, after, node, list, from) end
  end
  too_much.check_states(layer, i, after)
  return true
end

-- Makes all keys again and merges equal states. Some keys were made before a track was seen to change.
function one_turn.merge(after)
  listed_ways.forget()
  repeated_turns.forget()
  return layers.with_new_keys(after, function(key)
    too_much.load_state(after, key)
    return paths.state(turn_memo.node())
  end)
end

-- Empties the memo except for the states of this turn. Returns the layer with new keys.
local function shrink_memo(after)
  local bytes, anybody = {}, {}
  for i, key in ipairs(after.keys) do
    sandbox.beat(i)
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

-- True if a play is given up: it is unlikely, and it came to its state again and again in a loop of a rule,
-- or by very many draws in one line. times: how often the state was played in this turn.
local function has_faded(state, times, from)
  local p = probability.float(from:at(0))
  if p >= paths.FADED_CHANCE then return false end
  if times > FEW_TIMES and p < NEXT_TO_NOTHING then return true end
  return times > FADED_TIMES or draw_cuts.depth((paths.load(state))) > FADED_TIMES
end

-- Follows a turn that was noted (repeated_turns.lua).
local function follow_noted(layer, turn)
  job.ways = job.ways + turn.ways
  effort.ways(turn.n)
  if effort.is_over() then too_much.too_many(layer, layer.size, layer) end
  return repeated_turns.follow(turn, layer, flow_way, function(i)
    sandbox.beat(job.ways)
    too_much.report(layer, i)
  end)
end

-- Plays the states of a layer from the ith on, up to the first with a path that is not known or tells more
-- than events. Returns how many.
local function play_known_states(layer, i, after)
  if job.part or relations.any() or repeated_turns.is_noting() then return 0 end
  local n, ways = paths.play_known(layer, after, i, job.known, job.fresh, job.often, MANY)
  if n == 0 then return 0 end
  sandbox.beat(job.ways)
  effort.known(n, ways)
  one_path.walked(ways)
  job.ways = job.ways + ways
  finish_states(layer, i + n - 1, after)
  return n
end

-- Plays state i of a layer, which may be given up.
local function play_one(layer, i, after, times)
  local key = layer.keys[i]
  local from = layer.of[key]
  layer.of[key] = nil                           -- a line that was cut may come to this state again
  times[key] = (times[key] or 0) + 1
  repeated_turns.state(i)
  if has_faded(layer.state[key] or key, times[key], from) then
    add_way(layer, from, after, one_path.FADED, nil, 1)
  elseif not play_state(layer, i, after, from) then
    add_way(layer, from, after, NOBODY, nil, layer.values[key])
  end
  from:free()
  layer.values[key] = nil
end

-- Plays a turn from the states of a layer. Returns the layer after it.
function one_turn.play(layer)
  local after, changing = layers.new(job.exact, job.due_next), tracked_fields.changing_count()
  local noted = repeated_turns.begins(layer)
  job.ways_before, layer.size = job.ways, #layer.keys
  effort.turn_begins(layer.size)
  if noted then return follow_noted(layer, noted) end
  local i, times = 1, {}                        -- times: key -> how often it was played one by one
  while i <= #layer.keys do                     -- it grows meanwhile, by lines that are cut
    local n = play_known_states(layer, i, after)
    if n == 0 then play_one(layer, i, after, times) end
    i = i + math.max(n, 1)
  end
  if tracked_fields.changing_count() > changing then after = one_turn.merge(after) end
  if paths.bytes() > one_turn.FORGET and not job.part then after = shrink_memo(after) end
  repeated_turns.ends(after, job.ways - job.ways_before)
  return after
end

return one_turn
