-- turn.lua -- the deeds of one line: who does what, whether it can be done, and the turns it takes.
local common = module "common"
local deeds_of = module "play/turns/deeds"
local events = module "play/events"
local live = module "play/live"
local prepared_turn = module "play/turns/prepared_turn"
local procedures = module "play/turns/procedures"
local recorder = module "play/recorder"
local status = module "play/status"
local turn = {}

local refuse = events.refuse

local NOBODY_HERE <const> = "nobody is here for '%s'; 'party' shows who is away"

-- --- who does it -----------------------------------------------------------

local function is_for_one(deed) return live.R.actions[deed.verb].by == "one" end

local function present_names() return common.names(live.present()) end

-- Gives a deed of the whole party to all who are present.  Refuses it for some of them, and a deed of one
-- member for several.
local function check_doers(deed)
  local together = live.R.actions[deed.verb].whole and present_names() or {}
  if is_for_one(deed) and deed.who and #deed.who > 1 then
    refuse("only one at a time can %s. Type '%s %s'", deed.verb, deed.who[1], deed.text)
  end
  if deed.who and #deed.who < #together then refuse("all do that together. Type '%s'", deed.text) end
  if #together > 0 then deed.who = together end
end

-- The verbs that each member does at a step, among these deeds: name -> list.
local function verbs_by_name(step, deeds)
  local verbs = {}
  for _, deed in ipairs(deeds) do
    for _, doer in ipairs(deed.at == step and deed.who or {}) do
      verbs[doer] = verbs[doer] or {}
      table.insert(verbs[doer], deed.verb)
    end
  end
  return verbs
end

-- Refuses a deed of a member who has to do another.  forced: see procedures.forced_at.
local function refuse_forced(deed, name, forced)
  if forced[name] and forced[name].name ~= deed.verb then refuse("%s has to %s", name, forced[name].name) end
end

-- Returns the switch that keeps the member of this name from a verb (live.idle), or nothing.  Where the rules
-- have no such switch the member is not looked up: with 600 members that would take long.
local function idle_by_name(name, verb) return live.R.idle and live.idle(live.member(name), verb) end

-- Refuses a deed of a member whom a switch keeps from it, unless the whole party does it.
local function refuse_idle(deed, name)
  local why = not live.R.actions[deed.verb].whole and idle_by_name(name, deed.verb)
  if why then refuse("%s is %s.", name, why:gsub("_", " ")) end
end

-- True if switches keep everybody who is present from a verb.
local function are_all_idle(verb)
  local function is_free(who) return not live.idle(who, verb) end
  return live.R.idle and not common.first(live.present(), is_free)
end

-- "A and B are faint and C is frozen": why nobody who is present can do a verb.
local function why_all_idle(verb)
  local by_switch, parts = {}, {}
  for _, who in ipairs(live.present()) do
    local switch = live.idle(who, verb)
    by_switch[switch] = common.append(by_switch[switch] or {}, { who.name })
  end
  for _, switch in ipairs(common.keys(by_switch)) do
    local names = by_switch[switch]
    parts[#parts + 1] = common.list(names) .. (#names == 1 and " is " or " are ") .. switch:gsub("_", " ")
  end
  return common.list(parts)
end

-- Refuses a deed for which nobody is free.
local function refuse_nobody_free(deed, present, forced)
  if #present == 0 then refuse(NOBODY_HERE, deed.verb) end
  local must = forced[present[1]] and forced[present[1]].name
  local other = common.first(present, function(name) return forced[name] ~= forced[present[1]] end)
  if must and not other then                   -- all have to do the same
    refuse("nobody is free to %s: %s %s to %s. Type '%s'", deed.verb, common.list(present),
      #present == 1 and "has" or "have", must, must)
  end
  if not are_all_idle(deed.verb) then refuse("nobody is free to %s", deed.verb) end
  local default = live.procedure().default_at[deed.at]
  refuse("nobody is free to %s: %s. Type '%s' to let %s", deed.verb, why_all_idle(deed.verb),
    default and default.name or "pass 10 minutes", default and "the turn pass" or "time go by without a turn")
end

-- True if each does different things, and a verb is not the default: then nobody does it twice in a turn.
local function is_done_once(deed)
  local p, default = live.procedure(), live.procedure().default_at[deed.at]
  return p.different and not (default and default.name == deed.verb)
end

-- How many more members may do a deed in this turn, where its action says how many at most.  Refuses it
-- where these are fewer than n.  given: the deeds that have their doers.
local function places_left(deed, given, n)
  local most = live.R.actions[deed.verb].most
  if not most then return math.huge end
  local already = {}
  for _, other in ipairs(given) do
    if other.verb == deed.verb then common.append(already, other.who) end
  end
  if #already + n > most then
    local who = #already > 0 and ", and " .. common.list(already) .. (already[2] and " do" or " does") or ""
    refuse("%s can %s at a time%s", most == 1 and "only one" or "at most " .. most, deed.verb, who)
  end
  return most - #already
end

-- The members who are free for a deed that names nobody.  An empty list if it is the default deed and all are
-- idle: then a turn passes in which nobody does anything.  for_one: only the first, since one member does it.
-- given: the deeds that have their doers.
local function free_for(deed, given, for_one, forced)
  local free, present, deeds_left = {}, present_names(), procedures.deeds_left(deed.at, given)
  local places = for_one and 1 or places_left(deed, given, 1)
  local verbs = is_done_once(deed) and verbs_by_name(deed.at, given) or {}
  if #present == 1 then refuse_forced(deed, present[1], forced) end     -- of several, another may be free
  for _, name in ipairs(present) do
    local must_do_other = forced[name] and forced[name].name ~= deed.verb
    local is_free = deeds_left[name] > 0 and not must_do_other and not idle_by_name(name, deed.verb)
      and not common.contains(verbs[name] or {}, deed.verb)
    if is_free and #free < places then free[#free + 1] = name end
  end
  local default = #free == 0 and live.procedure().default_at[deed.at]
  local passes = default and default.name == deed.verb and #present > 0 and are_all_idle(deed.verb)
  if #free == 0 and not passes then refuse_nobody_free(deed, present, forced) end
  return free
end

-- Refuses more deeds than the group has in a turn, where the procedure says how many.
local function refuse_too_many(deeds)
  local max = live.procedure().deeds
  if not max then return end
  local deeds_at = {}                          -- step -> how many
  for _, list in ipairs { live.turn.doing, deeds } do
    for _, deed in ipairs(list) do
      deeds_at[deed.at] = (deeds_at[deed.at] or 0) + 1
      if deeds_at[deed.at] > max then
        refuse("A %s has only %s.", live.turn.procedure, common.counted(max, "deed"))
      end
    end
  end
end

-- Gives a deed to its doers, a list of names, and adds it to `given`, the deeds that have theirs.  Refuses it
-- for a member who has no deed left, or has to do another (forced: see procedures.forced_at).
local function give(deed, doers, given, forced)
  local deeds_each, verbs = procedures.deeds_each(), verbs_by_name(deed.at, given)
  places_left(deed, given, #doers)
  for _, name in ipairs(doers) do
    refuse_forced(deed, name, forced)
    refuse_idle(deed, name)
    local does = verbs[name] or {}
    if #does >= deeds_each then
      refuse(deeds_each == 1 and "%s already does something else this turn: %s"
        or "%s has no more deeds this turn (%s)", name, common.list(does))
    end
    if is_done_once(deed) and common.contains(does, deed.verb) then
      refuse("nobody does the same twice in a %s, and %s does this already: %s", live.turn.procedure, name,
        common.list(does))
    end
    does[#does + 1] = deed.verb                -- in case that the name is among the doers twice
    verbs[name] = does
  end
  deed.who = doers
  given[#given + 1] = deed
end

-- Gives every deed of a line its doers, and refuses more deeds than a member has in a turn.
local function assign(deeds)
  for _, deed in ipairs(deeds) do check_doers(deed) end
  refuse_too_many(deeds)
  local given = common.copy_list(live.turn.doing)
  local forced = {}                            -- step -> who has to do what at it
  for _, deed in ipairs(deeds) do forced[deed.at] = forced[deed.at] or procedures.forced_at(deed.at) end
  local unnamed = {}                           -- step -> how many deeds at it name nobody
  for _, deed in ipairs(deeds) do
    deed.named = deed.who ~= nil
    if deed.named then give(deed, deed.who, given, forced[deed.at])
    else unnamed[deed.at] = (unnamed[deed.at] or 0) + 1 end
  end
  for _, deed in ipairs(deeds) do
    if not deed.who then
      -- Where several deeds of a step name nobody, each goes to one member, whose name its text then needs.
      deed.named = unnamed[deed.at] > 1
      local for_one = deed.named or is_for_one(deed)
      give(deed, free_for(deed, given, for_one, forced[deed.at]), given, forced[deed.at])
    end
  end
end

-- --- whether it can be done ------------------------------------------------

local function step_place(name) return live.procedure().place_of[name] end

local function is_part_of(action, procedure)
  return not action.during or common.contains(action.during, procedure)
end

-- True if the verb can be given in the procedure that goes on.
function turn.is_verb_here(verb)
  local action = live.R.actions[verb]
  return is_part_of(action, live.turn.procedure) and (action.turns == 0 or step_place(action.at) ~= nil)
end

-- Refuses a deed of a later step.  The sentence names the verbs of the step that comes first, and a line that
-- does one of them and then the deed.
local function refuse_too_early(step, deed)
  local names = common.where(live.R.kinds.action:names(), function(name)
    local action = live.R.actions[name]
    return action.at == step and action.turns ~= 0 and is_part_of(action, live.turn.procedure)
  end)
  refuse("Choose first: %s, as in '%s; %s'.", common.list(names, "or"), names[1], deed.text)
end

-- The action that enters or leaves a procedure, or nil.  field: "enters" or "leaves".
local function way(field, procedure)
  return common.first(live.R.kinds.action:names(), function(name)
    return live.R.actions[name][field] == procedure
  end)
end

-- Refuses a verb of other procedures, with the verb that leads to them.
local function refuse_here(verb, procedures_of_it)
  local now, theirs = live.turn.procedure, common.list(procedures_of_it, "or")
  local out, into = way("leaves", now), way("enters", procedures_of_it[1])
  if out then refuse("'%s' is not for %s; '%s' ends it", verb, now, out) end
  local help = live.R.procedures[procedures_of_it[1]].help
  if not into and help then refuse("'%s' is only for %s: %s", verb, theirs, help) end
  refuse(into and "'%s' is only for %s; '%s' begins it" or "'%s' is only for %s", verb, theirs, into)
end

-- Refuses a deed of another procedure than goes on; in an ending, all deeds whose `during` does not name it.
local function refuse_other_procedure(deed)
  local action, procedure = live.R.actions[deed.verb], live.turn.procedure
  if live.procedure().is_ending and not (action.during and is_part_of(action, procedure)) then
    refuse("it is over: %s", procedures.ending())
  end
  if action.enters and action.enters == procedure then refuse("you are in %s already", action.enters) end
  if not is_part_of(action, procedure) then refuse_here(deed.verb, action.during) end
end

-- The place in live.party.kept of the turns that were spent on the same deed before, which was interrupted:
-- if its action keeps such turns, or if news stopped it in the last turn.  Else nil.
local function kept_place(deed)
  local kept = live.party.kept
  for i = #kept, 1, -1 do
    local k = kept[i]
    local holds = live.R.actions[deed.verb].keeps or k.until_turn == live.turn.number
    if holds and k.verb == deed.verb and k.room == live.party.room and common.same(k.args, deed.args) then
      return i
    end
  end
end

-- Returns how many turns were spent on the same deed before, and where it was stopped at news also how many
-- it takes in all.  Else 0.  Removes the record of them.
local function spent_before(deed)
  local at = kept_place(deed)
  if not at then return 0 end
  local k = table.remove(live.party.kept, at)
  return k.spent, k.turns
end

local function refuse_impossible(deed)
  local why = deeds_of.reason(deed)
  if why then refuse("%s", tostring(why)) end
end

-- Drops the work on deeds that was kept only until this turn (until_turn).
local function forget_spent()
  local kept = live.party.kept
  for i = #kept, 1, -1 do
    if kept[i].until_turn then table.remove(kept, i) end
  end
end

-- Sets how many turns each deed takes, and refuses deeds that cannot be done.  Returns true when none of them
-- takes a turn.
local function declare(deeds)
  for i = 1, #deeds do
    local deed = deeds[i]
    local goes_on = live.R.actions[deed.verb].asked_once and kept_place(deed)
    if not goes_on then refuse_impossible(deed) end
  end
  local none, has_kept, spent, in_all = true, live.party.kept[1] ~= nil, 0, nil
  for i = 1, #deeds do
    local deed = deeds[i]
    if has_kept then spent, in_all = spent_before(deed) end
    deed.spent = spent + 1
    local turns = in_all or deeds_of.turns_of(deed)      -- rules that count what was done ask for less now
    -- Rules may now ask for fewer turns than were spent: then this one is the last.
    deed.turns, none = math.max(turns, deed.spent), none and turns == 0
  end
  if has_kept then forget_spent() end
  return none
end

-- --- turns -----------------------------------------------------------------

-- Remembers the turns spent on a deed that is broken off, if its action keeps them; else, if news stopped it,
-- only for the next turn.  deed.spent already counts the turn that would come next (procedures.finish).
local function keep_spent(deed, is_news)
  local keeps, kept = live.R.actions[deed.verb].keeps, live.party.kept
  if not keeps and not is_news then return end
  table.insert(kept, { verb = deed.verb, args = common.copy(deed.args), spent = deed.spent - 1,
    room = live.party.room, turns = not keeps and deed.turns or nil,
    until_turn = not keeps and live.turn.number + 1 or nil })
end

-- Ends deeds of a turn that would have gone on.  why: a reason for the log, or nil.
local function break_off(turn, why)
  for _, deed in ipairs(turn.doing) do
    keep_spent(deed)
    local text = "The " .. deed.verb .. " is broken off" .. (why and ": " .. why:gsub("%.$", "") or "") .. "."
    events.happen("broken", deed.verb, text, { left = deed.turns - deed.spent + 1 })
  end
  turn.doing = {}
end

-- The table before a turn, to find its news; nil unless a deed goes on after this turn.
local function mark_news()
  local goes_on, dark = false, false
  for _, deed in ipairs(live.turn.doing) do
    goes_on = goes_on or deed.turns > deed.spent
    dark = dark or live.R.actions[deed.verb].dark
  end
  return goes_on and status.mark(dark)
end

-- Leaves deeds that would have gone on (mark_news), so that the game master sees what is new.  The same line,
-- typed again, goes on with them.
local function stop_at(news)
  local doing, longest, texts = live.turn.doing, live.turn.doing[1], {}
  for i, deed in ipairs(doing) do
    local left, most = deed.turns - deed.spent, longest.turns - longest.spent
    longest = left > most and deed or longest
    texts[i] = (deed.named and common.quoted_all(deed.who) .. " " or "") .. deed.text
    keep_spent(deed, true)
  end
  events.happen("halted", nil, ("Stopped after %d of %s: %s. Type '%s' to go on."):format(longest.spent - 1,
    common.counted(longest.turns, "turn"), news, table.concat(texts, " + ")),
    { left = longest.turns - longest.spent + 1 })
  live.turn.doing, live.stopped = {}, "halted"
end

-- Runs the steps of the turn from a place on.  Returns false when one waits for a line.
local function run_turn(from, finish, of_line, left)
  live.in_turn = true
  if procedures.run_steps(from, finish, of_line, left) then
    procedures.finish()
    return true
  end
  live.in_turn = false
  return false
end

-- Plays on, turn after turn, as long as a deed of the turn that is over goes on.  mark: see mark_news.
local function play_more(turn, mark, of_line)
  while live.turn == turn and #turn.doing > 0 do
    if live.stopped then return break_off(turn) end
    for _, deed in ipairs(turn.doing) do
      local why = deeds_of.reason(deed)
      if why then return break_off(turn, tostring(why)) end
    end
    local news = mark and status.news(mark)
    if news then return stop_at(news) end
    live.in_turn, mark = true, recorder.heeds_news and mark_news()
    procedures.begin()
    if of_line and recorder.step_begins then recorder.step_begins(1) end
    if not run_turn(1, false, of_line) then return end
  end
  -- A procedure that began with this turn's end, as a fight, leaves nobody busy when it is over.
  if live.turn ~= turn and common.contains(live.party.turns, turn) then break_off(turn) end
end

-- Goes on with the turn from a step, and with as many turns as the longest deed takes.
local function go_on(from, of_line, left)
  local turn, mark = live.turn, recorder.heeds_news and mark_news()
  if run_turn(from, false, of_line, left) then play_more(turn, mark, of_line) end
end

-- Warns that a deed is for the next turn, so that the steps left of this one pass with their defaults.  The
-- step that waits, at place `from`, needs no warning: the prompt has named it.
local function warn_of_defaults(deed, from)
  local steps, passed = live.procedure().steps, {}
  for n = from, #steps do
    local step = steps[n]
    if step.deed and not live.turn.skipped[step.name] and not procedures.has_enough(step.name) then
      local default = live.procedure().default_at[step.name]
      passed[#passed + 1] = (default and default.name or "nothing") .. " at " .. step.name:gsub("_", " ")
    end
  end
  if not passed[2] then return end
  live.warn("'%s' begins the next %s, so this one ended with %s. Type u to go back.", deed.text,
    live.turn.procedure:gsub("_", " "), common.list(passed))
end

-- Sees to a turn that waits for a line, when none of these deeds is for its step.  Deeds of an earlier step
-- are for the next turn, so this one ends with its default deeds; those of a later step are refused.
local function close_waiting(deeds)
  if live.turn.step ~= "" and procedures.has_enough(live.turn.step) then      -- those it waited for have left
    go_on(step_place(live.turn.step))
  end
  if live.turn.step == "" then return end
  local waiting, earliest = step_place(live.turn.step), #live.procedure().steps
  for _, deed in ipairs(deeds) do earliest = math.min(earliest, step_place(deed.at)) end
  if earliest > waiting then refuse_too_early(live.turn.step, deeds[1]) end
  if earliest < waiting then
    if recorder.heeds_news then warn_of_defaults(deeds[1], waiting) end
    run_turn(waiting, true)
    live.turn.doing = {}
  end
end

-- Sees to it that a new turn has a deed for the first step that takes deeds: where none is given, its default
-- deed, or else the line is refused.
local function begin_with_first(deeds)
  local first = common.first(live.procedure().steps, function(step) return step.deed end)
  local is_given = not first or common.first(deeds, function(deed) return deed.at == first.name end)
  if is_given then return end
  local default = live.procedure().default_at[first.name]
  if not default then refuse_too_early(first.name, deeds[1]) end
  table.insert(deeds, 1, { verb = default.name, text = default.name, args = {}, at = first.name })
end

-- Performs a deed between turns.
local function do_at_once(deed)
  live.fresh = false
  deed.spent, deed.turns = 1, 1
  local action = live.R.actions[deed.verb]
  events.happen("deed", deed.verb, deed.text,
    { quiet = true, secret = action.secret, public = action.public })
  procedures.perform(deed)
end

-- How many turns each of the deeds takes: a list, or nil where play has to ask the rules, or the state for
-- turns that were kept.  on.turn_start may send away or rename the members who do them.
local function fixed_turns(deeds)
  local list = {}
  if live.on.turn_start then return nil end
  for i, deed in ipairs(deeds) do
    local action = live.R.actions[deed.verb]
    if deeds_of.may_be_impossible(action, deed.args) or action.keeps or type(action.turns) == "function"
      or deeds_of.reason(deed) then
      return nil
    end
    list[i] = math.max(action.turns, 1)          -- the turn under way is always one (declare)
    -- At the table news may stop a deed of several turns, and then it goes on later (spent_before).
    if list[i] > 1 and recorder.heeds_news then return nil end
  end
  return list
end

local function have_turns_by_rule(deeds)
  for i = 1, #deeds do
    if type(live.R.actions[deeds[i].verb].turns) ~= "function" then return false end
  end
  return #deeds > 0
end

-- Begins a new turn with these deeds.  place(doing): the function of a prepared turn that puts them into
-- turn.doing; or nil.  turns: how many each takes, or nil where the rules are asked.  The turn is counted
-- before they are asked whether the deeds can be done, and a refusal undoes that with the whole line.  Where
-- rules say how many turns the deeds take it may be none: then they are done at once, and false is returned.
local function begin_turn(deeds, place, turns)
  local turn, at = live.turn, #live.events + 1
  local doing, mine = turn.doing, {}
  local before, number, phase = #doing, rawget(turn, "number"), rawget(turn, "phase")
  if place then place(doing)
  else for i = 1, #deeds do doing[before + i] = deeds_of.of_line(deeds[i]) end end
  for i = 1, #deeds do mine[i] = doing[before + i] end
  live.in_turn = true
  local by_rule = not turns and have_turns_by_rule(mine)
  if not procedures.begin(at, by_rule and function() return declare(mine) end) then
    rawset(turn, "number", number)
    rawset(turn, "phase", phase)
    turn.doing, live.in_turn = {}, false
    for _, deed in ipairs(mine) do do_at_once(deed) end
    return false
  end
  if not by_rule and not turns then declare(mine) end
  return true
end

-- Prepares turns of known deeds.
local function prepare(known, crowd)
  known.prepared = prepared_turn.new(live.procedure(), known, #crowd)
  return known.prepared
end

-- --- lines -----------------------------------------------------------------

-- Copies of the deeds of a line, with their steps; refuses what is not a part of the procedure.
local function with_steps(deeds)
  return common.map(deeds, function(deed)
    local own = { verb = deed.verb, text = deed.text, args = deed.args, who = deed.who,
      at = live.R.actions[deed.verb].at }
    refuse_other_procedure(own)
    if not step_place(own.at) then
      local all = live.R.procedures
      refuse_here(own.verb, common.where(common.keys(all), function(p) return all[p].place_of[own.at] end))
    end
    return own
  end)
end

local function is_whole_party(names) return lists.are_present(live.party.members, names) end

-- Runs the deeds of one line once.  read: the line as it was read (line.lua), with
--   deeds      a list of { verb, who or nil, args, text }
--   crowd      the names of the members who were there then
--   assigned   by procedure: the deeds with their doers in a new turn; they hold while the crowd is the
--              whole party
-- there: true if the caller knows that the crowd is the whole party.
function turn.play(read, there)
  local now = live.turn
  local procedure, is_new = now.procedure, now.step == "" and not now.doing[1]
  -- Asked first whether or not the line is known: odds need the same fields to be read in the same order.
  local anyone_idle = live.R.idle and live.anyone_idle()
  local known = is_new and read.assigned[procedure]
  if known and (there or is_whole_party(read.crowd)) and not anyone_idle then
    local prepared = known.prepared or prepare(known, read.crowd)
    if recorder.heeds_news and known.turns then forget_spent() end
    -- The usual turn is begun and run in one.  No deed of it takes more turns where news would stop that
    -- (fixed_turns), so that nobody looks for news.
    local is_usual = known.turns and not recorder.step_begins
    if not is_usual and not begin_turn(known.deeds, prepared.place, known.turns) then return end
    if recorder.step_begins then return go_on(1, true) end      -- step by step, as a study may leave the turn
    local mark = not is_usual and recorder.heeds_news and mark_news()
    if prepared.run(is_usual) and now.doing[1] then play_more(now, mark, true) end
    return
  end
  local deeds = with_steps(read.deeds)
  close_waiting(deeds)
  if live.turn.step == "" then
    begin_with_first(deeds)
    assign(deeds)
    if is_new and is_whole_party(read.crowd) and not procedures.has_forced() and not anyone_idle then
      read.assigned[procedure] = { deeds = deeds, turns = fixed_turns(deeds) }
    end
    if begin_turn(deeds) then go_on(1, true) end
    return
  end
  assign(deeds)
  local mine = common.map(deeds, deeds_of.of_line)
  declare(mine)
  common.append(live.turn.doing, mine)
  go_on(step_place(live.turn.step), true)
end

-- Goes on with a turn that was left before a step, or within it (left: see procedures.run_steps).
function turn.resume(step, left) go_on(step, true, left) end

-- The first of these members who can do a deed; or else the first whom only the deed's own rules forbid it,
-- since theirs is the reason to tell; or else the first.
local function first_able(deed, names)
  if #names == 0 then refuse(NOBODY_HERE, deed.verb) end
  local nearly
  for _, name in ipairs(names) do
    local why, for_all = deeds_of.reason { verb = deed.verb, args = deed.args, who = { name } }
    if not why then return name end
    nearly = nearly or not for_all and name or nil
  end
  return nearly or names[1]
end

-- True if rule.ready, in which others act first, left nobody to do the deed; says so.  It does not refuse the
-- line, since that would take back what the others did, and the same line would bring it again.
local function fell_before(deed)
  local who = live.member(deed.who[1])
  if #deed.who > 1 or not who.away then return false end
  local low = status.laid_low(who) or "away"
  events.happen("broken", deed.verb, ("%s is %s and cannot %s."):format(who.name, low, deed.verb))
  return true
end

-- Performs a deed that takes no turn.
function turn.at_once(deed)
  check_doers(deed)
  refuse_other_procedure(deed)
  if not deed.who then
    deed.who = present_names()
    if is_for_one(deed) then deed.who = { first_able(deed, deed.who) } end
  else for _, name in ipairs(deed.who) do refuse_idle(deed, name) end end
  local ready = rawget(live.R.final.rule, "ready")
  if ready and deed.who[1] then
    ready(deed.verb, live.member(deed.who[1]))
    if fell_before(deed) then return end
  end
  refuse_impossible(deed)
  do_at_once(deed)
end

return turn
