-- deeds.lua -- what members do in a turn.  A deed is plain data in turn.doing:
--   verb, args      the action and its arguments: texts and numbers; false where one was left out
--   who             the names of those who do it
--   named           true: its text needs their names, false: it does not; nil: it was not typed
--   text            the deed as it reads in the log, without who does it
--   at              the step at which it is done
--   spent, turns    how many turns it has taken, this one included, and how many it takes in all
--   done            true once it was done in this turn
local chance = module "play/chance"
local common = module "common"
local events = module "play/events"
local language = module "read/language"
local live = module "play/live"
local recorder = module "play/recorder"
local seal = module "read/seal"
local deeds = {}

local copy_list, named = lists.copy, lists.named

-- The members of these names who are not away, in the order of the names.
function deeds.by_names(names) return named(live.party.members, names) end

-- The members who do a deed now: without those who are away, and without those whom a switch with `idle`
-- keeps from it, unless the whole party does it together and takes them along.
function deeds.by(deed)
  local them = named(live.party.members, deed.who)
  if not live.R.idle or live.R.actions[deed.verb].whole then return them end
  return common.where(them, function(who) return not live.idle(who, deed.verb) end)
end

-- Returns one argument as rules get it: a name becomes the thing.
local function argument(take, v)
  if take.several then
    local one = { kind = take.kind, word = take.word }
    return common.map(v, function(x) return argument(one, x) end)
  end
  if take.kind then
    local entry = live.R.kinds[take.kind].entries[v]
    return entry and entry.proxy
  elseif take.word == "member" then return live.member(v)
  elseif take.word == "lamp" then
    return common.first(live.party.lights, function(l) return l.holder == v.holder and l.kind == v.kind end)
  end
  return v
end

-- Returns the arguments of a deed as rules get them, with nil for each that was left out; and how many the
-- action takes.
local function arguments(deed)
  local takes, given, out = live.R.actions[deed.verb].takes, deed.args, {}
  for i = 1, #takes do
    local v = given[i]
    if v then out[i] = argument(takes[i], v) end
  end
  return out, #takes
end

-- Calls a function of an action with who does the deed (one member, or all) and its arguments.
function deeds.call(f, who, deed)
  if recorder.calling then recorder.calling(f) end
  if #deed.args == 0 then return f(who) end
  local args, n = arguments(deed)
  return f(who, table.unpack(args, 1, n))
end

-- Returns the arguments of a deed, as `arguments` does, if they are the same in every turn; else nil.
function deeds.fixed_arguments(deed)
  for i, take in ipairs(live.R.actions[deed.verb].takes) do
    local varies = take.several or take.word == "member" or take.word == "lamp"
    if varies or type(deed.args[i]) == "table" then return nil end
  end
  return arguments(deed)
end

-- The rule that may forbid any deed, or nil when no file has written it.
local function rule_for_all()
  local f = live.R.final.rule.cannot
  return f ~= chance.rules.cannot and f or nil
end

-- True if rules say whether the action can be done with these arguments.
function deeds.may_be_impossible(action, args)
  if rule_for_all() then return true end
  local asks = action.cannot_asks
  if asks and not args[asks] then return false end
  return action.cannot ~= nil
end

-- The verbs in "haul|mend", of which a word of the language asks; a mistake if one of them is none.
local function several_verbs(word, text)
  local verbs = type(text) == "string" and common.pieces(text, "|") or {}
  if not verbs[2] then verbs = { text } end
  for _, verb in ipairs(verbs) do live.thing("actions", verb, word) end
  return verbs
end

-- The first deed of this verb, or of one of several, "haul|mend", that is done in this turn, by a member (who
-- nil: by anybody); or nil.  word: the word of the language that asks, for the sentence when there is no such
-- verb.
local function find_deed(word, who, verb)
  local doing = live.turn.doing
  for i = 1, #doing do
    local deed = doing[i]
    local is_of = who == nil and deed.who[1] or who and common.contains(deed.who, who.name)
    if deed.verb == verb and is_of then return deed end
  end
  if live.R.actions[verb] then return nil end
  for _, one in ipairs(several_verbs(word, verb)) do
    local deed = find_deed(word, who, one)
    if deed then return deed end
  end
end

-- doing([who,] "rest") -> turns spent at it, then its arguments; or nil
function deeds.doing(who, verb)
  local doing = live.turn.doing
  if verb == nil and type(who) == "string" then who, verb = nil, who end
  local first = doing[1]
  -- Usually the turn has one deed, and rules ask for another: answered at once, for speed.
  if first and first.verb ~= verb and not doing[2] and live.R.actions[verb] then return nil end
  local deed = find_deed("doing", who, verb)
  if not deed then return nil end
  if #deed.args == 0 then return deed.spent end
  local args, n = arguments(deed)
  return deed.spent, table.unpack(args, 1, n)
end

-- The metatable of what rules see of the deeds of an action: it refuses misspelt fields.
local function unknown_fields(action)
  local names = common.append(common.copy_list(language.deed_fields), common.names(action.takes))
  return { __index = function(_, key)
    if common.contains(names, key) then return nil end
    common.mistake("deed \"%s\" has no '%s'%s", action.name, tostring(key), common.hint(tostring(key), names))
  end }
end

-- deed([who,] "march") -> { turns, left, typed, who, and the arguments by name }; or nil
function deeds.deed(who, verb)
  if verb == nil and type(who) == "string" then who, verb = nil, who end
  local doing = live.turn.doing
  local first = doing[1]
  if first and first.verb ~= verb and not doing[2] and live.R.actions[verb] then return nil end    -- as above
  local deed = find_deed("deed", who, verb)
  if not deed then return nil end
  local action, given = live.R.actions[deed.verb], deed.args
  local content = { turns = deed.spent, left = deed.turns - deed.spent, typed = deed.named ~= nil,
    who = deeds.by_names(deed.who) }
  for i, take in ipairs(action.takes) do
    if given[i] and take.name then content[take.name] = argument(take, given[i]) end
  end
  action.unknown = action.unknown or unknown_fields(action)
  return seal.sealed(setmetatable(content, action.unknown), "deed")
end

-- Raises unless a deed of the action could begin with these arguments: a word must be one that it takes.
local function check_wanted(action, wanted)
  for i, v in ipairs(wanted) do
    local take = action.takes[i]
    if not take then common.mistake("doers: \"%s\" takes nothing in that place", action.name) end
    if take.choices and not common.contains(take.choices, v) then
      common.mistake("doers: \"%s\" takes %s, and this is %s", action.name, common.list(take.choices, "or"),
        common.show(v))
    end
  end
end

-- True if the arguments of a deed begin with those wanted.
local function begins_with(deed, wanted)
  local args, takes = arguments(deed), live.R.actions[deed.verb].takes
  for i, v in ipairs(wanted) do
    local among = takes[i].several and args[i]
    if args[i] ~= v and not (among and common.contains(among, v)) then return false end
  end
  return true
end

-- doers("watch", "rear") -> the members whose deed begins so; it may have further arguments
function deeds.doers(verb, first, ...)
  local list, action, wanted = {}, live.R.actions[verb], nil
  if not action then
    for _, one in ipairs(several_verbs("doers", verb)) do
      common.append(list, deeds.doers(one, first, ...))
    end
    return list
  end
  if first ~= nil then
    wanted = { first, ... }
    check_wanted(action, wanted)
  end
  local doing = live.turn.doing
  for i = 1, #doing do
    local deed = doing[i]
    if deed.verb == verb and (not wanted or begins_with(deed, wanted)) then
      common.append(list, deeds.by_names(deed.who))
    end
  end
  return list
end

-- A deed of a line as the state keeps it, with lists of its own: where the party has several deeds a turn,
-- `rest x3` is in the state three times.  turns: how many it takes, if that is known.
function deeds.of_line(deed, turns)
  local args = deed.args
  return {
    verb = deed.verb, who = copy_list(deed.who), args = #args > 0 and common.copy(args) or {}, spent = 1,
    turns = turns or 1, done = false, text = deed.text, at = deed.at, named = deed.named,
  }
end

-- A deed of one turn that was not typed.
function deeds.new(action, who, args, text)
  return { verb = action.name, who = who, args = args, spent = 1, turns = 1, done = false, text = text,
    at = action.at }
end

-- Takes a member out of a deed.  The list of its doers is made anew, as the line that was typed may keep it.
function deeds.drop(deed, name)
  local at = common.contains(deed.who, name)
  if not at then return end
  deed.who = copy_list(deed.who)
  table.remove(deed.who, at)
end

-- instead(who, "rest", …): the member does that, in place of deeds that are not done yet
function deeds.instead(who, verb, ...)
  local action = live.thing("actions", verb, "instead")
  local doing = live.turn.doing
  for i = #doing, 1, -1 do
    local deed = doing[i]
    if not deed.done and common.contains(deed.who, who.name) then
      deeds.drop(deed, who.name)
      if #deed.who == 0 then table.remove(doing, i) end
    end
  end
  doing[#doing + 1] = deeds.new(action, { who.name }, { ... }, verb)
end

-- --- doing -----------------------------------------------------------------

-- True for a deed of a turn that nobody does: all are idle, and the turn passes.  (What takes no turn has no
-- step, and may be done where nobody is left.)
function deeds.is_nobodys(deed) return deed.at ~= nil and #deed.who == 0 end

-- Returns how many turns a deed takes: its action's `turns`, a whole number or a rule that returns one.
function deeds.turns_of(deed)
  local action = live.R.actions[deed.verb]
  local n = action.turns
  if deeds.is_nobodys(deed) then return 1 end
  if type(n) == "function" then
    local them = deeds.by_names(deed.who)
    n = deeds.call(n, action.by == "all" and them or them[1], deed)
  end
  if math.type(n) ~= "integer" or n < 0 then
    events.bad_result(action.turns,
      "action \"" .. action.name .. "\", turns: a whole number of turns is needed, and this gives ", n)
  end
  return n
end

-- Returns the reason that rule.cannot or cannot.NAME gives.  label: the function in messages.
local function check_reason(f, label, why)
  if type(why) ~= "string" then
    events.bad_result(f, label .. " gives the reason in quotes, or nothing when it can be done, and this is ",
      why)
  end
  return why
end

-- Asks rule.cannot about a deed of one member, or of all.
local function call_for_all(f, deed, who)
  if recorder.calling then recorder.calling(f) end
  if #deed.args == 0 then return f(deed.verb, who) end
  local args, n = arguments(deed)
  return f(deed.verb, who, table.unpack(args, 1, n))
end

-- The reason why a deed cannot be done, or nil; and true when the rule for all deeds gives it.
function deeds.reason(deed)
  local action, for_all = live.R.actions[deed.verb], rule_for_all()
  local them = deeds.by(deed)
  if #deed.who > 0 and #them == 0 then
    local idle = deeds.by_names(deed.who)[1]
    if idle then return ("%s is %s."):format(idle.name, live.idle(idle, deed.verb):gsub("_", " ")) end
    return common.list(deed.who) .. (#deed.who > 1 and " are" or " is") .. " away"
  end
  if not for_all and not action.cannot or deeds.is_nobodys(deed) then return nil end
  if action.asked_once and (deed.spent or 1) > 1 then return nil end
  if action.by == "all" then them = { them } end         -- the rules are asked about all at once, or each
  if for_all then
    for i = 1, #them do
      local why = call_for_all(for_all, deed, them[i])
      if why then return check_reason(for_all, "rule.cannot", why), true end
    end
  end
  if action.cannot then
    for i = 1, #them do
      local why = deeds.call(action.cannot, them[i], deed)
      if why then return check_reason(action.cannot, "cannot." .. action.name, why) end
    end
  end
end

return deeds
