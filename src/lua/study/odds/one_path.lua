-- one_path.lua -- in exact odds, plays one path of draws through a turn, or through the rest of a line that
-- was cut. The host follows paths that were played before; the rules run only on new ones.
local approach = module "study/odds/approach"
local common = module "common"
local draw_cuts = module "study/draw_cuts"
local effort = module "study/odds/effort"
local events = module "play/events"
local lines = module "study/lines"
local live = module "play/live"
local outcomes = module "study/outcomes"
local plan = module "study/plan"
local query = module "study/query"
local recorder = module "play/recorder"
local run_events = module "study/odds/run_events"
local turn_memo = module "study/turn_memo"
local turn_tracks = module "study/turn_tracks"
local one_path = {}

-- Recording a line costs more than playing it, and pays only when it is walked again. So each recording takes
-- 1 from a credit, which begins with CREDIT, and each line that is walked again adds CREDIT_PER_WALK.
local CREDIT <const>, CREDIT_PER_WALK <const> = 5000, 0.5
local SAMPLES <const> = 31                    -- paths at random: the ways of a state within a factor of two
-- How many plays at random look ahead for what rules read (AHEAD); how many of them cut lines wherever it can
-- be done, so that it is known at which step something is read; and how many lines, or parts of lines, each
-- plays at most. A choice: what they miss is found later, and begins the study again.
local AHEAD <const>, AHEAD_CUT <const>, AHEAD_LINES <const> = 6, 2, 50

local job                                     -- the job under way (enumerate.lua)

-- Begins a job.
function one_path.open(new_job)
  job = new_job
  job.credit, job.known = CREDIT, {}
end

-- --- measures ---------------------------------------------------------------

-- Returns the values of the measures now: a list.  Sets m.sort, whether a measure is yes or no or a number,
-- which must stay the same from call to call.
local function read_measures()
  local values = {}
  outcomes.close "a measure looks at the state; it rolls nothing"
  for i, m in ipairs(job.measures) do
    local sort, v = query.value(m)
    if m.sort and m.sort ~= sort then
      common.mistake("the measure %s is now a number, now yes or no: make it always a number, as (%s) or \z
        0, or always yes or no", m.name, m.expr)
    end
    m.sort, values[i] = sort, v
  end
  outcomes.close(nil)
  return values
end

-- Returns the values of the measures, or nil without measures; and the same as a text where they may not
-- follow from the state: a measure looks at tracks of the turn that is over; or members who are alike count
-- as one, as a measure may tell apart what the state does not.
function one_path.values_now()
  if #job.measures == 0 then return nil end
  local values = turn_tracks.shown_to(read_measures)
  local do_follow = not turn_tracks.differ() or common.same(values, read_measures())
  if do_follow and not approach.lumps then return values end
  return values, data.encode(values)
end

local cuts_always = false                     -- lines are also cut where no ways could meet

-- True if a line is cut at the end of its turn, too: where it is proved which fields matter, and on.turn_end
-- or a measure of the game master's looks at some. Else these would be taken for fields that the steps before
-- look at.
local function may_cut_at_end()
  return (approach.parts or approach.lumps)
    and (live.on.turn_end or common.first(job.measures, function(m) return not m.own end))
end

-- recorder.step_begins: cuts the line here, so that ways that lead to the same state go on as one.  What
-- lines.may_cut reads is part of the path: so it is asked before paths.may_cut, which sees whether a path has
-- gone on from here, and whether or not the line is cut.
local function cut_line(step, done, list, deed)
  draw_cuts.step(step)
  if draw_cuts.plays_again() then return end
  if step > #live.procedure().steps and not may_cut_at_end() then return end
  local may_go_on = lines.may_cut(list, deed)
  if may_go_on and (cuts_always or paths.may_cut()) then lines.cut(step, done, deed) end
end

-- Plays the line of the plan at `at`, or goes on with the rest of one (live.S.left); back() restores the
-- state after a refused line. Returns the position in the plan after it; the names to count; and when it was
-- cut, the rest and its draws.
local function play_present_line(at, back)
  local left = live.S.left
  local step = left and left.where.step
  live.S.left = nil
  turn_tracks.line_begins(step)
  draw_cuts.step(step or 0)
  if not left then return plan.turn(job.plan, at, back) end
  local position, rest, draws = plan.resume(job.plan, left)
  return position, nil, rest, draws
end

-- Plays a line of the plan from a node; begin() says which path it takes. Returns the position in the plan
-- after it; the names to count; the rest of the line and its draws, when it was cut; and, if it had been cut
-- before, the rest that was played here.
local function play_line(node, at, begin)
  effort.run_begins()
  local has_come = false                        -- the play has come to where the line was left within a rule
  local function start()
    run_events.begin()
    outcomes.begin()
    begin()
  end
  local function come()
    has_come = true
    start()
  end
  local from, from_at, plays_again = draw_cuts.begin(node, at, come)
  local function back()
    -- A line that is refused in its middle is played again without cuts.
    if has_come then common.stop { stop = "whole", text = job.plan.said } end
    run_events.begin()
    lines.start(data.decode(replay.state(from)), true)
    lines.begin()
  end
  back()
  if plays_again then outcomes.begin() else start() end
  local played_here = live.S.left
  recorder.install { step_begins = cut_line }
  local position, names, rest, draws = play_present_line(from_at, back)
  draw_cuts.line_ends()
  recorder.install { step_begins = recorder.person.step_begins }
  if plays_again then
    -- The names were counted when the line was first left; the rest that was played here is that of `node`.
    names, played_here = nil, data.decode(replay.state(node)).left
  end
  return position, names, rest, draws, played_here
end

-- Says that the rules are about to run, and whether their path is recorded.
local function begin_path(at)
  local recording = job.credit >= 1
  paths.play(at, recording)
  if recording then job.credit = job.credit - 1 end
end

-- Hands back the state at which a line was cut, which began at a node, at a place in the plan. rest: of the
-- line; ended: an event that ends play has come. Returns its node.
local function reach_cut(rest, ended, node, at, draws)
  events.check_pending()
  rest.ended = ended
  live.S.left = rest
  turn_tracks.hide(rest.where.step)
  local to = turn_memo.reached(rest)
  if rest.within then draw_cuts.note(to, node, at, draws) end
  return to
end

-- Hands back the state after a line, and adds the values of the measures to the result. Returns its node.
local function reach_end(result)
  lines.finish(true)
  result.ends = result.ends or not lines.goes_on()
  return turn_memo.reached(nil, function() result.values, result.apart = one_path.values_now() end)
end

-- Runs the rules from a node, along the path. begin: begin_path, or what else begins a path. Returns the
-- result, and the state that the path leads to. The result is a table:
--   happened   the events: { slot, how often, … }
--   races      those that were decided, see run_events
--   cut        the line was cut
--   ends       the play is over; stuck: why, where every line was refused
--   at         the position in the plan
--   values     of the measures; apart: these as a text (values_now)
--   [1], [2]   for paths.play_known: where play goes on, true (cut) or `at`, if `happened` and `values` are
--              all that it tells; and what happened
local function run_rules(node, at, begin)
  local position, names, rest, draws, played_here = play_line(node, at, function() begin(at) end)
  for _, name in ipairs(names or {}) do run_events.count_name(name) end
  local ended = run_events.came(job.ends) or played_here and played_here.ended or false
  local result = { happened = run_events.happened(), races = run_events.decided_races(),
    cut = rest ~= nil, at = position, ends = false }
  local to
  if rest then to = reach_cut(rest, ended, node, at, draws)
  else
    result.ends = not position or ended
    if not position then result.stuck = names[1]:sub(2) end        -- the name is "!" and the reason
    to = reach_end(result)
  end
  local is_plain = not result.ends and not result.apart and #result.races == 0
  result[1], result[2] = is_plain and (result.cut or position), result.happened
  local ending, state = paths.ended(to)
  if ending then job.known[ending] = result end
  return result, state
end

one_path.FADED = {}                          -- the result of a path that faded

-- Plays a path, and gives it up when it fades. Returns as run_rules does.
local function run_path(node, at)
  local ok, result, state = protected(run_rules, node, at, begin_path)
  if ok then return result, state end
  if result.stop ~= "faded" then common.stop(result) end
  local ending = paths.ended(nil)
  if ending then job.known[ending] = one_path.FADED end
  return one_path.FADED
end

-- Plays lines at random from a state, the nth time; no more than are asked about.
local function play_at_random(key, n)
  local at, played = plan.due(job.plan, 1), 0
  cuts_always = n <= AHEAD_CUT
  for line = 1, AHEAD_LINES do
    local result, to = run_rules(paths.load(key), at, function() paths.sample(n * AHEAD_LINES + line) end)
    effort.run()
    if not result.cut then played = played + 1 end
    if result.ends or played == job.turns_asked then break end
    key, at = to, result.cut and at or result.at
  end
end

-- Plays at random, to find out early what the rules read: what is found late begins the study again. An
-- error of the rules is left for the turn in which it comes.
function one_path.look_ahead(key)
  local n = 1
  while n <= AHEAD do
    local ok, err = protected(play_at_random, key, n)
    cuts_always = false
    outcomes.close(nil)
    -- A rule has read a hidden track: was_seen shows it, and the same run is tried again.
    if ok or not turn_tracks.was_seen(err) then n = n + 1 end
    -- faded or hidden: this run has no result, go on
    if not ok and err.stop and err.stop ~= "faded" and err.stop ~= "hidden" then common.stop(err) end
  end
end

-- Estimates how many ways a line has from a node: the median of random paths. A single estimate is seldom far
-- too large (path_enumerator.h); the median almost never is.
function one_path.sampled_ways(node, at)
  local sizes = {}
  for n = 1, SAMPLES do
    local ok, err = protected(play_line, node, at, function() paths.sample(n) end)
    if not ok and err.stop and err.stop ~= "faded" then common.stop(err) end
    effort.run()
    sizes[n] = paths.sampled()
  end
  table.sort(sizes)
  return sizes[SAMPLES // 2 + 1]
end

-- Notes n paths that were walked again.
function one_path.walked(n) job.credit = job.credit + n * CREDIT_PER_WALK end

-- Follows one path of draws through a turn, or through the rest of a line that was cut. Runs the rules only
-- when the path is new. Returns the result and the state it leads to. While exploring (separation.lua) it may
-- move on to a later path, and returns nothing when no path is left.
function one_path.follow(node, at)
  sandbox.beat(job.ways)
  local ending, state = paths.walk(at)
  if ending == false then return nil end        -- no path is left
  if ending then                                -- the path is known
    effort.walk(job.lumped)
    one_path.walked(1)
    return job.known[ending], state
  end
  -- Parts and lumps were found by walking all paths, and would be wrong if one had been missed.
  if job.part or job.lumped then error("this way was not explored", 0) end
  local result, to = run_path(node, at)
  effort.run()
  return result, to
end

return one_path
