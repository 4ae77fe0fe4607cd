-- turn_memo.lua -- remembers simulated turns. A simulation meets the same states again and again. From the
-- same state, the same line and the same dice lead to the same result, so the rules need not run again.
--
-- Example: in 10,000 runs of 24 turns, "crawl" is played from the same few hundred states. The first time
-- the rules run, and every draw is noted as a branch: hazard row 1, row 2 ... The next time the host draws
-- the row itself (cell/study/replay.h) and follows the branch to the state it leads to. Only a branch that
-- was never taken comes back here.
--
-- A node is such a state, in bytes, without the tracks that have been seen to change (tracked_fields.lua) and
-- the fields that no rule reads (ignored_fields.lua). A line may be cut between two steps, so that branches
-- that lead to the same state meet there and go on as one.
local common = module "common"
local comparisons = module "study/comparisons"
local events = module "play/events"
local lines = module "study/lines"
local live = module "play/live"
local recorder = module "play/recorder"
local rooms_behind = module "study/rooms_behind"
local state = module "play/state"
local tracked_fields = module "study/tracked_fields"
local ignored_fields = module "study/ignored_fields"
local turn_memo = {}

-- A function that returns the values of the measures now, each as a number, one after the other.
local marks
local open                                    -- true while runs have a root, the node where they begin

local EXACT <const> = 1 << 53                 -- whole numbers below are the same as floats

-- Draws a total that is only compared with a number: one branch for all totals on the same side.
local function roll_compared(expr, comparison)
  local number = comparison.number
  if comparison.goes_on or not (number > -EXACT and number < EXACT) then return replay.roll(expr) end
  return replay.compared(expr, comparison.ways, number)
end

local stand_in = comparisons.stand_in(replay.roll, roll_compared)

-- is_dice: see outcomes.draws.roll.  A stand-in must be compared before another die falls, which would fall
-- first otherwise.
local function roll(expr, _, _, _, is_dice)
  local comparison = is_dice and comparisons.here()
  if not comparison then return replay.roll(expr) end
  if not comparison.by_stand_in then return roll_compared(expr, comparison) end
  if not comparison.at_once then return replay.roll(expr) end
  return setmetatable({ expr = expr }, stand_in)
end

-- The draws while a line is recorded: the host draws, and notes each draw as a branch.
local noted_draws <const> = {
  roll = roll, pick = replay.pick, faces = replay.faces, row = replay.row, test = replay.test,
  weighted = replay.weighted,
  total_of_row = function(_, _, _, _, _, _, nth) return replay.behind(nth) end,
  total_of_test = function(_, _, _, _, nth) return replay.behind(nth) end,
}

local usual_draws = {}                        -- the draws of ordinary play
for name in next, noted_draws do usual_draws[name] = recorder.person[name] end

local function change_draws(to)
  recorder.step_begins = recorder.person.step_begins
  if recorder.roll ~= to.roll then recorder.install(to) end
end

-- Lets the door draw again; nothing is remembered.
function turn_memo.leave() change_draws(usual_draws) end

-- Returns the node of the state. hand_back() makes it, and returns what tracked_fields.hand_back does. When a
-- new node shows that more tracks change, it is called again, to leave these out of the state, too. rest: the
-- unplayed rest of a line that was cut, or nil.
local function node_of_state(hand_back, rest)
  local node, is_new
  live.S.rng = nil
  rooms_behind.leave_out()
  repeat
    node, is_new = lines.encoded(hand_back, rest)
    if is_new then
      rooms_behind.check_state(replay.state(node))
      replay.describe(node, live.S.left ~= nil or lines.goes_on())
    end
  until not is_new or not tracked_fields.find_changing()
  tracked_fields.hold({}, {})
  return node
end

-- Returns the node of the state as it stands, without the tracks that change.
function turn_memo.node() return node_of_state(tracked_fields.hand_back) end

-- Makes the state of a key of exact odds the live one, anew: a state without the tracks that are known by now
-- to change. Returns its node, and its key, which is another where such tracks were in the old one.
function turn_memo.renewed(key)
  lines.start(data.decode(replay.state((paths.load(key)))), true)
  local node = turn_memo.node()
  return node, paths.state(node)
end

-- Returns the node that a line has led to. rest: as for node_of_state; look() reads the state before it is
-- handed back. Raises an error when the state cannot be stored. In the middle of a line later steps may
-- repair it: then the line is played again without a cut.
function turn_memo.reached(rest, look)
  local is_checked = false
  local function check()
    if is_checked then return end
    is_checked = true
    local fault = state.fault()
    if fault and rest then common.stop { stop = "whole", text = rest.text } end
    if fault then error(fault, 0) end
  end
  local function hand_back()
    local node, is_new = tracked_fields.hand_back(check, look)
    if node then is_checked, look = true, nil end            -- once is enough
    return node, is_new
  end
  return node_of_state(hand_back, rest)
end

-- Forgets all that is remembered, and begins at the state in bytes. adds: see tracked_fields.begin.
function turn_memo.begin(bytes, adds)
  tracked_fields.done()
  lines.start(data.decode(bytes), true)
  ignored_fields.find()
  replay.forget()
  tracked_fields.begin(adds)                         -- which gives numbers to fields that are not ignored
  ignored_fields.hide(live.S)
end

-- Makes the state in bytes the root, where every run begins, unless there is one. mark() returns a number for
-- the value of each measure.
function turn_memo.open(bytes, mark)
  change_draws(usual_draws)                          -- also after a line that failed
  if open then return end
  marks = mark
  turn_memo.begin(bytes, true)
  local seen = { marks() }
  replay.root(turn_memo.node(), table.unpack(seen))
  open = true
end

-- recorder.step_begins: leaves the line here, so that all branches that lead to this state share the rest
-- of the turn. done: how many members have done the step, or its deed; nil: the step has not begun.  What
-- lines.may_cut reads is part of the branch, whether or not the line is left.
local function cut(step, done, list, deed)
  local is_last = step > #live.procedure().steps
  if is_last and not live.on.turn_end then return end -- nothing is left to share
  local may_go_on = lines.may_cut(list, deed)
  if may_go_on and replay.may_cut(done ~= nil) then lines.cut(step, done, deed) end
end

-- Plays a line from a node of the memo and records its draws. loaded: the live state is already that of
-- the node. learning: remember the state that the line leads to. play(at, saved, left) plays the line, which
-- has this place in the plan: saved() returns the state before it, and left is the unplayed rest of a line
-- that was cut between two steps, or nil. It returns the place in the plan after the line, and its rest if it
-- was cut again. Returns what replay.go does.
function turn_memo.learn(node, loaded, learning, at, play)
  local function saved() return replay.state(node) end
  if not loaded then lines.start(data.decode(saved()), true) end
  lines.begin()
  change_draws(noted_draws)
  if learning then recorder.step_begins = cut end
  local left = live.S.left
  live.S.left = nil
  local next_at, rest = play(at, saved, left)
  if rest then
    events.check_pending()
    live.S.left = rest
    return replay.cut(turn_memo.reached(rest))
  end
  lines.finish(learning)
  if not learning then return replay.ended(nil, next_at, lines.goes_on(), marks()) end
  local seen
  local node_after = turn_memo.reached(nil, function() seen = { marks() } end)
  return replay.ended(node_after, next_at, true, table.unpack(seen))
end

-- Forgets the root: the runs are over, or the next one begins with another state.
function turn_memo.close()
  change_draws(usual_draws)
  tracked_fields.done()
  open = false
end

return turn_memo
