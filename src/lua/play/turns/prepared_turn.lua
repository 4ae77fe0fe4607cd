-- prepared_turn.lua -- a turn that is known before it begins, as one function.
--
-- A plan plays the same line turn after turn, and at the table most turns repeat a line, too. Once a line
-- has been played, much is known of its next turn: who does which deed, at which step, with which
-- arguments, and often for how many turns (turn.play). prepared_turn.new looks up all that this and the
-- rules fix, and returns a function that only does what is left: no step looks for its deeds, and no deed
-- for its action.
--
-- The rest is asked for in every turn: rules may change the deeds before their step comes
-- (`instead`, `skip`), or take members out of sight. Then that step runs as in any other turn
-- (procedures.run_steps). So do the steps of turns with several deeds, and all steps while a study cuts
-- lines between them.
local common = module "common"
local deeds = module "play/turns/deeds"
local events = module "play/events"
local live = module "play/live"
local procedures = module "play/turns/procedures"
local recorder = module "play/recorder"
local prepared_turn = {}

local named, present_as, of_line = lists.named, lists.present_as, deeds.of_line
local begin, finish = procedures.begin, procedures.finish
local REMAINING = live.REMAINING

-- Returns a function (who) that calls the action's function `act` for that doer, or all, with the arguments
-- of the deed, as deeds.call does.  args, n: what deeds.fixed_arguments returns.
local function caller(act, deed, args, n)
  if #deed.args == 0 then return act end
  if not args then return function(who) return deeds.call(act, who, live.turn.doing[1]) end end
  return function(who) return act(who, table.unpack(args, 1, n)) end
end

-- Performs a deed that each of its doers does. call: see `caller`.
local function perform_each(act, call, them)
  live.one_by_one, live.acts = them, true
  for i = 1, #them do
    if live.turn.skipped[REMAINING] then break end      -- a rule skips all that is left of the turn
    if recorder.calling then recorder.calling(act) end
    call(them[i])
  end
  live.one_by_one, live.acts = false, false
end

-- The function of a step that performs the only deed of the turn. now: has that deed, as now.deed, once the
-- turn runs; crowd: how many are in the party. Where the turn is not as it was prepared, the step runs as in
-- any other turn (step.run).
local function run_of_deed(p, step, deed, crowd, now)
  local run, work, doers_n = step.run, step.work, #deed.who
  local action, hears = live.R.actions[deed.verb], live.on.deed
  local act, is_together = action.act, action.by == "all"
  local args, args_n = deeds.fixed_arguments(deed)
  local call = act and caller(act, deed, args, args_n)
  local has_two = args and args_n == 2 and #deed.args > 0     -- then the function is called without `call`
  local a, b = table.unpack(has_two and args or {}, 1, 2)
  local idles, are_all, spare = live.R.idle, doers_n == crowd, {}    -- spare: as in procedures.lua
  -- A member without a deed is given the default one at this step, which is no longer the only deed.
  local needs_all = p.default_at[step.name] ~= nil
  if needs_all and doers_n ~= crowd then return run end
  return function()
    local turn, mine = live.turn, now.deed
    local doing, doers = turn.doing
    local is_due = doing[1] == mine and not doing[2] and not mine.done and mine.spent >= mine.turns
    if not is_due or idles and live.anyone_idle() then return run() end
    if are_all then doers, spare = present_as(live.party.members, spare, mine.who), nil
    else doers = named(live.party.members, mine.who) end
    if not doers or #doers ~= doers_n then return run() end
    mine.done = true
    if call and is_together then           -- as procedures.perform does
      if recorder.calling then recorder.calling(act) end
      live.acts = true
      if has_two then act(doers, a, b) else call(doers) end
      live.acts = false
    elseif call then perform_each(act, call, doers) end
    spare = are_all and doers
    if hears then events.hook("deed", mine.verb, deeds.by_names(mine.who)) end
    turn = live.turn                           -- with the deed another may have begun
    if turn.skipped[REMAINING] then return end
    doing = turn.doing
    if doing[1] ~= mine or doing[2] then procedures.do_rest(step) end
    if work then work() end
  end
end

-- The steps of a turn with these deeds that do anything: two lists, of their names and functions. No study
-- leaves such a turn, so that the functions need not know the place of their step.
local function steps_of(p, known, crowd, now)
  local names, runs = {}, {}
  local only_deed = #known.deeds == 1 and known.deeds[1]
  for _, step in ipairs(p.steps) do
    local run = step.run
    local action = only_deed and only_deed.at == step.name and live.R.actions[only_deed.verb]
    -- The deed is enough for the step, and changes nothing but what its function changes.
    local is_plain = action and not (action.secret or action.leaves or action.enters)
    if is_plain and procedures.begins_with_any(p, step) then
      run = run_of_deed(p, step, only_deed, crowd, now)
    end
    if run then
      local n = #runs + 1
      names[n], runs[n] = step.name, run
    end
  end
  return names, runs
end

-- True if a file names turn.doing, or goes through all fields of a record.
local function names_deeds(file)
  local kinds, words = file.kinds, file.words
  for i = 1, #words do
    local word, kind = words[i], kinds[i]
    local goes_through_all = kind == "name" and word == "pairs"
    -- turn["doing"] or turn.doing
    local is_field = kind == "text" or kind == "name" and kinds[i - 1] == "."
    if goes_through_all or is_field and word == "doing" then return true end
  end
  return false
end

-- True if rules may get hold of a deed. R remembers it, since the search takes as long as some turns.
local function may_hold_deeds()
  local R = live.R
  if R.holds_deeds == nil then R.holds_deeds = common.first(R.files, names_deeds) ~= nil end
  return R.holds_deeds
end

-- Returns a function that puts the deeds of a line into an empty list. turns: how many each takes, or nil. To
-- spare memory they are the same tables in every turn; but new ones where rules may hold the last, or where
-- the turn before goes on with some of them, perhaps in another group.
local function placer(known, turns)
  local put, who, n = {}, {}, #known           -- the tables that were put last, and their lists of doers
  local last                                   -- the list into which they were put
  local held                                   -- may rules hold them? nil: looked up at the second turn
  turns = turns or common.map(known, function() return 1 end)
  return function(doing)
    if held == false and not last[1] then
      for i = 1, n do
        local deed = put[i]
        deed.who, deed.spent, deed.turns, deed.done = who[i], 1, turns[i], false
        doing[i] = deed
      end
    else
      if last and held == nil then held = may_hold_deeds() end
      for i = 1, n do
        local deed = of_line(known[i], turns[i])
        doing[i], put[i], who[i] = deed, deed, deed.who
      end
    end
    last = doing
  end
end

-- Prepares turns of a procedure. known: { deeds; turns: how many each takes, or nil where play has to ask };
-- crowd: how many are in the party, all of them present. Returns two functions:
--   place(doing)   puts the deeds into the list
--   run(begins)    does the steps of a turn, and ends it; returns false when a step waits for a line. begins:
--                  the turn is begun first, with these deeds; only where known.turns are there
function prepared_turn.new(p, known, crowd)
  local now = { deed = nil }                    -- the first deed of the turn that runs
  local names, runs = steps_of(p, known, crowd, now)
  local steps_n, place = #runs, placer(known.deeds, known.turns)
  local function run(begins)
    local names, runs = names, runs             -- locals are quicker
    local turn = live.turn
    if begins then
      local at = #live.events + 1
      place(turn.doing)
      live.in_turn = true
      begin(at)
    end
    local skipped = turn.skipped
    now.deed = turn.doing[1]
    for i = 1, steps_n do
      if not skipped[names[i]] and runs[i]() == false then
        live.in_turn = false
        return false
      end
    end
    finish()
    return true
  end
  return { place = place, run = run }
end

return prepared_turn
