-- steps.lua -- one turn: its number and tracks, its steps, and the deeds done at them.
local checks = module "play/checks"
local chance = module "play/chance"
local common = module "common"
local deeds = module "play/deeds"
local events = module "play/events"
local live = module "play/live"
local procedures = module "play/procedures"
local recorder = module "play/recorder"
local state = module "play/state"
local time = module "play/time"
local words = {}

-- The procedure of the turn under way.
function words.procedure() return live.R.procedures[live.turn.procedure] end
local procedure = words.procedure

-- skip "act": leaves a step out this turn
function words.skip(step)
  local names = {}
  for i, s in ipairs(procedure().steps) do
    names[i] = s.name
    if s.name == step then
      live.turn.skipped[step] = true
      return
    end
  end
  error("skip: there is no step '" .. tostring(step) .. "' here" .. common.hint(tostring(step), names), 0)
end

-- --- a turn begins ---------------------------------------------------------

-- Adds n to a turn's number, unless the number is left out of the state.
function words.add_to_number(turn, n)
  if not recorder.ignored.number then turn.number = turn.number + n end
end

local function clear_skipped(turn)
  if next(turn.skipped) ~= nil then turn.skipped = {} end
end

-- Begins a turn's number, tracks and steps, without telling anybody.
function words.count()
  local turn = live.turn
  words.add_to_number(turn, 1)
  if live.fresh ~= turn then state.reset_turn(turn) end
  state.roll_turn(turn)
  live.fresh = nil
  clear_skipped(turn)
  turn.step = ""
end

local function deeds_text(list)
  local parts, present = {}, #live.present()
  for i, deed in ipairs(list) do
    local some = #deed.who < present and #live.party.members > 1 and deed.named
    parts[i] = (some and common.list(deed.who) .. ": " or "") .. deed.text
  end
  return table.concat(parts, "; ")
end

-- Text and fields of the event that a turn begins.  A procedure that waits for lines tells when it begins,
-- the others when they end.
local function describe_turn(turn)
  local p = procedure()
  local ends = live.party.now + (p.waits and 0 or p.secs or live.R.turn_secs or 0)
  return #turn.doing > 0 and deeds_text(turn.doing) or turn.procedure, {
    minutes = (live.R.timed or ends > 0) and ends // 60 or nil, procedure = turn.procedure,
    inner = #live.party.turns > 1 and not rawget(turn, "told") or nil,
  }
end

-- Tells that the turn begins.  at: the place of its event, before what was asked already; nil: the end.
function words.announce(at)
  events.happen("turn", nil, describe_turn, live.turn)
  if at and at < #live.events then table.insert(live.events, at, table.remove(live.events)) end
  events.hook "turn_start"
end

function words.begin()
  words.count()
  words.announce()
end

-- Ends a turn.  Deeds that take more turns stay; what waited for the end of the turn is done.
function words.finish()
  events.hook("turn_end")
  local left, turn = {}, live.turn
  for _, deed in ipairs(turn.doing) do
    if deed.spent < deed.turns then
      deed.spent, deed.done = deed.spent + 1, false
      left[#left + 1] = deed
    end
  end
  turn.doing, turn.step = left, ""
  clear_skipped(turn)
  state.reset_turn(turn)
  live.fresh, live.in_turn = turn, false
  procedures.catch_up()
end

-- --- the deeds of a step ---------------------------------------------------

local function deeds_at(step)
  local list, doing = {}, live.turn.doing
  for i = 1, #doing do
    if doing[i].at == step then list[#list + 1] = doing[i] end
  end
  return list
end

-- The names of those who can do an action, of these.  What all do together all can do, or nobody.
local function able(action, names)
  if not action.cannot then return names end
  local function can(who) return not deeds.reason { verb = action.name, who = who, args = {} } end
  if action.by == "all" then return #names > 0 and can(names) and names or {} end
  local list = {}
  for _, name in ipairs(names) do
    if can { name } then list[#list + 1] = name end
    if action.by == "one" and #list == 1 then break end
  end
  return list
end

-- How many deeds each member who is present may still do at a step: name -> number.
function words.deeds_left(step)
  local left = {}
  for _, who in ipairs(live.present()) do left[who.name] = procedure().each or 1 end
  for _, deed in ipairs(deeds_at(step)) do
    for _, name in ipairs(deed.who) do
      if left[name] then left[name] = left[name] - 1 end
    end
  end
  return left
end

-- Gives the step's default deed to everybody present who has none there and can do it; who has two to go does
-- it twice.
local function fill_defaults(step)
  local default = live.R.default_at[step .. "\0" .. live.turn.procedure] or live.R.default_at[step .. "\0"]
  if not default then return end
  local left = words.deeds_left(step)
  for n = 1, procedure().each or 1 do
    local idle = {}
    for _, who in ipairs(live.present()) do
      if left[who.name] >= n then idle[#idle + 1] = who.name end
    end
    idle = able(default, idle)
    if #idle == 0 then return end
    table.insert(live.turn.doing, deeds.new(default, idle, {}, default.name))
  end
end

-- Has a step all the deeds that it waits for?
function words.has_enough(step)
  local p, doing, count, busy = procedure(), live.turn.doing, 0, 0
  for i = 1, #doing do
    if doing[i].at == step then count, busy = count + 1, busy + #doing[i].who end
  end
  if p.each then return busy >= #live.present() * p.each end
  return count >= (p.deeds or 1)
end

-- Puts the deeds of a step in the order that rule.deed_order gives.
local function arrange(step)
  local order = live.R.final.rule.deed_order
  if order == checks.rules.deed_order then return end
  local doing, places, sentences, list = live.turn.doing, {}, {}, {}
  for i, deed in ipairs(doing) do
    if deed.at == step and not deed.done then
      places[#places + 1], list[#list + 1] = i, deed
      sentences[#sentences + 1] = table.concat(deed.who, " ") .. ": " .. deed.text
    end
  end
  if #sentences < 2 then return end
  local left = common.copy(sentences)
  for n, text in ipairs(order(common.copy(sentences))) do
    local at = common.contains(left, text)
    if not at then error("rule.deed_order: there is no deed '" .. tostring(text) .. "' left", 0) end
    left[at] = false
    doing[places[n]] = list[at]
  end
  for _, text in ipairs(left) do
    if text then error("rule.deed_order left out '" .. text .. "'", 0) end
  end
end

local function do_deeds(step)
  arrange(step)
  local i, doing = 1, live.turn.doing
  while i <= #doing do
    local deed = doing[i]
    if deed.at == step and not deed.done then
      deeds.perform(deed)
      i, doing = 1, live.turn.doing           -- rules may have changed the list
    else
      i = i + 1
    end
  end
end

-- --- the steps -------------------------------------------------------------

-- Does the deeds of a step.  Returns false when it waits for more of them; those declared are done at once.
local function deed_step(name, finish)
  if not finish and not words.has_enough(name) then
    for _, deed in ipairs(deeds_at(name)) do
      if not deed.done then deeds.perform(deed) end
    end
    live.turn.step = name
    return false
  end
  live.turn.step = ""
  fill_defaults(name)
  do_deeds(name)
  return true
end

-- A step that each member who is present does; the first `done` of them have done it already.
local function do_each(step, n, done, of_line)
  local them = live.present()
  for i = done + 1, #them do
    if of_line and i > done + 1 then recorder.step_begins(n, i - 1, them) end
    step.f(them[i])
  end
end

-- Runs the steps of the turn from place `from` on.  Options: finish: no step waits for a line, defaults are
-- used; of_line: the steps are those of the line itself, and the recorder may leave them
-- (recorder.step_begins); done: so many members have done step `from` already.  Returns true at the end of
-- the turn, false when a step waits for a line.
function words.run_steps(from, finish, of_line, done)
  local p, turn = procedure(), live.turn
  for n = from, #p.steps do
    local step = p.steps[n]
    if of_line and n > from and step.host ~= "time" then recorder.step_begins(n) end
    if done or not turn.skipped[step.name] then
      if step.deed and not done and not deed_step(step.name, finish) then return false end
      if step.f then
        recorder.calling(step.f)
        if step.each then do_each(step, n, done or 0, of_line) else step.f() end
      elseif step.host == "time" then time.pass_turn(p.secs or live.R.turn_secs)
      elseif step.chart then chance.roll(step.chart) end
    end
    done = nil
  end
  return true
end

-- run "week": one turn of a procedure, without deeds.  One more turn of a procedure that is under way is
-- counted with its others; any other belongs to the turn that it is run in.
function words.run(name)
  procedures.check_known(name, "run")
  local turn, like = state.new_turn(name), nil
  for _, t in ipairs(live.party.turns) do
    if t.procedure == name then like = t end
  end
  if like then turn.number = like.number end
  rawset(turn, "told", like and like.number + 1 or rawget(live.turn, "told") or live.turn.number)
  table.insert(live.party.turns, turn)
  state.use(live.S.at)
  words.begin()
  words.run_steps(1, true)
  events.hook("turn_end")
  if like then like.number = turn.number end
  for i = #live.party.turns, 1, -1 do
    if live.party.turns[i] == turn then table.remove(live.party.turns, i) end
  end
  state.use(live.S.at)
end

return words
