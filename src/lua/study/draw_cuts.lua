-- draw_cuts.lua -- in exact odds, leaves a line in the middle of a rule, before a draw, so that plays that
-- stand alike there go on as one.
--
-- Example: each of six members makes a check in a loop, and is hurt by 1d4 where it fails. Played to its end,
-- the loop has 5 to the power of 6 ways. But before the check of the third member it does not matter how the
-- first two fared, beyond what the state says of them. So the line is left there, and the ways meet.
--
-- A line that was left between two steps goes on from its state (line.resume). Within a rule that is not
-- enough: the functions that are running have locals. These are part of the state then, as a text
-- (cell/study/lib_frames.c). To go on, the line is played again, up to the same draw, with the draws of the
-- first play that came there; then it takes the values of the current state.
--
--    state: Ash hp 3, Bo hp 5, at the second draw of "trap" with i = 2
--    play again from where the line began, with the draws of the first play that was left here: 5, 2
--    its functions stand as they should; Ash has 4 hp there: forget that, and take 3 from the state
--
-- A play that was left so is known by its node; `origins` says how to come there.
local common = module "common"
local counting = module "study/counting"
local live = module "play/live"
local outcomes = module "study/outcomes"
local recorder = module "play/recorder"
local rooms_behind = module "study/rooms_behind"
local tracked_fields = module "study/tracked_fields"
local turn_tracks = module "study/turn_tracks"
local words = module "play/words"
local draw_cuts = {}

local on = false                              -- true: lines may be left within rules
local only_loops = false                      -- true: only where a loop goes on to the next member
-- Node -> how a line came there that was left:
--   from, node   the state in which the line began or last went on, and its node
--   at_in_plan   the place in the plan at which the line began: another line may have been due here
--   draws        the outcomes of the draws from there
--   depth        the number of draws since the line began
--   S            the state at the node, decoded
local origins
local number_of                               -- key of the running functions -> its number: with it in their
                                              -- states, plays that stand alike meet
local armed = false                           -- true: a line is under way, and may be left
local step_now, turn_now = nil, nil           -- the step that it has come to, and the turn of that step
-- While a line is played again, up to a node: the list of the origins (see above) on the way there, the first
-- from where the line began; else nil.  Its fields:
--   node     the node to which it leads
--   at       the number of the origin under way
--   taken    how many draws of that origin were taken
--   finish   a function, called when the node is reached
local way

-- --- playing again ---------------------------------------------------------

-- Gives the play under way the values of the current state, which is at this node.
local function take_values(node)
  local origin = origins[node]
  origin.S = origin.S or data.decode(replay.state(node))
  rooms_behind.leave_out()
  turn_tracks.hide(origin.S.left.where.step)
  tracked_fields.take_from(origin.S)
end

-- All draws of one origin were taken again: goes on with the next origin; or, when the node is reached, as
-- the play that was left there.
local function next_origin()
  way.at, way.taken = way.at + 1, 0
  local origin = way[way.at]
  if origin then
    paths.load(origin.from)
    return take_values(origin.node)
  end
  local node, finish = way.node, way.finish
  way = nil
  paths.restore()
  take_values(node)
  finish()
end

-- Returns the outcome that the next draw had, while a line is played again; nil when that is over.
local function outcome_again()
  if way and way.taken == #way[way.at].draws then next_origin() end
  if not way then return nil end
  way.taken = way.taken + 1
  return way[way.at].draws[way.taken]
end

-- --- leaving a line --------------------------------------------------------

-- Lists the values of play that are not in the state and may differ between two plays at the same draw.
-- `false` stands for nil, so that the list has no holes. Events are finished (may_leave), so their list does
-- not matter any more. id: see outcomes.before_draw.
local function roots(id)
  local answers = live.spec_answers
  return { id, live.party, live.turn, live.env.here or false, live.stopped, live.asked,
    live.secret or false, live.quiet or false, live.deed or false, live.in_turn, live.one_by_one or false,
    live.fresh or false, live.answers_used, live.asked_about, live.answers_for, live.answer_rest or false,
    answers and answers.used or false }
end

local function has_unfinished_event()
  for _, event in ipairs(live.pending) do if not event.done then return true end end
  return false
end

-- True if all that happened so far in the line can be kept in a state: events are finished, members are the
-- same, the rules have changed nothing but the state, and a state with deferred draws can be encoded.  Once
-- names were given that several rooms may have (rooms_behind.lua), it is never true: rooms with other exits
-- would count as the same.
local function can_be_kept()
  if has_unfinished_event() or not tracked_fields.may_cut() or sealing.changed() then return false end
  if rooms_behind.names_were_given() then return false end
  return not counting.deferred[1] or tracked_fields.snapshot() ~= nil
end

-- True if the line may be left before this draw: it runs through steps and stands in the turn that its
-- step began with; it has branched before, so there is something that can meet; nobody only looks at the
-- table; and what happened can be kept.
local function may_leave()
  local is_in_its_step = recorder.step_begins and live.turn == turn_now
  return is_in_its_step and paths.may_cut() and not counting.looking and can_be_kept()
end

-- Leaves the line before a draw, within a rule.  Returns, so that the line goes on, only if a value of the
-- functions that run cannot be written as a text.  id: see outcomes.before_draw.
local function leave_line(id)
  rooms_behind.leave_out()
  local step = live.in_turn and step_now or nil
  turn_tracks.hide(step)
  local lists = tracked_fields.lists()
  local key, held = frames.key(live.S, roots(id), lists, counting.deferred, protected)
  if not key then return end
  tracked_fields.hold(lists, held)
  common.stop { stop = "cut", step = step, within = number_of(key), draws = outcomes.taken() }
end

-- outcomes.before_draw: leaves the line here, if plays can meet; returns the outcome that the draw must have
-- while a line is played again.
local function before_draw(id, is_loop)
  if not armed then return nil end
  if way then return outcome_again() end
  local may_be_here = is_loop or not only_loops
  if may_be_here and may_leave() then leave_line(id) end
end

-- --- lines -----------------------------------------------------------------

-- recorder.step_begins: the line has come to a step.
function draw_cuts.step(step) step_now, turn_now = step, live.turn end

-- True while a line is only played again.
function draw_cuts.plays_again() return way ~= nil end

-- A line begins from a node, at a place in the plan. Returns the node and the place from which it is to be
-- played, and whether that node is an earlier one: then the line is played again from there, and finish() is
-- called when it has come to `node`.
function draw_cuts.begin(node, at, finish)
  way, armed = nil, on
  if not on or not origins[node] then return node, at, false end
  local list, from = { node = node, at = 1, taken = 0, finish = finish }, node
  while origins[from] do
    table.insert(list, 1, origins[from])
    from = origins[from].node
  end
  paths.save()
  paths.load(list[1].from)
  way = list
  return from, list[1].at_in_plan, true
end

-- The line under way is left or over.
function draw_cuts.line_ends() armed = false end

-- The line that began at `node`, at a place in the plan, was left within a rule after these draws, and its
-- state is at the node `to`. Only the first play that came there is kept.
function draw_cuts.note(to, node, at, draws)
  if origins[to] then return end
  origins[to] = { from = paths.origin(), node = node, at_in_plan = at, draws = draws,
    depth = draw_cuts.depth(node) + #draws }
end

-- Returns how many draws the line had made that was first left at this node; 0 where it begins.
function draw_cuts.depth(node) return on and origins[node] and origins[node].depth or 0 end

-- True if a line was left within a rule at this node.
function draw_cuts.is_within(node) return on and origins[node] ~= nil end

-- Forgets all nodes.
function draw_cuts.forget() origins, number_of = {}, common.numbering() end

-- --- on and off ------------------------------------------------------------

-- True if lines are not left within rules yet, and could be. Without the memo they never are.
function draw_cuts.may_be_on() return not on and replay.remembers() end

-- leave: whether lines may be left within rules from now on. loops: true if only where a loop goes on to the
-- next member.
function draw_cuts.allow(leave, loops)
  on, only_loops, armed, way = leave, loops or false, false, nil
  recorder.install { iterates = loops and outcomes.iterates or recorder.person.iterates }
  words.follow_loops(loops)
  draw_cuts.forget()
  if leave then frames.old() end
  outcomes.before_draw = leave and before_draw or nil
end

return draw_cuts
