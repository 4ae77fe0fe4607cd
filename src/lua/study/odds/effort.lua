-- effort.lua -- the work that exact odds have done, and whether what is left of it is hopeless. Work is
-- counted in steps of Lua and never in seconds, so that the verdict is the same on every machine.
--
-- Example: turn 9 has played 100 of 2,000 states, in 30 million steps, and will take some 600 million: it is
-- given up. The last turn is allowed more work (LAST), as nothing comes after it. Turns to come are left
-- out, so that a longer question shows as many turns as a shorter one; but once EARLY work is done, one that
-- is far beyond its limit with them is given up, too (is_far_beyond).
--
-- One limit holds for all phases of a question: a search for all states, the parts, the turns. The calls:
--   begin(plays)     once a question
--   open(turns)      each phase
--   turn_begins()    each turn, and state_begins() each state of it
--   run_begins(), run(), walk(), ways(), known()    count the work as it is done
--   is_over()        is the work used up?  hopeless_ways() and is_hopeless…() estimate whether it will be
local effort = {}

-- Work is counted in steps of Lua. What C does is counted as the steps that take as long: in a RUN of the
-- rules, besides these; in a WALK along a path that was played before; in one where members are put in order
-- (LUMPED); for a WAY that is listed; and for a KNOWN_STATE that C plays, and each KNOWN_WAY of it.
-- 45 questions each took 0.7 to 1.6 times as long as their work says. Solving the equations (ever.lua) is not
-- counted, as it takes little.
local RUN <const>, WALK <const>, LUMPED <const>, WAY <const> = 700, 240, 400, 65
local KNOWN_STATE <const>, KNOWN_WAY <const> = 130, 80
local SECOND <const> = 75000000               -- steps that take a second where this was measured
-- Counting slows a run down, so only one of COUNTED runs is counted, and stands for those that follow.
local COUNTED <const> = 16
-- A question is allowed some number of plays (effort.begin), with WORK_PER_PLAY for each: the usual 200,000
-- may take SECONDS in all. With 3, every question of a test series of 24 was answered, or answered in part,
-- within 6 seconds on a busy machine; with 4 the same ones were answered in full.
local SECONDS <const> = 3
local WORK_PER_PLAY <const> = SECONDS * SECOND / 200000
-- An estimate ends the job only when it is well above the limit, as the states and turns to come may be
-- lighter: DOUBT times when little work was done, and less and less down to SURE times after SURE_AFTER work.
local DOUBT <const>, SURE <const>, SURE_AFTER <const> = 4, 1.25, SECOND / 2
-- In the last turn that was asked for, so many times the work is allowed: nothing comes after it.
local LAST <const> = 1.5
-- A question is far beyond its limit when it is expected to take FAR times what is allowed. That is asked
-- only after EARLY work, so that a refusal takes some two seconds, with what is played in its place. FAR was
-- chosen on 42 questions to rich procedures: none that the whole limit answers is given up.
local EARLY <const>, FAR <const> = SECOND * 4 // 5, 3
-- The part of all work that whole lines get before lines are cut within rules (keep_back). Of 27 questions
-- both ways answered 14, whole lines with a tenth less work at best; four more were answered by cuts alone.
-- So whole lines are tried shortly. They win where nothing meets, as in nine dice one after the other: for
-- that they are tried again where cuts were in vain and ENOUGH_LEFT of the work is left. Where members are
-- alike lines are cut in their loops already, and more cuts help less.
local WHOLE_FIRST <const>, ALIKE_FIRST <const>, ENOUGH_LEFT <const> = 1 / 15, 1 / 3, 1 / 4
-- How much work is done before each estimate of a turn (SAMPLE), and before the first of how long an event is
-- waited for, where no number of turns was asked for (PATIENT).
local SAMPLE <const>, PATIENT <const> = SECOND / 40, SECOND / 2
-- Work on one state before its ways are estimated: first by paths at random (STATE_SAMPLE), then by the ways
-- that were played (STATE_PLAYED), again each time the work has doubled, and at least every STATE_STEP.
local STATE_SAMPLE <const>, STATE_PLAYED <const>, STATE_STEP <const> = SECOND / 80, SECOND / 20, SECOND / 6
-- Work before a search for all states is judged, and one for parts or for members who are alike. The latter
-- is given up when it is expected to take SLOW times what it may: its last turns may bring nothing new.
local SEARCH_SAMPLE <const>, TURNS_SAMPLE <const>, SLOW <const> = SECOND / 130, SECOND / 20, 2
-- A turn is taken for endless when the states still to be played became GROWS times as many while its work
-- doubled. It is then expected to take ENDLESS times its work so far. No turn is judged before it took LONGER
-- times the work of the one before.
local GROWS <const>, ENDLESS <const>, LONGER <const> = 1.25, 4, 2
-- STEADY: a search has fewer and fewer new states while its ratio falls to this part of the one before
-- (is_hopeless_search).  MOST: the part of the question's work that the table of turns may take once it is
-- known when the event comes (is_hopeless_wait).
local STEADY <const>, MOST <const> = 0.9, 0.6

-- The question under way; all in work:
local question_max                            -- allowed for all of it
local work                                    -- done so far
local runs                                    -- how often the rules ran so far
local work_of_run                             -- of the last run whose steps were counted
-- While the steps of a run are counted: the count of steps before it, and its limit (see `weigh` in
-- cell/study/lib_probability.c).
local steps_before, limit_before
local is_sure                                 -- true: any estimate above the limit ends the job
local is_patient                              -- true: the limit was asked for, so it is used up
-- The phase under way:
local limit                                   -- allowed by its end
local kept_back                               -- true: limit is below question_max, to leave work for cuts
local opened                                  -- done when it began
local turns                                   -- turns asked for; nil: no limit
local turn                                    -- turns that have begun
local needed                                  -- all work by the end of this turn, by the last estimate
local last_turn                               -- work of the turn before
local states_before, states_now               -- at the beginning of the turn before, and of this one
local turn_ends                               -- by turn, as it ended: { work: of the phase, left }
-- The turn under way: { work, states } done when it began, and at the last estimate.
local at_turn, at_sample
-- The work of the turn at which the states still to be played are counted next; the last count of them.
local open_due, open_before
-- All work when the state under way began; the work on this state at which its ways are estimated next.
local state_before, state_due
-- The work at which a search is judged next; and how many states it had found for each state explored, when
-- it was judged last.
local search_due, search_ratio
local search_began                            -- the work when a search by turns began

local function mark(states) return { work = work, states = states } end

-- Begins a question, which may play a turn of a state so many times (plays_allowed in enumerate.lua).
-- patient: true if it was asked to take more than usual, and is not to be given up early.
function effort.begin(plays, patient)
  question_max, work, runs, is_sure, is_patient = plays * WORK_PER_PLAY, 0, 0, false, patient
end

-- Cuts within rules were in vain. Returns whether enough work is left to try whole lines again: a try that
-- ends when it is not likely to be enough.
function effort.may_go_on()
  is_sure = true
  return (is_patient or work < EARLY) and question_max - work > ENOUGH_LEFT * question_max
end

-- Begins a phase. max: how much work the whole question may have done when the phase ends; nil: all that is
-- allowed.
function effort.open(turns_asked, max)
  limit, opened, needed = max or question_max, work, 0
  turns, turn = turns_asked, 0
  turn_ends, search_due, search_ratio, kept_back = {}, SEARCH_SAMPLE, nil, false
  at_turn, last_turn = mark(0), 0
  at_sample = at_turn
end

-- Keeps back, in this phase, the work for cuts within rules. are_alike: members are weighed as one.
function effort.keep_back(are_alike)
  local share = are_alike and ALIKE_FIRST or WHOLE_FIRST
  limit, kept_back = math.min(limit, work + question_max * share // 1), true
end

-- Gives to the phase what was kept back; returns false when that was nothing.
function effort.extend()
  if not kept_back then return false end
  limit, kept_back = question_max, false
  return true
end

-- Returns how much work the question has done once half of what is left is used, or `max` of it if that is
-- less: a limit for effort.open.
function effort.half(max) return work + math.min((question_max - work) // 2, max or math.huge) end

-- Returns the work that is allowed by the end of this turn.
local function allowed() return turn == turns and not kept_back and limit * LAST // 1 or limit end

-- True if an estimate of all work for the question is too much. done: the work that it is based on.
local function is_too_much(estimate, done)
  needed = estimate
  local doubt = SURE + (DOUBT - SURE) * math.max(0, 1 - done / SURE_AFTER)
  return estimate > (is_sure and 1 or doubt) * allowed()
end

-- A turn begins, from so many states.
function effort.turn_begins(states)
  states_before, states_now = turn > 0 and states_now or states, states
  if turn > 0 then last_turn = work - at_turn.work end
  turn, at_turn = turn + 1, mark(0)
  at_sample, open_due, open_before = at_turn, SAMPLE, nil
end

-- Count n ways of states that are listed or noted; a path that was walked again; and n states with so many
-- ways that were played in C (paths.play_known).
function effort.ways(n) work = work + n * WAY end
function effort.known(n, ways) work = work + n * KNOWN_STATE + ways * KNOWN_WAY end
function effort.walk(is_lumped) work = work + (is_lumped and LUMPED or WALK) end

-- Ends the count of a run's steps. Returns them, or nil where none are counted.
function effort.close()
  if not steps_before then return nil end
  local steps = probability_vector.weigh(false, steps_before, limit_before)
  steps_before = nil
  return steps
end

-- Asked before the rules run: begins to count the steps, for one run of COUNTED.
function effort.run_begins()
  effort.close()                                -- an error broke off the run before
  if runs < COUNTED or runs % COUNTED == 0 then
    steps_before, limit_before = probability_vector.weigh(true)
  end
end

-- Counts a run of the rules that has ended.
function effort.run()
  local steps = effort.close()
  if steps then work_of_run = RUN + steps end
  runs, work = runs + 1, work + work_of_run
end

function effort.is_over() return work > allowed() end

-- Returns by how much the work of this phase grows from turn to turn. done: the work by the end of this turn.
-- It is the least of what all work shows since half of the turns and since three quarters; of what the turns
-- since then show, beside those before; and of the states. Growth that ends is seen by one of these first.
local function growth(done)
  local half, quarter = turn // 2, (turn // 2 + turn) // 2     -- quarter: before the last one
  local from = quarter > half and half or 0     -- the turns before are those from here on
  local function by(earlier) return turn_ends[earlier] and turn_ends[earlier].work or 0 end
  local before = (by(quarter) - by(from)) / (quarter - from)
  local since = (done - by(quarter)) / (turn - quarter)
  return math.min((done / by(half)) ^ (1 / (turn - half)), (done / by(quarter)) ^ (1 / (turn - quarter)),
    (since / before) ^ (2 / (turn - from)), states_now / states_before)
end

-- Returns how many times the allowed work would be needed for all turns, if it goes on growing, for at most
-- as many turns as it has grown so far. by_end: all work by the end of this turn, as it is expected. The
-- first turn shows no growth: then each is taken to be like it.
local function times_needed(by_end)
  local to_come, done = (turns or turn) - turn, by_end - opened
  local times = turn > 1 and growth(done) ^ math.min(to_come, turn) or 1 + to_come
  return (opened + done * times) / question_max
end

-- Returns times_needed for the refusal: always above 1, since what was allowed was not enough.
function effort.times_needed() return math.max(1.1, times_needed(math.max(work, needed))) end

-- True if the question is to be given up early (EARLY). by_end: as for times_needed.
local function is_far_beyond(by_end)
  local may_be = turns and turn > 1 and turn < turns and work > EARLY and not is_patient
  return may_be and times_needed(by_end) > FAR
end

function effort.state_begins() state_before, state_due = work, STATE_SAMPLE end

-- Returns the work of the states that are left of a turn, if each takes as much as those of the turn so far,
-- or as those from the last sample on, if these took less; state i was the last. Hundreds of new states
-- may follow each other, and one takes as much work as fifty known ones. this: the work of state i that is
-- still to come.
local function work_of_rest(i, states, this)
  local function of_each(from) return (work + this - from.work) / (i - from.states) end
  return math.min(of_each(at_turn), of_each(at_sample)) * (states - i)
end

-- Asked after each way of state i of the turn: returns about how many ways the state has, when these and the
-- other states of the turn are too much work; else nil. ways: those that were played; covered: their
-- probability, added up; sample(): estimates all ways by paths at random.
function effort.hopeless_ways(ways, covered, sample, i, states)
  local done = work - state_before
  if done < state_due then return nil end
  local is_first, is_late = state_due == STATE_SAMPLE, state_due > STATE_PLAYED
  state_due = is_first and STATE_PLAYED or state_due + math.min(state_due, STATE_STEP)
  local estimate = is_first and sample() or ways / covered
  local rest_of_state = (estimate / ways - 1) * done
  -- The other states are taken to be like this one only once it was played for long.
  local rest_of_turn = is_late and work_of_rest(i, states, rest_of_state) or 0
  local is_hopeless = is_too_much(work + rest_of_state + rest_of_turn, done)
    or work + rest_of_state > allowed()
  return is_hopeless and estimate or nil
end

-- Returns true when the turn leads to new states in the middle of lines faster than they are played, so that
-- it is taken for endless (GROWS), and the work that it is expected to take is too much. i of its states are
-- done.
local function is_endless(i, states)
  local done, open, before = work - at_turn.work, states - i, open_before
  if done < open_due then return false end
  open_due, open_before = 2 * done, open
  local grows = before and open > GROWS * before
  return grows and done > LONGER * last_turn and work + (ENDLESS - 1) * done > allowed()
end

-- Returns true when this turn will take too much work; i of its states are done.
function effort.is_hopeless(i, states)
  if work - at_sample.work < SAMPLE then return false end
  local rest = work_of_rest(i, states, 0)
  at_sample = mark(i)
  return is_too_much(work + rest, work - at_turn.work) or is_endless(i, states) or is_far_beyond(work + rest)
end

-- Returns true when exploring all states will take more work than it may: i were explored, `found` were
-- found. Judges after twice the work each time, and lets a search go on in which fewer and fewer are found.
function effort.is_hopeless_search(i, found)
  local done = work - opened
  if done < search_due then return false end
  local ratio_before, ratio = search_ratio, found / i
  search_due, search_ratio = 2 * search_due, ratio
  local has_fallen = not ratio_before or ratio <= STEADY * ratio_before
  return not has_fallen and opened + done * ratio > limit
end

-- A search through the turns that were asked for begins.
function effort.search_begins() search_began = work end

-- Returns true when such a search, which has come to one of the turns, will take far more work than it may,
-- when each turn takes no less than those before.
function effort.is_slow_search(to_turn, of_turns)
  local done = work - search_began
  return done > TURNS_SAMPLE and done * of_turns / to_turn > SLOW * (limit - search_began)
end

-- True if waiting until no more than `enough` is left takes too much work, or more than max_turns, when what
-- is left (now: left) goes on to shrink, and the work to grow, as since the end of an earlier turn.
local function is_long_wait(earlier, left, enough, max_turns)
  local was = turn_ends[earlier]
  if left >= was.left then return true end
  local last = turn + (turn - earlier) * math.log(left / enough) / math.log(was.left / left)
  local done = work - opened
  local growth = math.log(done / was.work) / math.log(turn / earlier)
  return last > max_turns or is_too_much(opened + done * (last / turn) ^ growth, done)
end

-- Asked after each turn: returns true when waiting for an event takes too much work, or more than max_turns.
-- left: the chance that it is still to come; enough: waiting ends when no more than that is left. Judged by
-- the second half of the turns that were played and by the last quarter: what comes late, as an alarm that
-- rises, is not seen in the first turns.
-- Without max_turns it is known already when the event comes, and only the table of turns is wanted: that is
-- worth MOST of the work.
function effort.is_hopeless_wait(left, enough, max_turns)
  local done, half = work - opened, turn // 2
  turn_ends[turn] = { work = done, left = left }
  local is_early = done < (max_turns and PATIENT or question_max * MOST - opened)
  if turns or is_early or half == 0 then return false end
  local quarter = (half + turn) // 2           -- the turn before the last quarter
  return not max_turns or is_long_wait(half, left, enough, max_turns)
    and is_long_wait(quarter, left, enough, max_turns)
end

return effort
