-- turn.lua -- turns, their steps, and the deeds done in them.
local chance = module "play/chance"
local common = module "common"
local live = module "play/live"
local time = module "play/time"
local words = {}

local function refuse(...) common.stop { stop = "refused", text = select("#", ...) > 1 and string.format(...) or (...) } end
function words.refuse(reason, ...)
  if type(reason) ~= "string" then error("refuse: a reason is needed, refuse \"It is too dark.\"", 0) end
  refuse(reason, ...)
end

-- --- deeds -----------------------------------------------------------------------------------------
-- A deed is plain data in turn.doing: { verb, who = names, args, spent, turns, done }.

local function member(name)
  for _, who in ipairs(live.party.members) do if who.name == name then return who end end
end

-- Mostly the names stand in the order of the members.
local function by_names(names)
  local list, n, members = {}, 0, live.party.members
  for i = 1, #names do
    local who = members[i]
    if not who or who.name ~= names[i] then who = member(names[i]) end
    if who and not who.away then
      n = n + 1
      list[n] = who
    end
  end
  return list
end

-- Arguments as rules get them: names of things become the things.
local function arguments(deed)
  local takes, out = live.R.actions[deed.verb].takes, {}
  for i = 1, #takes do
    local take, v = takes[i], deed.args[i]
    if v == false or v == nil then out[i] = nil
    elseif take.kind and take.kind ~= "room" then out[i] = live.R.kinds[take.kind].entries[v] and live.R.kinds[take.kind].entries[v].proxy
    elseif take.word == "member" then out[i] = member(v)
    elseif take.word == "lamp" then
      for _, lamp in ipairs(live.party.lights) do if lamp.holder == v.holder and lamp.kind == v.kind then out[i] = lamp break end end
    else out[i] = v end
  end
  return out, #takes
end

local function call(f, who, deed)
  if live.watching then sandbox.note(f) end
  if #deed.args == 0 then return f(who) end
  local args, n = arguments(deed)
  return f(who, table.unpack(args, 1, n))
end

local function action_of(verb, what)
  local a = live.R.actions[verb]
  if not a then error(what .. ": there is no action '" .. tostring(verb) .. "'" .. common.hint(tostring(verb), live.R.kinds.action:names()), 0) end
  return a
end

-- doing([who,] "rest") -> turns spent at it, then its arguments; or nil
function words.doing(who, verb)
  if type(who) == "string" and verb == nil then who, verb = nil, who end
  if not live.R.actions[verb] then action_of(verb, "doing") end
  local doing = live.turn.doing
  for i = 1, #doing do
    local deed = doing[i]
    if deed.verb == verb and (who == nil or common.contains(deed.who, who.name)) then
      local args, n = arguments(deed)
      return deed.spent, table.unpack(args, 1, n)
    end
  end
end

-- May a deed's arguments begin with these?  A word must be one that the action takes.
local function check_wanted(action, wanted)
  for i, v in ipairs(wanted) do
    local take = action.takes[i]
    if not take then error(("doers: \"%s\" takes nothing in that place"):format(action.name), 0) end
    if take.choices and not common.contains(take.choices, v) then
      error(("doers: \"%s\" takes %s, and this is %s"):format(action.name, common.list(take.choices, "or"), common.show(v)), 0)
    end
  end
end

-- doers("watch", "rear") -> the members doing it; with arguments that begin so
function words.doers(verb, ...)
  local list, wanted = {}, { ... }
  check_wanted(action_of(verb, "doers"), wanted)
  local function fits(deed)
    local args = #wanted > 0 and arguments(deed)
    for i, v in ipairs(wanted) do if args[i] ~= v then return false end end
    return true
  end
  for _, deed in ipairs(live.turn.doing) do
    if deed.verb == verb and fits(deed) then for _, who in ipairs(by_names(deed.who)) do list[#list + 1] = who end end
  end
  return list
end

-- instead(who, "rest", …): changes a deed that is not yet done
function words.instead(who, verb, ...)
  local action = action_of(verb, "instead")
  local doing = live.turn.doing
  for i = #doing, 1, -1 do
    local at = not doing[i].done and common.contains(doing[i].who, who.name)
    if at then
      table.remove(doing[i].who, at)
      if #doing[i].who == 0 then table.remove(doing, i) end
    end
  end
  doing[#doing + 1] = { verb = verb, who = { who.name }, args = { ... }, spent = 1, turns = 1, done = false, text = verb, at = action.at }
end

-- skip "act": leaves a step out this turn
function words.skip(step)
  for _, s in ipairs(live.R.procedures[live.turn.procedure].steps) do
    if s.name == step then
      live.turn.skipped[step] = true
      return
    end
  end
  local names = {}
  for _, s in ipairs(live.R.procedures[live.turn.procedure].steps) do names[#names + 1] = s.name end
  error("skip: there is no step '" .. tostring(step) .. "' here" .. common.hint(tostring(step), names), 0)
end

-- What a rule of an action gave back is no such thing: at the rule's line.
local function wrong(f, text)
  local file, line = sandbox.made(f)
  error({ text = text, file = file, line = line }, 0)
end

local function turns_of(action, deed)
  local n = action.turns
  if type(n) == "function" then
    if action.by ~= "all" then n = call(n, by_names(deed.who)[1], deed) else n = call(n, by_names(deed.who), deed) end
  end
  if math.type(n) ~= "integer" or n < 0 then
    wrong(action.turns, "action \"" .. action.name .. "\", turns: a whole number of turns is needed, and this gives " .. common.show(n) .. (n == nil and "; is a return missing?" or ""))
  end
  return n
end

local function reason_of(action, why)
  if why and type(why) ~= "string" then
    wrong(action.cannot, ("cannot.%s gives the reason in quotes, or nothing when it can be done, and this is %s"):format(action.name, common.show(why)))
  end
  return why
end

-- The reason why a deed cannot be done, or nil.
local function reason(deed)
  local action = live.R.actions[deed.verb]
  local them = by_names(deed.who)
  if #deed.who > 0 and #them == 0 then return common.list(deed.who) .. (#deed.who > 1 and " are" or " is") .. " away" end
  if not action.cannot then return end
  if action.by == "all" then return reason_of(action, call(action.cannot, them, deed)) end
  for _, who in ipairs(them) do
    local why = reason_of(action, call(action.cannot, who, deed))
    if why then return why end
  end
end

-- Does one deed; its function runs once for everyone, or once with all of them.
local function perform(deed)
  local action = live.R.actions[deed.verb]
  deed.done = true
  local them = by_names(deed.who)
  if deed.spent < deed.turns or #deed.who > 0 and #them == 0 then return end
  local outer = live.secret
  live.secret = outer or action.secret
  live.deed = #live.turn.doing > 1 and deed.verb or nil        -- of several, each check says whose it is
  if action.act then
    if action.by ~= "all" then
      for i = 1, #them do call(action.act, them[i], deed) end
    else
      call(action.act, them, deed)
    end
  end
  if action.leaves then words.leave() end
  if action.enters then words.enter(action.enters) end
  live.secret, live.deed = outer, nil
  if rawget(live.on, "deed") then live.hook("deed", deed.verb, by_names(deed.who)) end
end

-- --- a turn --------------------------------------------------------------------------------------------

local function procedure() return live.R.procedures[live.turn.procedure] end

local function deeds_at(step)
  local list, doing = {}, live.turn.doing
  for i = 1, #doing do if doing[i].at == step then list[#list + 1] = doing[i] end end
  return list
end

local function told(deeds)
  local parts = {}
  local present = #live.present()
  for i, deed in ipairs(deeds) do
    local names = #deed.who < present and #live.party.members > 1 and deed.named and common.list(deed.who) .. ": " or ""
    parts[i] = names .. deed.text
  end
  return table.concat(parts, "; ")
end

-- A turn more, or less.  Where nobody looks the number may be left out of the state.
local function number(turn, by)
  local n = rawget(turn, "number")
  if n then turn.number = n + by end
end

local function count()
  local turn = live.turn
  number(turn, 1)
  if live.fresh ~= turn then live.reset_turn(turn) end
  live.roll_turn(turn)
  live.fresh = nil
  if next(turn.skipped) ~= nil then turn.skipped = {} end
  turn.step = ""
end

-- The turn begins; what was asked before comes after it.
local function announce(at)
  local turn = live.turn
  if live.watching then
    local p = procedure()
    local ends = live.party.now + (p.waits and 0 or p.secs or live.R.turn_secs or 0)      -- one that waits is told as it begins
    live.happen("turn", nil, #turn.doing > 0 and told(turn.doing) or turn.procedure,
      { minutes = (live.R.timed or ends > 0) and ends // 60 or nil, procedure = turn.procedure, inner = #live.party.turns > 1 and not rawget(turn, "told") or nil })
  else
    live.happen "turn"
  end
  if at and at < #live.events then table.insert(live.events, at, table.remove(live.events)) end
  live.hook("turn_start")
end

local function begin()
  count()
  announce()
end

-- Of these, whoever can do it; what all do together, all or nobody.
local function able(action, names)
  if not action.cannot then return names end
  local function can(who) return not reason { verb = action.name, who = who, args = {} } end
  if action.by == "all" then return #names > 0 and can(names) and names or {} end
  local list = {}
  for _, name in ipairs(names) do
    if can { name } then list[#list + 1] = name end
    if action.by == "one" and #list == 1 then break end
  end
  return list
end

-- How many deeds everybody who is present may still do at a step.
local function deeds_left(step)
  local left = {}
  for _, who in ipairs(live.present()) do left[who.name] = procedure().each or 1 end
  for _, deed in ipairs(deeds_at(step)) do
    for _, name in ipairs(deed.who) do if left[name] then left[name] = left[name] - 1 end end
  end
  return left
end
words.deeds_left = deeds_left

-- Whoever is present, has no deed at this step and can do the default does it.
local function fill_defaults(step)
  local default = live.R.default_at[step .. "\0" .. live.turn.procedure] or live.R.default_at[step .. "\0"]
  if not default then return end
  local left = deeds_left(step)
  for n = 1, procedure().each or 1 do                    -- whoever has two deeds to go does it twice
    local idle = {}
    for _, who in ipairs(live.present()) do if left[who.name] >= n then idle[#idle + 1] = who.name end end
    idle = able(default, idle)
    if #idle == 0 then return end
    table.insert(live.turn.doing, { verb = default.name, who = idle, args = {}, spent = 1, turns = 1, done = false, text = default.name, at = step })
  end
end

-- Has a step all the deeds it waits for?
local function enough(step)
  local want, doing, deeds, busy = procedure().deeds, live.turn.doing, 0, 0
  for i = 1, #doing do
    if doing[i].at == step then deeds, busy = deeds + 1, busy + #doing[i].who end
  end
  if procedure().each then return busy >= #live.present() * procedure().each end
  return deeds >= (want or 1)
end

-- Puts the deeds of a step in the order that rule.deed_order gives.
local function arrange(step)
  local order = live.R.final.rule.deed_order
  if order == chance.rules.deed_order then return end
  local doing, places, texts, deeds = live.turn.doing, {}, {}, {}
  for i, deed in ipairs(doing) do
    if deed.at == step and not deed.done then
      places[#places + 1], deeds[#deeds + 1] = i, deed
      texts[#texts + 1] = table.concat(deed.who, " ") .. ": " .. deed.text
    end
  end
  if #texts < 2 then return end
  local left = common.copy(texts)
  for n, text in ipairs(order(common.copy(texts))) do
    local at = common.contains(left, text)
    if not at then error("rule.deed_order: there is no deed '" .. tostring(text) .. "' left", 0) end
    left[at] = false
    doing[places[n]] = deeds[at]
  end
  for _, text in ipairs(left) do if text then error("rule.deed_order left out '" .. text .. "'", 0) end end
end

local function do_deeds(step)
  arrange(step)
  local i, doing = 1, live.turn.doing
  while i <= #doing do
    local deed = doing[i]
    if deed.at == step and not deed.done then
      perform(deed)
      i = 1                                   -- deeds may have changed places
      doing = live.turn.doing
    else
      i = i + 1
    end
  end
end

local function is_same(list, other)
  for i = 1, math.max(#list, #other) do if list[i] ~= other[i] then return false end end
  return true
end

-- A step that is done for each who is there, after so many of them.
local function do_each(step, n, done, cut)
  local them = live.present()
  for i = done + 1, #them do
    if cut and i > done + 1 and is_same(them, live.present()) then cut(n, i - 1) end
    step.f(them[i])
  end
end

-- Runs the steps from place i on, of which so many of the party have done the first.  Returns true at the end of the turn,
-- false when a step waits for a line.  cut(n, done), if there is one, may stop it before step n, or when so many have done
-- it; words.resume goes on from there.
local function run_steps(i, finish, cut, done)
  local p, turn = procedure(), live.turn
  for n = i, #p.steps do
    local step = p.steps[n]
    if cut and n > i and step.host ~= "time" then cut(n) end
    if done or not turn.skipped[step.name] then
      if step.deed and not done then
        if not finish and not enough(step.name) then
          for _, deed in ipairs(deeds_at(step.name)) do      -- of several, those declared are done at once
            if not deed.done then perform(deed) end
          end
          turn.step = step.name
          return false
        end
        turn.step = ""
        fill_defaults(step.name)
        do_deeds(step.name)
      end
      if step.f then
        if live.watching then sandbox.note(step.f) end
        if step.each then do_each(step, n, done or 0, cut) else step.f() end
      elseif step.host == "time" then time.pass_turn(p.secs or live.R.turn_secs)
      elseif step.chart then live.words.roll(step.chart) end
    end
    done = nil
  end
  return true
end

-- --- a stack of procedures ------------------------------------------------------------------------------

-- What is to be done between two turns, by name; the state keeps it while a turn waits for a line.
words.between = {}
local between = words.between

-- Now, or as soon as the turn under way is over.
function words.switch(what, with)
  if live.in_turn then
    local later = rawget(live.party, "between") or {}
    later[#later + 1] = { what = what, with = with }
    rawset(live.party, "between", later)
  else
    between[what](with)
    live.use(live.S.at)
  end
end

-- enter "combat": from the next turn on, that procedure runs; its turns are counted from 1
function words.enter(name)
  if not live.R.procedures[name] then
    error("enter: there is no procedure '" .. tostring(name) .. "'" .. common.hint(tostring(name), live.R.kinds.procedure:names()), 0)
  end
  words.switch("enter", name)
end
function between.enter(name)
  table.insert(live.party.turns, live.new_turn(name))
  live.use(live.S.at)
  live.happen("enter", name, "Now: " .. name .. ".")
  live.hook("enter", name)
end

-- leave(): back to the procedure before
function words.leave()
  local depth = #live.party.turns
  local before = depth
  for _, s in ipairs(rawget(live.party, "between") or {}) do depth = depth + (s.what == "enter" and 1 or s.what == "leave" and -1 or 0) end
  if depth < 2 and before > 1 then return end              -- said twice in one turn
  if depth < 2 then error("leave: there is no procedure to go back to", 0) end
  words.switch "leave"
end
function between.leave()
  local left = table.remove(live.party.turns).procedure
  live.use(live.S.at)
  live.happen("leave", left, left .. " is over.")
  live.hook("leave", left)
end

-- run "week": once, without deeds.  One more turn of a procedure that is under way is counted with its others; what is
-- not belongs to the turn it is run in.
function words.run(name)
  if not live.R.procedures[name] then
    error("run: there is no procedure '" .. tostring(name) .. "'" .. common.hint(tostring(name), live.R.kinds.procedure:names()), 0)
  end
  local turn, like = live.new_turn(name), nil
  for _, t in ipairs(live.party.turns) do if t.procedure == name then like = t end end
  if like then turn.number = like.number end
  rawset(turn, "told", like and like.number + 1 or rawget(live.turn, "told") or live.turn.number)
  table.insert(live.party.turns, turn)
  live.use(live.S.at)
  begin()
  run_steps(1, true)
  live.hook("turn_end")
  if like then like.number = turn.number end
  for i = #live.party.turns, 1, -1 do
    if live.party.turns[i] == turn then table.remove(live.party.turns, i) end
  end
  live.use(live.S.at)
end

-- --- lines of deeds ----------------------------------------------------------------------------------------

local function step_place(name)
  local steps = procedure().steps
  for i = 1, #steps do if steps[i].name == name then return i end end
end

-- Verbs that may be given at a step, for a sentence.
local function verbs_at(step)
  local names = {}
  for _, name in ipairs(common.keys(live.R.actions)) do
    local action = live.R.actions[name]
    if action.at == step and action.turns ~= 0 and (not action.during or common.contains(action.during, live.turn.procedure)) then names[#names + 1] = name end
  end
  return common.list(names, "or")
end

-- Gives every deed of a line its doers; refuses what two would do at once.
local function assign(deeds)
  for _, deed in ipairs(deeds) do
    if live.R.actions[deed.verb].by == "one" and deed.who and #deed.who > 1 then
      refuse("one at a time can %s: %s %s", deed.verb, deed.who[1], deed.text)
    end
  end
  if #deeds == 1 and live.R.actions[deeds[1].verb].by ~= "one" and not deeds[1].who and #live.turn.doing == 0 then      -- all of them do the one thing
    local who = {}
    for i, m in ipairs(live.present()) do who[i] = m.name end
    if #who > 0 then
      deeds[1].who = who
      return
    end
  end
  local busy, each = {}, procedure().each or 1           -- by step and name: the verbs that somebody does
  local function is_busy(name, deed) return #(busy[deed.at .. "\0" .. name] or {}) >= each end
  local function put(name, deed)
    local key = deed.at .. "\0" .. name
    busy[key] = busy[key] or {}
    table.insert(busy[key], deed.verb)
  end
  local function take(name, deed)
    if is_busy(name, deed) then
      refuse(each == 1 and "%s already does something else this turn: %s" or "%s has done what can be done this turn: %s", name, common.list(busy[deed.at .. "\0" .. name]))
    end
    put(name, deed)
  end
  for _, deed in ipairs(live.turn.doing) do
    for _, name in ipairs(deed.who) do put(name, deed) end
  end
  local unnamed = {}
  for _, deed in ipairs(deeds) do
    if deed.who then
      deed.named = true
      for _, name in ipairs(deed.who) do take(name, deed) end
    else
      unnamed[deed.at] = (unnamed[deed.at] or 0) + 1
    end
  end
  for _, deed in ipairs(deeds) do
    if not deed.who then
      deed.who = {}
      for _, who in ipairs(live.present()) do
        if not is_busy(who.name, deed) then
          deed.who[#deed.who + 1] = who.name
          if unnamed[deed.at] > 1 or live.R.actions[deed.verb].by == "one" then break end      -- the first who is free
        end
      end
      if #deed.who == 0 then
        refuse(#live.present() == 0 and "nobody is here to %s" or "nobody is free to %s", deed.verb)
      end
      if unnamed[deed.at] > 1 then deed.named = true end
      for _, name in ipairs(deed.who) do take(name, deed) end
    end
  end
end

local function same_args(a, b) return common.same(a, b) end

-- What was broken off before and may go on: turns already spent.
local function spent_before(deed, action)
  if not action.keeps then return 0 end
  local kept = live.party.kept
  for i = #kept, 1, -1 do
    if kept[i].verb == deed.verb and kept[i].room == live.party.room and same_args(kept[i].args, deed.args) then
      return table.remove(kept, i).spent
    end
  end
  return 0
end

local function declare(deeds)
  for _, deed in ipairs(deeds) do
    local why = reason(deed)
    if why then refuse("%s", tostring(why)) end
  end
  for _, deed in ipairs(deeds) do
    local action = live.R.actions[deed.verb]
    local before = spent_before(deed, action)
    deed.spent = before + 1
    deed.asks = turns_of(action, deed)
    deed.turns = math.max(deed.asks, deed.spent)
  end
end

-- A rule may say that a deed takes no turn after all.
local function by_rule(deeds)
  for _, deed in ipairs(deeds) do
    if type(live.R.actions[deed.verb].turns) ~= "function" then return false end
  end
  return #deeds > 0
end

local function no_turn(deeds)
  for _, deed in ipairs(deeds) do if deed.asks > 0 then return false end end
  return true
end

-- A plain copy of a declared deed, as the state keeps it.
local function to_state(deed)
  return { verb = deed.verb, who = deed.who, args = deed.args, spent = deed.spent or 1, turns = deed.turns or 1,
    done = false, text = deed.text, at = deed.at, named = deed.named or false }
end

local function finish_turn()
  live.hook("turn_end")
  local left = {}
  for _, deed in ipairs(live.turn.doing) do
    if deed.spent < deed.turns then
      deed.spent, deed.done = deed.spent + 1, false
      left[#left + 1] = deed
    end
  end
  local turn, later = live.turn, rawget(live.party, "between")
  turn.doing, turn.step = left, ""
  if next(turn.skipped) ~= nil then turn.skipped = {} end
  live.reset_turn(turn)
  live.fresh = turn                            -- until something happens between turns
  live.in_turn = false
  if not later then return end
  rawset(live.party, "between", nil)
  live.fresh = nil
  for _, s in ipairs(later) do between[s.what](s.with) end
  live.use(live.S.at)
end

local function break_off(why)
  for _, deed in ipairs(live.turn.doing) do
    local action = live.R.actions[deed.verb]
    if action.keeps then
      table.insert(live.party.kept, { verb = deed.verb, args = deed.args, spent = deed.spent - 1, room = live.party.room })
    end
    live.happen("broken", deed.verb, deed.verb .. " is broken off" .. (why and ": " .. why:gsub("%.$", "") or "") .. ".", { left = deed.turns - deed.spent + 1 })
  end
  live.turn.doing = {}
end

-- Goes on from the open turn's step (or begins), to the end of the longest deed.
local function go_on(from, cut, done)
  local turn = live.turn
  live.in_turn = true
  if not run_steps(from, false, cut, done) then
    live.in_turn = false
    return
  end
  finish_turn()
  while live.turn == turn and #turn.doing > 0 do
    if live.stopped then return break_off() end
    for _, deed in ipairs(turn.doing) do
      local why = reason(deed)
      if why then return break_off(tostring(why)) end
    end
    live.in_turn = true
    begin()
    if cut then cut(1) end
    if not run_steps(1, false, cut) then
      live.in_turn = false
      return
    end
    finish_turn()
  end
end

-- Ends an open turn with default deeds.
local function close_open()
  local from = step_place(live.turn.step)
  live.in_turn = true
  run_steps(from, true)
  finish_turn()
  live.turn.doing = {}
end

-- Does it, between turns.
local function do_at_once(deed)
  live.fresh = nil
  deed.spent, deed.turns = 1, 1
  live.happen("deed", deed.verb, deed.text, { quiet = true, secret = live.R.actions[deed.verb].secret })
  perform(deed)
end

local function fits_procedure(deed)
  local action = live.R.actions[deed.verb]
  local during = action.during
  if action.enters and action.enters == live.turn.procedure then refuse("this is %s already", action.enters) end
  if during and not common.contains(during, live.turn.procedure) then
    refuse("%s is part of %s, and this is %s", deed.verb, common.list(during, "or"), live.turn.procedure)
  end
end

-- Runs the deeds of one line once: { verb, who or nil, args, text }.
function words.play(deeds)
  for _, deed in ipairs(deeds) do
    deed.at = live.R.actions[deed.verb].at
    fits_procedure(deed)
    if not step_place(deed.at) then refuse("%s is no part of %s", deed.verb, live.turn.procedure) end
  end
  if live.turn.step ~= "" and enough(live.turn.step) then      -- whoever it waited for is gone
    go_on(step_place(live.turn.step))
  end
  if live.turn.step ~= "" then
    local waiting = step_place(live.turn.step)
    local earliest = #procedure().steps
    for _, deed in ipairs(deeds) do earliest = math.min(earliest, step_place(deed.at)) end
    if earliest < waiting then close_open()
    elseif earliest > waiting then refuse("first comes %s: %s", live.turn.step, verbs_at(live.turn.step)) end
  end
  local open = live.turn.step ~= ""
  if not open then
    local steps, first, found = procedure().steps, 1, #deeds == 0
    while steps[first] and not steps[first].deed do first = first + 1 end
    local step = steps[first]
    for i = 1, step and #deeds or 0 do found = found or deeds[i].at == step.name end
    if step and not found then refuse("first comes %s: %s", step.name, verbs_at(step.name)) end
  end
  assign(deeds)
  if open then
    declare(deeds)
    for _, deed in ipairs(deeds) do table.insert(live.turn.doing, to_state(deed)) end
    return go_on(step_place(live.turn.step), live.cut)
  end
  -- The new turn begins before anybody is asked whether it can be done; a refusal undoes it.
  local turn = live.turn
  for _, deed in ipairs(deeds) do table.insert(turn.doing, to_state(deed)) end
  live.in_turn = true
  count()
  local first, at = by_rule(deeds), #live.events + 1
  if first then declare(deeds) end
  if first and no_turn(deeds) then
    number(turn, -1)
    turn.doing, live.in_turn = {}, false
    for _, deed in ipairs(deeds) do do_at_once(deed) end
    return
  end
  announce(at)
  if not first then declare(deeds) end
  local doing = {}
  for i, deed in ipairs(deeds) do doing[i] = to_state(deed) end
  turn.doing = doing
  go_on(1, live.cut)
end

-- Goes on with a turn that was cut before a step, or when so many had done it.
function words.resume(step, done) go_on(step, live.cut, done) end

-- A deed that takes no turn.
function words.at_once(deed)
  if not deed.who then
    deed.who = {}
    for i, who in ipairs(live.present()) do deed.who[i] = who.name end
    if live.R.actions[deed.verb].by == "one" then deed.who = { deed.who[1] } end
  elseif live.R.actions[deed.verb].by == "one" and #deed.who > 1 then
    refuse("one at a time can %s: %s %s", deed.verb, deed.who[1], deed.text)
  end
  fits_procedure(deed)
  local why = reason(deed)
  if why then refuse("%s", tostring(why)) end
  do_at_once(deed)
end

return words
