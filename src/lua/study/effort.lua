-- effort.lua -- the work that exact odds have done, and whether what is left of it is hopeless. Work is
-- counted in walks and never in seconds, so that the verdict is the same on every machine.
--
-- Example: in 20 turns, turn 3 took 500,000 walks, and as much of it were new ways as in turn 2. Then the 17
-- turns that are left will take some 8,500,000 more. That is hopeless where 3,200,000 are allowed.
local effort = {}

local WALKS_PER_RUN <const> = 16              -- one run of the rules costs as much as so many walks
local DRAWS_PER_WALK <const> = 8              -- and so many draws in it as much as a walk
local HOPELESS <const> = 2                    -- an estimate so many times above the limit ends the job
-- An estimate is made after so much work; one of the turns to come only after as much as 2 s take.
local SAMPLE <const>, PATIENT <const> = 60000, 500000
local WAYS_SAMPLE <const> = 8000              -- ways of one state after which all its ways are estimated
local STEADY <const> = 0.9                    -- a share of new ways that fell by less has not fallen

local limit, turns                            -- work allowed, and turns asked for (nil: no limit)
local turn                                    -- turns that have begun
local work, runs                              -- so far
-- work, runs and states when the turn began; and at the last sample of it
local at_turn, at_sample
local share                                   -- of the work of the last turn, that was for new ways

local function mark(states) return { work = work, runs = runs, states = states } end

-- Returns the share of runs in the work since a mark.
local function share_of_runs(since)
  return (runs - since.runs) * WALKS_PER_RUN / math.max(1, work - since.work)
end

-- Begins a job that may play so many turns of a state.
function effort.open(plays, turns_asked)
  limit, turns, turn, work, runs, share = plays * WALKS_PER_RUN, turns_asked, 0, 0, 0, 0
  at_turn = mark(0)
  at_sample = at_turn
end

function effort.turn_begins()
  if turn > 0 then share = share_of_runs(at_turn) end
  turn, at_turn = turn + 1, mark(0)
  at_sample = at_turn
end

-- A path was walked again.
function effort.walk() work = work + 1 end

-- The rules ran; draws: the length of the path.
function effort.run(draws) work, runs = work + WALKS_PER_RUN + draws // DRAWS_PER_WALK, runs + 1 end

function effort.is_over() return work > limit end

-- Returns true when a state with so many ways, of the probability `covered` so far, has too many. before: the
-- work before it.
function effort.is_hopeless_state(ways, before, covered)
  return ways == WAYS_SAMPLE and (work - before) / covered + before > HOPELESS * limit
end

function effort.done() return work end

-- Returns the work of so many runs of the rules.
function effort.of_runs(n) return n * WALKS_PER_RUN end

-- Returns true when this turn and those to come will take too much work; i of the turn's states are done.
function effort.is_hopeless(i, states)
  if work - at_sample.work < SAMPLE then return false end
  local each = (work - at_sample.work) / (i - at_sample.states)
  local rest = each * (states - i)
  at_sample = mark(i)
  if work + rest > HOPELESS * limit then return true end
  if not turns or turn < 3 or work < PATIENT or share_of_runs(at_turn) < STEADY * share then return false end
  return work + rest + (turns - turn) * (work + rest - at_turn.work) > HOPELESS * limit
end

return effort
