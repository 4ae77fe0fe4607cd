-- simulate.lua -- many plays in a row, counted.  Nobody looks: events are only tallied, questions take their
-- defaults, and what is counted never enters the state.
--
-- A tally is a histogram for each measure and turn: how many runs had counted so much by the end of that turn.
-- While runs go on only changes are noted (this run left count a and came to count b in turn t); summing them
-- over the turns gives the histograms.  So a run costs what happens in it, not measures times turns.
--
-- Keys of tallies: an event's kind, "kind.name", "A<B" (A came before the first B), "~…" and "!…" (see plan.lua), "?name"
-- and "=name" (a measure of the table's own: yes or no, as 1 or 0, or a number).  An event not counted yet is in no histogram;
-- a measure of the table's own has a value in every run from turn 1 on, and keeps its last when a run ends early.
local asked = module "asked"
local common = module "common"
local line = module "line"
local live = module "live"
local memory = module "memory"
local mistakes = module "mistakes"
local plan = module "plan"
local simulate = {}


-- --- what is counted ------------------------------------------------------------------------------

local counts = {}                            -- in this run: measure -> count
local touched = {}                          -- measures counted in this turn, in order
local races = {}                            -- key -> { pair = "A<B", other = "B" }, …: who comes first?

local count_one

-- The first A of a run: is it there before any B?
local function start_race(key)
  for _, race in ipairs(races[key]) do
    if counts[race.other] == nil then count_one(race.pair) end
  end
end

function count_one(key)
  local n = counts[key]
  if n == nil then
    if races[key] then start_race(key) end
    n = 0
  end
  counts[key] = n + 1
  touched[#touched + 1] = key
end

-- Every event kind and every row of a chart counts by itself.
local function count(kind, name)
  count_one(kind)
  if name ~= nil then count_one(asked.key(kind, name)) end
end

-- --- tallies ----------------------------------------------------------------------------------------

local changes = {}                          -- measure -> turn -> value -> how many runs more have it
local moves = {}                            -- key -> turn -> was * MANY + now -> how many runs went that way
local MANY <const> = 1048576

local function change(measure_name, turn, value, by)
  local turns = changes[measure_name]
  if not turns then
    turns = {}
    changes[measure_name] = turns
  end
  local values = turns[turn]
  if not values then
    values = {}
    turns[turn] = values
  end
  values[value] = (values[value] or 0) + by
end

local function ways_of(key, turn)
  local turns = moves[key]
  if not turns then
    turns = {}
    moves[key] = turns
  end
  local ways = turns[turn]
  if not ways then
    ways = {}
    turns[turn] = ways
  end
  return ways
end

local function too_often(key) error(key .. " happens more than a million times in one run; is that meant?", 0) end

-- At the end of a turn: what was counted in it.  before: counts as the turn began; known: this was noted already.
local function note_turn(turn, before, known)
  for i = 1, #touched do
    local key = touched[i]
    local was, now = before[key] or 0, counts[key]
    if now >= MANY then too_often(key) end
    if was ~= now then
      before[key] = now
      if not known then
        local ways, way = ways_of(key, turn), was * MANY + now
        ways[way] = (ways[way] or 0) + 1
      end
    end
    touched[i] = nil
  end
end

-- What happened in a turn that is remembered: counted and noted at once.  Where each is noted is kept in `last`.
local function note_end(last, turn, before, known)
  local happened, times, all = last.happened, last.times, last.ways
  if last.moves ~= moves or last.turn ~= turn then
    all = {}
    for i = 1, #happened do all[i] = ways_of(happened[i], turn) end
    last.moves, last.turn, last.ways = moves, turn, all
  end
  for i = 1, #happened do
    local key = happened[i]
    local was = counts[key]
    if was == nil then
      if races[key] then start_race(key) end
      was = 0
    end
    local now = was + times[i]
    if now >= MANY then too_often(key) end
    counts[key], before[key] = now, now
    if not known then
      local ways, way = all[i], was * MANY + now
      ways[way] = (ways[way] or 0) + 1
    end
  end
end

-- Whoever went from one count to another left the one and has the other.
local function settle_moves()
  for key, turns in next, moves do
    for turn, ways in next, turns do
      for way, n in next, ways do
        local was = way // MANY
        if was > 0 then change(key, turn, was, -n) end
        change(key, turn, way % MANY, n)
      end
    end
  end
end

-- --- what is asked for ------------------------------------------------------------------------------------

local function read_races(request)
  races = {}
  for _, race in ipairs(asked.races(request)) do
    races[race.first] = races[race.first] or {}
    table.insert(races[race.first], { pair = race.pair, other = race.second })
  end
end

local function note_measures(turn, values, last, known)
  for i = 1, #values, 2 do
    local key, v = values[i], values[i + 1]
    local was = last[key]
    if was ~= v then
      if was and not known then change(key, turn, was, -1) end
      if not known then change(key, turn, v, 1) end
      last[key] = v
    end
  end
end

-- --- a run ------------------------------------------------------------------------------------------------

local now = { turn = 0, said = nil }         -- where a run is, for a sentence about its failure

local function has_ended(ends)
  for i = 1, #ends do
    if counts[ends[i]] then return true end
  end
  return false
end

-- What may be refused is done with the state kept beside it.  That costs where it is not kept anyway, as memory does:
-- there it is only done for lines of which one was refused before.  The first to be refused is "unready": its run begins
-- again.
local doubtful = {}

-- A turn that may be refused, from the state in `saved`; unheard() forgets what happened in it.
local function careful_turn(p, at, saved, unheard)
  local stands, names = plan.turn(p, at, function()
    unheard()
    asked.start(data.decode(saved), true)
    asked.next_line()
  end)
  for _, name in ipairs(names) do live.count(name) end
  return stands
end

local function played_turn(p, at, before)
  if p.policy or doubtful[at] then
    return careful_turn(p, at, data.encode(live.S, true), function()
      for i = #touched, 1, -1 do
        counts[touched[i]] = before[touched[i]]
        touched[i] = nil
      end
    end)
  end
  now.unready = at
  now.said = p.lines[at]
  line.run(now.said)
  now.unready, now.said = nil, nil
  return at % #p.lines + 1
end

-- A turn of a run, remembered or played.  before: counts as it began; known: it was noted already.  Returns where the
-- plan stands, or nil.
local function do_turn(p, at, turn, before, known)
  local last = memory.turn(at, careful_turn, p)
  if not last then return played_turn(p, at, before) end
  note_end(last, turn, before, known)
  return last.stands
end

-- Plays one run from the state in bytes: what the plan has for a turn, over and over.  known: so many turns of it were
-- noted before it had to begin again.
local function run(bytes, i, request, p, measures, ends, known)
  now.turn, now.said, now.unready, p.said = 0, nil, nil, nil
  memory.start(bytes)
  door.run(request.seed, i)
  counts = {}
  for n = #touched, 1, -1 do touched[n] = nil end
  local before, last, at = {}, {}, 1
  for turn = 1, request.turns do
    sandbox.beat(i)
    now.turn = turn
    local goes_on = memory.anybody()
    if goes_on then at = do_turn(p, at, turn, before, turn <= known) end
    note_turn(turn, before, turn <= known)
    if #measures > 0 then note_measures(turn, memory.values(), last, turn <= known) end
    if not goes_on or not at or has_ended(ends) then return end
  end
end

-- The same, from its beginning again when a line is refused for the first time.
local function whole_run(bytes, i, request, p, measures, ends)
  local known = 0
  while true do
    local ok, err = protected(run, bytes, i, request, p, measures, ends, known)
    if ok or err.stop ~= "refused" or not now.unready then return ok, err end
    doubtful[now.unready] = true
    known = math.max(known, now.turn - 1)
  end
end

local function flat(turns)
  local out = {}
  for _, turn in ipairs(common.keys(turns)) do
    for _, value in ipairs(common.keys(turns[turn])) do
      local n = turns[turn][value]
      if n ~= 0 then
        local at = #out
        out[at + 1], out[at + 2], out[at + 3] = turn, value, n
      end
    end
  end
  return out
end

-- What went wrong in run i, and where it was.
local function failure(err, i)
  local text, file = mistakes.plainly(err.text or "it asked where it should not"), err.file
  if file and file:find("^the measure ") then text, file = file .. ": " .. text, nil end
  return { text = text, file = file, line = file and err.line or nil, run = i, turn = now.turn, said = now.said or now.p and now.p.said,
    refused = err.stop == "refused" or nil }
end

-- Opens what all blocks share: a function that plays so many runs, and returns nothing, or what failed.
local function opened(request)
  local bytes = type(request.state) == "string" and request.state or data.encode(request.state)
  live.adopt(data.decode(bytes))
  bytes = data.encode(live.S, true)           -- without what the rules have none of any more
  read_races(request)
  local ends = asked.ends(request)
  local measures = asked.measures(request)
  local p = plan.read(request)
  now.p, doubtful = p, {}
  memory.open(function() return asked.values(measures) end)
  return function(from, runs)
    local last = from + runs - 1
    for i = from, last do
      local ok, err = whole_run(bytes, i, request, p, measures, ends)
      if not ok then return failure(err, i) end
      if i == from or i == last then
        local name, file, at = sealing.changed()
        if name then return { text = "the local '" .. name .. "' changed in play; only the state may", file = file, line = at, run = i, turn = now.turn } end
      end
    end
  end
end

local function tallied()
  settle_moves()
  local tallies = {}
  for key, turns in next, changes do tallies[key] = flat(turns) end
  return tallies
end

-- Block after block, as long as there is another: each is news.
local function blocks(request)
  local play, from, runs = opened(request), request.from, request.runs
  repeat
    changes, moves = {}, {}
    local failed = play(from, runs)
    if failed then return failed end
    local reply = fetch { news = { tallies = tallied() } }
    from, runs = reply.from, reply.runs
  until reply.op ~= "go"
end

-- Runs from, from + 1 … of a request: { state, plan, turns, from, runs, seed, measures, before, until }; what was
-- counted in each block of them is news.
function simulate.runs(request)
  asked.begin(count)
  local ok, failed = protected(blocks, request)
  memory.close()
  asked.done()
  if not ok then failed = { text = failed.text or "the simulation cannot begin", file = failed.file, line = failed.line } end
  if failed then return { outcome = "error", error = failed } end
  return { outcome = "done" }
end

return simulate
