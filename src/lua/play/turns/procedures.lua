-- procedures.lua -- the procedures under way: their stack, and one turn with its number, tracks and steps.
local chance = module "play/chance"
local common = module "common"
local deeds = module "play/turns/deeds"
local events = module "play/events"
local live = module "play/live"
local recorder = module "play/recorder"
local state = module "play/state"
local time = module "play/time"
local tracks = module "play/tracks"
local REMAINING <const> = live.REMAINING
local procedures = {}

local present = lists.present

-- --- the stack -------------------------------------------------------------

-- Changes that wait until a turn is over, by name: functions whose argument is plain data, since the state
-- keeps it until then.
procedures.between = {}
local between = procedures.between

-- Calls between[what](with) now, or as soon as the turn under way is over.
function procedures.switch(what, with)
  if live.in_turn then
    local later = rawget(live.party, "between") or {}
    later[#later + 1] = { what = what, with = with }
    rawset(live.party, "between", later)
  else
    between[what](with)
    state.use(live.S.at)
  end
end

-- enter "combat": from the next turn on, that procedure runs; its turns are counted from 1.  In a turn that
-- ended play nothing comes next.
function procedures.enter(name)
  live.thing("procedures", name, "enter")
  if live.in_turn and live.is_over() then return end
  procedures.switch("enter", name)
end
-- Begins a procedure at a place of the stack: on top, or instead of the one that stands there.
local function begin_at(place, name)
  local left = live.party.turns[place]
  live.party.turns[place] = state.new_turn(name)
  state.use(live.S.at)
  events.happen("enter", name, "Now: " .. name .. ".")
  if left then
    tracks.begin_anew(left.procedure)
    events.hook("leave", left.procedure)
  end
  events.hook("enter", name)
end
function between.enter(name) begin_at(#live.party.turns + 1, name) end

-- switch "hours": from the next turn on, that procedure runs in place of this one
function procedures.change_to(name)
  live.thing("procedures", name, "switch")
  procedures.switch("change_to", name)
end
function between.change_to(name) begin_at(#live.party.turns, name) end

-- leave(): back to the procedure before; anew = true: its turns are counted from 1 again.  Where play has
-- ended, there is none to go back to.
function procedures.leave(with)
  if live.is_over() then return end
  -- depth: the stack's depth when the turn is over and the calls that wait for its end (enter, leave) are
  -- done.
  local before = #live.party.turns
  local depth = before
  for _, s in ipairs(rawget(live.party, "between") or {}) do
    depth = depth + (s.what == "enter" and 1 or s.what == "leave" and -1 or 0)
  end
  if depth < 2 and before > 1 then return end              -- said twice in one turn
  if depth < 2 then common.mistake "leave: there is no procedure to go back to" end
  procedures.switch("leave", with and with.anew and true or nil)
end
function between.leave(anew)
  local turns = live.party.turns
  local left = table.remove(turns).procedure
  if anew then
    local turn, doing = state.new_turn(turns[#turns].procedure), turns[#turns].doing
    turns[#turns], turn.doing = turn, doing    -- deeds of several turns go on
  end
  state.use(live.S.at)
  events.happen("leave", left, common.capital(left) .. " is over.")
  tracks.begin_anew(left)
  events.hook("leave", left)
end

-- True if the turns of a procedure are shorter than usual.
local function is_short(name)
  local secs = live.R.procedures[name].secs
  return secs and live.R.turn_secs and secs < live.R.turn_secs
end

-- Leaves out all steps to come, in every turn of the stack (turns within turns), and the deeds still to do in
-- the current step. The step "time" is not left out, since the turn has begun. mark: true, or "over" where
-- play ends, see live.REMAINING.  Also marks steps that are over: that changes nothing.
local function skip_remaining(mark)
  for _, turn in ipairs(live.party.turns) do
    turn.skipped[REMAINING] = mark
    for _, step in ipairs(live.R.procedures[turn.procedure].steps) do
      if step.name ~= "time" then turn.skipped[step.name] = true end
    end
  end
end

-- True if the rest of the turn is left out.
function procedures.skips_rest() return live.turn.skipped[REMAINING] end
local skips_rest = procedures.skips_rest

-- How play ended, in a few words: the name of the event; or, where the rules give only a text, its first
-- sentence.
function procedures.ending()
  local name = live.turn.procedure
  local entry = live.R.kinds.event.entries[name]
  return entry and entry.of_text and entry.final.text:match "^[^.!?{}]+" or (name:gsub("_", " "))
end

-- An event that ends play has happened: no more of this turn is done, and then nothing more.
function procedures.finish_play(name)
  if live.in_turn then skip_remaining "over" end
  procedures.switch("finish", name)
end

-- The topmost turn of a stack that is no round (see has_rounds).
local function last_turn(turns)
  local n = #turns
  while n > 1 and is_short(turns[n].procedure) do n = n - 1 end
  return turns[n]
end
function between.finish(name)
  for _, group in ipairs(live.S.parties) do
    local turn = last_turn(group.turns)
    group.turns = { turn }
    turn.procedure, turn.step, turn.doing = name, "", {}
  end
end

-- Makes the calls of procedures.switch that waited for the end of the turn.
function procedures.catch_up()
  local later = rawget(live.party, "between")
  rawset(live.party, "between", nil)
  live.fresh = false
  for _, s in ipairs(later) do between[s.what](s.with) end
  state.use(live.S.at)
end

-- --- a turn begins and ends ------------------------------------------------

-- skip "act": leaves a step out this turn; skip(): all that is left of it
function procedures.skip(step)
  if step == nil then return skip_remaining(true) end
  local p = live.procedure()
  if type(step) == "function" then
    common.mistake("skip: a step is a name in quotes: skip \"%s\"", p.steps[1].name)
  end
  if not p.place_of[step] then
    common.mistake("skip: there is no step '%s' here%s", tostring(step),
      common.hint(tostring(step), common.names(p.steps)))
  end
  live.turn.skipped[step] = true
end

-- The text of deeds; a deed that only some members do begins with their names.
local function deeds_text(list)
  local parts, present = {}, #live.present()
  for i, deed in ipairs(list) do
    local some = #deed.who < present and #live.party.members > 1 and deed.named
    parts[i] = (some and common.list(deed.who) .. ": " or "") .. deed.text
  end
  return table.concat(parts, "; ")
end

-- The text of deeds for players; nil when no action says whether players see it.
local function declared_deeds(list)
  local open, declared = {}, false
  for _, deed in ipairs(list) do
    local action = live.R.actions[deed.verb] or {}
    local hidden, text = action.secret or action.public == false, deed.text
    declared = declared or hidden or action.public
    -- A number may be one that only the game master knows, as the DC of "try con 12".
    if not action.public then text = text:gsub("%s+[+-]?%.?%d[%x.xXpP+-]*%f[%s;\0]", "") end
    if not hidden then open[#open + 1] = { who = deed.who, named = deed.named, text = text } end
  end
  if not declared then return nil end
  return #open > 0 and deeds_text(open) or live.turn.procedure
end

-- True within a procedure whose turns are shorter than usual, as a fight: they are called rounds.
function procedures.has_rounds() return #live.party.turns > 1 and is_short(live.turn.procedure) end

-- A time in seconds as people are shown it: where turns take minutes, without the seconds of a fight before.
function procedures.without_seconds(now)
  local secs = live.procedure().secs or live.R.turn_secs or 0
  return secs >= 60 and secs % 60 == 0 and now - now % 60 or now
end

-- Sets the clock of a "turn" event, in minutes and the seconds beyond them.
local function set_clock(fields, now)
  now = procedures.without_seconds(now)
  local seconds = now % 60
  fields.minutes = (live.R.timed or now > 0) and now // 60 or nil
  fields.seconds = seconds > 0 and seconds or nil
end

-- The clock as the prompt shows it, in seconds.  While a turn waits for a line, that is the time when the
-- turn will end, as its event has said from the beginning.
function procedures.shown_time()
  local procedure, waiting = live.procedure(), false
  for _, step in ipairs(live.turn.step == "" and {} or procedure.steps) do
    waiting = waiting or step.name == live.turn.step
    if waiting and step.host == "time" then
      return live.party.now + (procedure.secs or live.R.turn_secs or 0)
    end
  end
  return live.party.now
end

-- Text and fields of the "turn" event.  Its clock stands at the end of the turn.
local function describe_turn(turn)
  local p = live.procedure()
  local fields = {
    procedure = turn.procedure, public = declared_deeds(turn.doing),
    inner = #live.party.turns > 1 and not rawget(turn, "shown_number") or nil,
    rounds = procedures.has_rounds() or nil,
  }
  set_clock(fields, live.party.now + (p.passes and (p.secs or live.R.turn_secs) or 0))
  return #turn.doing > 0 and deeds_text(turn.doing) or turn.procedure, fields
end

-- Begins the turn of the group.  Its number, or what is kept of it (recorder.ignored), goes up by 1.  It is
-- reset, unless that was done as the last one ended (live.fresh), and tracks that begin with a roll are
-- rolled.  Then it is told, with a clock that is set again when the turn ends.  at: the place of its event,
-- before the questions that were asked since; nil: the end.  declare(), if given, is called before the turn
-- is told; where it returns true the turn does not begin after all, and false is returned.
function procedures.begin(at, declare)
  local turn = live.turn
  if recorder.turn_ends then recorder.turn_ends(nil) end
  local kept = recorder.ignored.number
  if not kept then turn.number = turn.number + 1
  elseif kept ~= true then rawset(turn, "phase", state.phase(rawget(turn, "phase") + 1, kept)) end
  if live.fresh ~= turn then state.end_turn(turn) end
  live.fresh = false
  if live.R.turn_starts.rolled[1] then state.roll_starts(turn) end
  if declare and declare() then return false end
  local event = events.happen("turn", nil, describe_turn, turn)
  live.told_turn = event or false
  if event and at and at < #live.events then table.insert(live.events, at, table.remove(live.events)) end
  if live.on.turn_start then events.hook "turn_start" end
  return true
end

-- Ends a turn.  Deeds that take more turns stay; what waited for the end of the turn is done.
function procedures.finish()
  local hook = live.on.turn_end
  if hook then
    if recorder.calling then recorder.calling(hook) end
    hook()
  end
  if live.told_turn then
    set_clock(live.told_turn, live.party.now)
    live.told_turn = false
  end
  local turn, left = live.turn, 0
  local doing = turn.doing
  for i = 1, #doing do
    local deed = doing[i]
    doing[i] = nil
    if deed.spent < deed.turns then
      deed.spent, deed.done = deed.spent + 1, false
      left = left + 1
      doing[left] = deed
    end
  end
  if recorder.dark and time.is_dark() then recorder.dark() end
  if recorder.turn_ends then recorder.turn_ends(turn) end
  if live.R.anew_each_turn then tracks.begin_anew "turn" end
  state.end_turn(turn)
  live.in_turn = false
  if rawget(live.party, "between") then procedures.catch_up() end
end

-- --- the deeds of a step ---------------------------------------------------

-- Returns those of the names who can do an action. An action that all do together can be done by all or by
-- nobody; one that a single member does, by the first who can.
local function able_members(action, names)
  local able = common.where(live.present(), function(who) return not live.idle(who, action.name) end)
  if live.R.idle then
    names = common.where(names, function(name) return not live.idle(live.member(name), action.name) end)
  end
  if action.whole and #names < #able then return {} end
  if not deeds.may_be_impossible(action, {}) then return action.by == "one" and { names[1] } or names end
  local function can(who) return not deeds.reason { verb = action.name, who = who, args = {} } end
  if action.by == "all" then return #names > 0 and can(names) and names or {} end
  local list = {}
  for _, name in ipairs(names) do
    if can { name } then list[#list + 1] = name end
    if action.by == "one" and #list == 1 then break end
  end
  return list
end

-- How many deeds a member may do at a step.  Where the deeds are counted for the group, one may do all.
function procedures.deeds_each()
  local p = live.procedure()
  return p.each or p.deeds or 1
end

-- How many deeds each member who is present may still do at a step, beside those in the list: name -> number.
function procedures.deeds_left(step, doing)
  local left, each = {}, procedures.deeds_each()
  for _, who in ipairs(live.present()) do left[who.name] = each end
  for _, deed in ipairs(doing) do
    for _, name in ipairs(deed.at == step and deed.who or {}) do
      if left[name] then left[name] = left[name] - 1 end
    end
  end
  return left
end

-- Gives a step's default deed to everybody present who can do it and has deeds left there: as often as these.
-- If the deeds of a turn are counted for the whole group, the default deed is given once, as one of them,
-- while any is left.  A deed for a single member falls to the first who can do it, unless somebody does it.
local function fill_defaults(step, default)
  local p, left = live.procedure(), procedures.deeds_left(step, live.turn.doing)
  if p.deeds and procedures.has_enough(step) then return end
  -- Round n is for those who have n deeds left or more.  Deeds of the group (p.deeds) are all left to whoever
  -- has done none: of these there is only the last round.
  for n = p.deeds or 1, procedures.deeds_each() do
    if default.by == "one" and deeds.doing(default.name) then return end
    local idle = {}
    for _, who in ipairs(live.present()) do
      if left[who.name] >= n then idle[#idle + 1] = who.name end
    end
    idle = able_members(default, idle)
    if #idle == 0 then return end
    table.insert(live.turn.doing, deeds.new(default, idle, {}, default.name))
  end
end

-- The members who do nothing yet at a step and are forced to act there: name -> the action that forces them.
function procedures.forced_at(step)
  local forced, idle = {}, {}
  local actions = live.procedure().forced_at[step]
  if not actions then return forced end
  local left = procedures.deeds_left(step, live.turn.doing)
  for _, who in ipairs(live.present()) do
    if left[who.name] == procedures.deeds_each() then idle[#idle + 1] = who.name end
  end
  for _, action in ipairs(actions) do
    for _, name in ipairs(able_members(action, idle)) do forced[name] = forced[name] or action end
  end
  return forced
end

-- Gives a step its forced deeds.
local function fill_forced(step)
  local forced, names = procedures.forced_at(step), {}
  for _, who in ipairs(live.present()) do
    local action = forced[who.name]
    if action then
      if not names[action] then
        names[action] = {}
        table.insert(live.turn.doing, deeds.new(action, names[action], {}, action.name))
      end
      table.insert(names[action], who.name)
    end
  end
end

-- True if any action is forced in this procedure.
function procedures.has_forced() return next(live.procedure().forced_at) ~= nil end

-- The names of those who have deeds left at a step, and can do one.
function procedures.waited_for(step)
  local left = procedures.deeds_left(step, live.turn.doing)
  return common.names(common.where(live.present(), function(who)
    return left[who.name] > 0 and not live.idle(who)
  end))
end

-- True if a step has all the deeds that it waits for.
function procedures.has_enough(step)
  local p, doing, count, busy = live.procedure(), live.turn.doing, 0, 0
  for i = 1, #doing do
    local deed = doing[i]
    if deed.at == step then
      -- The deed of a member who has gone away since is not one of those who are waited for.
      count, busy = count + 1, busy + (p.each and #deeds.by_names(deed.who) or 0)
    end
  end
  if p.each and live.anyone_idle() then return procedures.waited_for(step)[1] == nil end
  if p.each then return busy >= #live.present() * p.each end
  return count >= (p.deeds or 1)
end

-- Performs one deed, if this is its last turn.  done: how many members have done it already, where the line
-- was left within it, or nil.  begins, n, place: recorder.step_begins, the step and the place of the deed in
-- turn.doing, where a study may leave the line before each member; or nil.
function procedures.perform(deed, done, begins, n, place)
  deed.done = true
  if deed.spent < deed.turns then return end
  local action, them = live.R.actions[deed.verb], deeds.by(deed)
  if #them == 0 and (#deed.who > 0 or deeds.is_nobodys(deed)) then return end
  local outer, act, was_ended = live.secret, action.act, action.enters and live.is_over()
  live.secret = outer or action.secret
  live.deed = #live.turn.doing > 1 and deed.verb             -- each check says whose deed it is
  live.acts = deed
  if act and action.by == "all" then deeds.call(act, them, deed)
  elseif act then
    live.one_by_one = them
    -- One after the other, in the order of deed.who: as they were typed, else the marching order.
    for i = (done or 0) + 1, #them do
      if skips_rest() then break end
      local goes_on = i > 1 and i - 1 ~= done   -- not before the first, nor again where the line was left
      if begins and goes_on then begins(n, i - 1, them, place) end
      deeds.call(act, them[i], deed)
    end
    live.one_by_one = false
  end
  live.acts = false
  if action.leaves then procedures.leave() end
  if action.enters and (was_ended or not live.is_over()) then procedures.enter(action.enters) end
  live.secret, live.deed = outer, false
  if live.on.deed then events.hook("deed", deed.verb, deeds.by_names(deed.who)) end
end

local function rules_order_deeds() return live.R.final.rule.deed_order ~= chance.rules.deed_order end

-- Returns deeds in the order that rule.deed_order gives them.
function procedures.in_order(list)
  if not list[2] or not rules_order_deeds() then return list end
  local left, sorted = {}, {}
  for i, deed in ipairs(list) do left[i] = table.concat(deed.who or {}, " ") .. ": " .. deed.text end
  for n, text in ipairs(live.R.final.rule.deed_order(common.copy(left))) do
    local at = common.contains(left, text)
    if not at then common.mistake("rule.deed_order: there is no deed '%s' left", tostring(text)) end
    left[at], sorted[n] = false, list[at]
  end
  for _, text in ipairs(left) do
    if text then common.mistake("rule.deed_order left out '%s'", text) end
  end
  return sorted
end

-- Puts the deeds of a step in their order.
local function arrange(step)
  local doing, places, list = live.turn.doing, {}, {}
  for i, deed in ipairs(doing) do
    if deed.at == step and not deed.done then places[#places + 1], list[#list + 1] = i, deed end
  end
  for n, deed in ipairs(procedures.in_order(list)) do doing[places[n]] = deed end
end

-- The first deed of a step that is not done yet, and its place among all deeds.
local function next_deed(step)
  local doing = live.turn.doing
  for i = 1, #doing do
    local deed = doing[i]
    if not deed.done and deed.at == step then return deed, i end
  end
end

-- Performs the deeds of step n, from `deed` on, which has this place.  Rules may change the list meanwhile.
-- begins: recorder.step_begins, or nil.
local function do_deeds(step, n, begins, deed, place)
  while deed do
    procedures.perform(deed, nil, begins, n, place)
    if skips_rest() then return end
    deed, place = next_deed(step)
    if deed and begins then begins(n, 0, nil, place) end
  end
end

-- --- the steps -------------------------------------------------------------

-- When rules are read, each step becomes one function that knows all they say of it:
--   step.run(n, begins, finish)           does step n of the turn; returns false when it waits for a line
--   step.work(n, begins, finish, after)   the part of it behind the deeds: a function, a chart or time
-- begins: recorder.step_begins, or nil.  finish: true if the step must not wait.  after: how many members
-- have done the work already; nil: none.

-- Returns step.work for a step with f(who) for each member who is present, from the one behind `after` on.
local function work_of_each(f)
  local spare = {}                             -- a list for the members; nil while it is used
  return function(n, begins, _, after)
    local them, skipped = present(live.party.members, spare), live.turn.skipped
    spare, after = nil, after or 0
    if recorder.calling then recorder.calling(f) end
    live.one_by_one = them
    for i = after + 1, #them do
      if skipped[REMAINING] then break end
      -- not for the first: its beginning has been noted, by the step or by the call before
      if begins and i > after + 1 then begins(n, i - 1, them) end
      f(them[i])
    end
    live.one_by_one, spare = false, them
  end
end

-- A function for the work of a step after its deeds, or nil.
local function work_of(step, secs)
  local f, chart = step.f, step.chart
  if f and step.each then return work_of_each(f) end
  if f then
    return function()
      if recorder.calling then recorder.calling(f) end
      f()
    end
  end
  if chart then return chance.roller(chart) end
  if step.host == "time" then return time.turn_of(secs) end
end

-- Does the deeds of a step that are not done yet.
function procedures.do_rest(step) do_deeds(step.name, nil, false, next_deed(step.name)) end

-- Does at once what was declared for a step that waits for more deeds.  Returns true if it still waits; not
-- if a deed has sent away all members for whose deeds it waited.
local function waits_on(name)
  local declared = common.where(live.turn.doing, function(deed) return deed.at == name end)
  for _, deed in ipairs(declared) do
    if not deed.done then procedures.perform(deed) end
  end
  if skips_rest() or procedures.has_enough(name) then return false end
  live.turn.step = name
  return true
end

-- True if any deed is enough for a step of the procedure.
local function is_any_enough(p) return not p.each and (p.deeds or 1) == 1 end

-- True if a step begins with any deed, in the order typed, and forces nobody.
function procedures.begins_with_any(p, step)
  return is_any_enough(p) and not p.forced_at[step.name] and not rules_order_deeds()
end

-- step.run of a step that takes deeds: does these, and then step.work.
local function run_of_deeds(p, step)
  local name, work = step.name, step.work
  local forced, default = p.forced_at[name], p.default_at[name]
  local is_enough, arranges = is_any_enough(p), rules_order_deeds()
  return function(n, begins, finish)
    if forced then fill_forced(name) end
    local deed, place = next_deed(name)
    local has_all = finish or deed and is_enough or procedures.has_enough(name)
    if not has_all then
      if waits_on(name) then return false end
      deed, place = nil, nil                   -- all that were declared are done
    end
    live.turn.step = ""
    if not has_all and skips_rest() then return end
    if default then fill_defaults(name, default) end
    if arranges then arrange(name) end
    if default or arranges then deed, place = next_deed(name) end
    do_deeds(name, n, begins, deed, place)
    if work and not skips_rest() then work(n, begins) end
  end
end

-- Prepares all procedures of the rules.
function procedures.prepare(R)
  for _, p in next, R.procedures do
    for _, step in ipairs(p.steps) do
      step.work = work_of(step, p.secs or R.turn_secs)
      step.run = step.deed and run_of_deeds(p, step) or step.work
    end
  end
end

-- Finishes step n, which was left within it.  left: { done: how many members had done it; deed: the place in
-- turn.doing of the deed that they did, or nil where it was the work of the step itself }.
local function finish_step(step, left, n, begins)
  local deed, done = live.turn.doing[left.deed], left.done
  if left.deed then
    if done > 0 then procedures.perform(deed, done, begins, n, left.deed) end
    if not skips_rest() then do_deeds(step.name, n, begins, next_deed(step.name)) end
    done = 0
  end
  if step.work and not skips_rest() then step.work(n, begins, nil, done) end
end

-- Runs the steps of the turn from place `from` on.  Returns true at the end of the turn, false when a step
-- waits for a line.  Options:
--   finish    no step waits for a line, defaults are used
--   of_line   the steps are those of the line itself, and the recorder may leave them (recorder.step_begins)
--   left      where step `from` was left, see finish_step
function procedures.run_steps(from, finish, of_line, left)
  local steps, begins, first = live.procedure().steps, of_line and recorder.step_begins, from
  local skipped = live.turn.skipped
  if left then
    finish_step(steps[from], left, from, begins)
    first = from + 1
  end
  for n = first, #steps do
    local step = steps[n]
    if begins and n > from and step.host ~= "time" then begins(n) end
    local run = step.run
    if run and not skipped[step.name] and run(n, begins, finish) == false then return false end
  end
  -- A line that was left there begins behind the last step (from > #steps), and does not stop again.
  if begins and from <= #steps then begins(#steps + 1) end
  return true
end

-- run "week": one turn of a procedure, without deeds.  If that procedure is under way, this is its next turn;
-- else it shows the number of the turn in which it is run.
function procedures.run(name)
  live.thing("procedures", name, "run")
  local turn, like = state.new_turn(name), nil
  for _, t in ipairs(live.party.turns) do
    if t.procedure == name then like = t end
  end
  if like then turn.number = like.number end
  local shown = like and like.number + 1 or rawget(live.turn, "shown_number") or live.turn.number
  rawset(turn, "shown_number", shown)
  table.insert(live.party.turns, turn)
  state.use(live.S.at)
  local outer, them = live.told_turn, live.one_by_one
  live.one_by_one = false                      -- a chart of its steps is about everybody
  procedures.begin()
  procedures.run_steps(1, true)
  events.hook("turn_end")
  live.one_by_one = them
  live.told_turn = outer                       -- its clock is set when the turn around this one ends
  if like then like.number = turn.number end
  local at = common.contains(live.party.turns, turn)
  if at then table.remove(live.party.turns, at) end
  state.use(live.S.at)
end

return procedures
