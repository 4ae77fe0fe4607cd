-- procedures.lua -- procedures with their steps, and actions with their verbs and arguments, checked and as
-- play reads them.
local common = module "common"
local effects = module "read/effects"
local fields = module "read/fields"
local functions = module "read/functions"
local history = module "read/history"
local language = module "read/language"
local mistakes = module "read/mistakes"
local source = module "read/source"
local procedures = {}

local report, report_field, field_place = mistakes.report, mistakes.report_field, mistakes.field_place

-- --- procedures ----------------------------------------------------------------------------------

local host_steps = common.set "act time"       -- steps that the program runs when no file has a function

-- Reports a step of which nothing says what it does.
local function report_empty_step(R, entry, name, place)
  local known = common.append(common.keys(R.final.step), R.kinds.chart:names())
  local near = common.nearest(name, common.append(known, { "act", "time" }))
  if near then R.steps_ever[near] = true end              -- or step.NEAR is told as one that is never run
  local gone = R.removed_at["chart." .. name] or R.removed_at["step." .. name]
  report(R, gone or place, "procedure \"%s\": nothing says what the step '%s' does%s", entry.name, name,
    near and "; did you mean '" .. near .. "'?"
      or ("; write function step.%s() … end, or a chart of that name"):format(name))
end

-- A step as play reads it: { name; deed: true when it takes deeds } and what it does then, one of
--   f: a function; each: true when it is called for each member
--   chart: the name of the one that it rolls
--   host: "act" or "time", which the program does
local function read_step(R, entry, name, place)
  local step = { name = name, f = R.final.step[name], deed = R.deed_steps[name] or name == "act" }
  if step.f then
    local _, _, params = sandbox.made(step.f)
    step.each = params == 1
    if params > 1 then
      report(R, R.spaces.step.entries[name],
        "step.%s takes who it is done for, if it is done for each of the party, and nothing else", name)
    end
  elseif host_steps[name] then step.host = name
  elseif R.kinds.chart.entries[name] then step.chart = name
  elseif not R.deed_steps[name] then report_empty_step(R, entry, name, place) end
  return step
end

-- Returns how many actions the party has in one turn; or nil, how many each member has, and whether these are
-- different ones.
local function read_deeds(R, entry)
  local n = entry.final.deeds
  if n == nil or math.type(n) == "integer" and n > 0 then return n end
  local text = type(n) == "string" and n or ""
  local each, different = text:match "^([1-9]) (%l*) ?each$"
  if text == "each" then return nil, 1 end
  if each and (different == "" or different == "different") then
    return nil, math.tointeger(tonumber(each)), different ~= ""
  end
  report_field(R, entry, "deeds",
    "a whole number, \"each\", \"2 each\" or \"2 different each\" is needed, and this is %s", common.show(n))
end

-- A procedure as play reads it: { name; steps; help; secs: how long a turn lasts; deeds, each, different: see
-- read_deeds }.
local function read_procedure(R, entry)
  local lasts, items = fields.lasts(R, entry, "lasts"), entry.items or {}
  local procedure = { name = entry.name, steps = {}, help = entry.final.help, secs = lasts and lasts.secs }
  procedure.deeds, procedure.each, procedure.different = read_deeds(R, entry)
  if #items == 0 and not entry.unread then
    report(R, entry.items_at or entry.made,
      "procedure \"%s\" has no steps; the shortest is { \"act\", \"time\" }", entry.name)
  end
  local seen = {}
  for i, name in ipairs(items) do
    local place = entry.step_at[name] or entry.made
    if seen[name] then report(R, place, "procedure \"%s\" has the step '%s' twice", entry.name, name) end
    seen[name] = true
    procedure.steps[i] = read_step(R, entry, name, place)
  end
  return procedure
end

-- The procedure that play begins with: the one the ruleset names, else the only one in the ruleset's own
-- files, else the first of all.
local function main_procedure(R)
  local named, all = R.ruleset.fields.procedure, R.kinds.procedure:live()
  if named ~= nil then return named end
  local own = common.where(all, function(entry) return not history.is_house(R, entry.made.file) end)
  if #own > 1 then
    report(R, R.ruleset.made,
      "there are several procedures; say which one begins: ruleset \"%s\" { procedure = \"%s\" }",
      R.ruleset.name, own[1].name)
  end
  local first = own[1] or all[1]
  return first and first.name
end

-- Reports a chain without a procedure: at the line that took one away, or at the ruleset.
local function report_no_procedure(R)
  for _, what in ipairs(common.keys(R.removed_at)) do
    local name = what:match "^procedure%.(.*)$"
    if name then
      return report(R, R.removed_at[what], "procedure \"%s\" is taken away here, and play needs one; \z
        write another, procedure \"%s\" { \"act\", \"time\" }, or leave this line out", name, name)
    end
  end
  report(R, R.ruleset.made, "a ruleset needs a procedure, the steps of a turn; \z
    the shortest is procedure \"turn\" { \"act\", \"time\" }")
end

-- Sets R.main, the name of the main procedure; reports a chain without one.
local function read_main(R)
  if not R.ruleset then return end
  local main = main_procedure(R)
  if main == nil then return report_no_procedure(R) end
  if R.kinds.procedure.entries[main] then R.main = main        -- and none of read_endings
  else
    mistakes.report_missing(R, field_place(R.ruleset, "procedure"), "procedure", main,
      R.kinds.procedure:names())
  end
end

-- Warns of a main procedure whose turns have a length, but which has no step 'time' to let it pass; and of
-- one in whose turns no action is ever done, although there are some that take turns.
local function check_main(R)
  local procedure, entry = R.procedures[R.main], R.kinds.procedure.entries[R.main]
  if not procedure then return end
  local place, names = entry.items_at or entry.made, common.names(procedure.steps)
  local has_length = R.ruleset.fields.turn ~= nil or entry.fields.lasts ~= nil
  if has_length and not entry.unread and not common.contains(names, "time") then
    mistakes.warn(R, place, "procedure \"%s\" has no step 'time', so its turns pass no time", R.main)
  end
  local does = common.first(procedure.steps, function(step) return step.deed end)
  local idle = names[1] and not does and common.first(R.kinds.action:live(), function(action)
    return action.final.turns ~= 0 and not action.final.during
  end)
  if idle then
    mistakes.warn(R, place,
      "procedure \"%s\" has no step 'act', so '%s' and other actions are never done in its turns", R.main,
      idle.name)
  end
end

-- --- arguments of actions ------------------------------------------------------------------------

-- Reports a part of `takes` that is no word for an argument.
local function unknown_argument(R, entry, word, optional)
  local parts = common.split(word)
  local is_known = not common.first(parts, function(part)
    return not (language.arguments[part:gsub("[?…]+$", "")] or R.kinds[part])
  end)
  if #parts > 1 and is_known then
    return report_field(R, entry, "takes", "each stands in quotes of its own, \"%s\", and this is \"%s\"",
      table.concat(parts, "\", \""), word)
  end
  local words = common.keys(language.arguments)
  local more = ("there are %s, and kinds; words to choose from have | between them, \z
    and a single one is written \"%s|%s\""):format(common.list(words), word, optional and "?" or "")
  local names = common.append(common.copy_list(words), common.names(R.kind_order))
  local meant = language.argument_meant[word]
  report_field(R, entry, "takes", "'%s' is nothing that can be typed%s", word,
    meant and "; did you mean '" .. meant .. "'?" or common.hint(word, names, more))
end

-- The name of an argument, as in "hours: integer", and what may be typed for it.  seen: the names before it.
local function read_argument_name(R, entry, spec, seen)
  local name, what = spec:match "^%s*([%a_][%w_]*)%s*:%s*(.-)%s*$"
  if not name then return nil, spec end
  if seen[name] then report_field(R, entry, "takes", "'%s' is the name of two arguments", name) end
  if common.contains(language.deed_fields, name) then
    report_field(R, entry, "takes", "deed \"%s\" tells something else by the name '%s'; choose another",
      entry.name, name)
  end
  seen[name] = true
  return name, what
end

-- Sets the field of an argument that says what may be typed for it: choices, a list; word, one of
-- language.arguments, with range, { min, max }, where it has one; or kind, the name of a kind.
local function read_argument(R, entry, take, what)
  local min, max = what:match "^(%-?%d+)%s*%-%s*(%-?%d+)$"
  if min then
    take.word, take.range = "integer", { math.tointeger(min), math.tointeger(max) }
    if take.range[1] > take.range[2] then
      report_field(R, entry, "takes", "\"%s\" runs backwards; write \"%s-%s\"", what, max, min)
    end
  elseif what:find("|", 1, true) then take.choices = common.split(what, "[^|]+")
  elseif language.arguments[what] then take.word = what
  elseif R.kinds[what] then take.kind = what
  else
    unknown_argument(R, entry, what, take.optional)
    take.word = "word"
  end
end

-- Reads one part of `takes`.  Returns { words: as it is written; name or nil; optional; several: a list may
-- be typed }, and what read_argument adds.
local function read_take(R, entry, spec, is_last, seen)
  if type(spec) ~= "string" then
    report_field(R, entry, "takes", "every part is a text, as \"room?\", and this is %s", common.show(spec))
    spec = "word"
  end
  local name, what = read_argument_name(R, entry, spec, seen)
  local take = { words = spec, name = name, optional = what:sub(-1) == "?" }
  if take.optional then what = what:sub(1, -2) end
  local one = what:match "^(.-)…$" or what:match "^(.-)%.%.%.$"
  take.several = one ~= nil
  read_argument(R, entry, take, one or what)
  if not is_last and (take.word == "text" or take.several) then
    report_field(R, entry, "takes", "\"%s\" is the rest of the line, so it comes last", what)
  elseif take.several and (take.word == "text" or take.word == "room") then
    report_field(R, entry, "takes", "\"%s\" is the rest of the line already; leave out the …", take.word)
  end
  return take
end

-- The arguments as help shows them: "[PACE] ROOM left|right".
local function usage_of(takes)
  return table.concat(common.map(takes, function(take)
    local word = take.choices and table.concat(take.choices, "|")
      or take.range and table.concat(take.range, "-") or (take.kind or take.name or take.word):upper()
    if take.several then word = word .. " …" end
    return take.optional and "[" .. word .. "]" or word
  end), " ")
end

-- --- verbs ---------------------------------------------------------------------------------------

local function is_verb(text) return type(text) == "string" and text:match("^[%a_][%w_]*$") ~= nil end

-- Notes a verb as that of the action; reports a verb that is taken.
local function claim_verb(R, entry, verb, place)
  if R.host_verbs[verb] then
    report(R, place, "action \"%s\": '%s' is one of Sconce's own verbs; choose another name", entry.name,
      verb)
  elseif R.verbs[verb] then
    report(R, place, "action \"%s\": '%s' is a verb of the action \"%s\" already", entry.name, verb,
      R.verbs[verb])
  end
  R.verbs[verb] = entry.name
end

-- Reports the name of an action that cannot be a verb; else claims it.
local function check_action_name(R, entry)
  if source.reserved[entry.name] then
    report(R, entry.made, "action \"%s\": that is a word of Lua, so act.%s cannot be written; \z
      choose another name, as \"%s_it\", and aka = \"%s\"", entry.name, entry.name, entry.name, entry.name)
  elseif not is_verb(entry.name) then
    report(R, entry.made, "action \"%s\": a verb is one word of letters, digits and _", entry.name)
  else
    claim_verb(R, entry, entry.name, entry.made)
  end
end

-- The further verbs of an action.
local function read_aka(R, entry)
  local aka = entry.final.aka
  if type(aka) == "string" then aka = { aka } end
  for _, verb in ipairs(aka or {}) do
    if is_verb(verb) then claim_verb(R, entry, verb, field_place(entry, "aka"))
    else
      report_field(R, entry, "aka", "a verb is one word of letters, digits and _, and this is %s",
        common.show(verb))
    end
  end
  return aka or {}
end

-- --- actions -------------------------------------------------------------------------------------

-- Reports names in a field of an action that no procedure has.
local function check_procedures(R, entry, key, names)
  for _, name in ipairs(type(names) == "table" and names or { names }) do
    if not R.procedures[name] then
      mistakes.report_missing(R, field_place(entry, key), "procedure", name, common.keys(R.procedures), nil,
        ("action \"%s\", %s"):format(entry.name, key))
    end
  end
end

-- The names of the procedures in which the action can be done, or nil for all.  One that leaves a procedure
-- can be done only there.
local function read_during(R, entry)
  local list = entry.final.during or entry.final.leaves
  if type(list) == "string" then list = { list } end
  if list == nil then return end
  if #list == 0 then
    report_field(R, entry, entry.final.during and "during" or "leaves",
      "the name of a procedure is needed, and this is %s", common.show(list))
    return
  end
  check_procedures(R, entry, "during", list)
  return list
end

-- How many turns the action takes: a number, or a function.  Left out it is 1, or 0 where all that the action
-- does is to enter or leave a procedure.
local function read_turns(R, entry)
  local turns = entry.final.turns
  if turns == nil then return (entry.final.enters or entry.final.leaves) and 0 or 1 end
  if type(turns) ~= "number" then return functions.in_field(R, entry, "turns") or 1 end
  if turns < 0 then
    report_field(R, entry, "turns", "a number of turns is 0 or more, and this is %d", turns)
  end
  return turns
end

-- How many members may do the action in a turn, or nil for all.
local function read_most(R, entry)
  local final, most = entry.final, entry.final.most
  if most and most < 1 then
    report_field(R, entry, "most", "a whole number from 1 on is needed, and this is %d", most)
  end
  local other = final.default and "default" or final.turns == 0 and "turns = 0"
    or final.by == "party" and "by = \"party\""
  if most and other then report_field(R, entry, "most", "that does not go with %s", other) end
  return most
end

-- An action or a timer as play/effects needs it.
local function effects_of(R, entry)
  local it = { name = entry.name, label = ("%s \"%s\""):format(entry.kind.name, entry.name),
    fields = entry.final, made = entry.made, place = function(key) return field_place(entry, key) end }
  it.effects = effects.read(R, it)
  return it
end

-- The function cannot of an action.  If the action may lead elsewhere, to a room where they are not, it asks
-- the rule for that; then also returned is the number of the argument, a room, without which there is no
-- reason, or nil.
local function cannot_of(R, entry, takes)
  local cannot, verb = R.final.cannot[entry.name], entry.final.elsewhere
  if not verb then return cannot end
  for i, take in ipairs(takes) do
    if take.word == "room" then
      return R.effects.elsewhere(verb, i, cannot), not cannot and i or nil
    end
  end
  report_field(R, entry, "elsewhere", "that goes with a room; give it takes = { \"room?\" }")
end

-- Gives an action its functions act and cannot, with what its fields say that it does and costs.
local function add_functions(R, entry, action)
  local it = effects_of(R, entry)
  local by = entry.final.by
  if type(entry.final.check) == "string" and by ~= "each" and by ~= "one" then
    report_field(R, entry, "check", "a member makes it; give the action by = \"each\", or check = rule.NAME")
  end
  local act = effects.with_check(R, it, R.effects.joined(it, R.final.act[entry.name]))
  local costs = effects.read_costs(R, it)
  local conditions = effects.read_conditions(R, it)
  local cannot, room_at = cannot_of(R, entry, action.takes)
  action.act, action.cannot = R.effects.paid(costs, act, R.effects.conditioned(conditions, cannot))
  action.cannot_asks = #costs == 0 and #conditions == 0 and room_at or nil
end

-- Gives each timer ends(about), which does what its fields say when it runs out.
local function read_timers(R)
  for _, entry in ipairs(R.kinds.timer:live()) do
    local timer, it = R.timers[entry.name], effects_of(R, entry)
    it.for_all = timer.of ~= "member"
    timer.ends = effects.checked(R, it, R.effects.joined(it))
  end
end

-- An action as play reads it.  by: "each", "one" or "all"; whole: true for by = "party", where the whole
-- party does it, or nobody.  cannot_asks: the number of the argument without which cannot gives no reason.
local function read_action(R, entry)
  local final = entry.final
  check_action_name(R, entry)
  check_procedures(R, entry, "enters", final.enters)
  check_procedures(R, entry, "leaves", final.leaves)
  local during, specs, seen = read_during(R, entry), entry.final.takes or {}, {}
  local takes = common.map(specs, function(spec, i) return read_take(R, entry, spec, i == #specs, seen) end)
  local action = {
    name = entry.name, by = final.by == "party" and "all" or final.by, whole = final.by == "party",
    enters = final.enters, leaves = final.leaves,
    at = final.at or "act", during = during, keeps = final.keeps, dark = final.dark,
    asked_once = final.asked_once, most = read_most(R, entry),
    default = final.default == true, forced = final.default == "forced",
    secret = final.secret, public = final.public, help = final.help,
    aka = {}, takes = takes, usage = usage_of(takes), turns = read_turns(R, entry),
  }
  add_functions(R, entry, action)
  return action
end

-- Reports an action with default = "forced" that can always be done: it would be forced on everybody, always.
local function check_forced(R, entry)
  local final = entry.final
  local is_free = R.final.cannot[entry.name] or final.needs or final.unless
  if R.actions[entry.name].forced and not is_free then
    report_field(R, entry, "default", "whom does it force?  cannot.%s gives a reason for all others",
      entry.name)
  end
end

-- Reports an action at a step that no procedure has.
local function check_step(R, entry)
  local at = entry.final.at
  if not at then return end
  local names = {}
  for _, procedure in ipairs(R.kinds.procedure:live()) do common.append(names, procedure.items or {}) end
  if not common.contains(names, at) then
    report_field(R, entry, "at", "no procedure has a step '%s'%s", at, common.hint(at, names))
  end
end

-- Reports a second default action of one step.  An action with `during` is the default only in those
-- procedures.
local function check_defaults(R)
  local default = {}                             -- by step and procedure ("": all of them): the action
  local actions = common.where(R.kinds.action:live(), function(entry)
    return R.actions[entry.name].default
  end)
  for _, entry in ipairs(actions) do
    local action = R.actions[entry.name]
    for _, procedure in ipairs(action.during or { "" }) do
      local key = action.at .. "\0" .. procedure
      if default[key] then
        report_field(R, entry, "default", "\"%s\" is the default of the step '%s' already",
          default[key], action.at)
      end
      default[key] = entry.name
    end
  end
end

-- Sets two fields of each procedure: waits, true when it waits for a line within a turn; passes, true when
-- time passes in it.  Sets R.timed, true when any turn has a length.
local function read_waits(R)
  R.timed = R.turn_secs ~= nil
  for _, entry in ipairs(R.kinds.procedure:live()) do
    local procedure = R.procedures[entry.name]
    local deed_steps = common.where(procedure.steps, function(step) return step.deed end)
    local passing = common.first(procedure.steps, function(step) return step.host == "time" end)
    procedure.passes = passing ~= nil or nil
    procedure.waits = #deed_steps > 1 or procedure.each ~= nil
      or procedure.deeds ~= nil and procedure.deeds ~= 1
    R.timed = R.timed or procedure.secs ~= nil
  end
end

-- Makes the events of the texts with which rules end play, ends "Land!".
local function read_texts_of_ends(R)
  for _, file in ipairs(R.files) do
    for _, free in ipairs(file.free) do
      local at = free.name == "ends" and source.text_given(file, free.i)
      local place = at and { file = file.name, line = file.lines[at], word = at }
      if at then
        effects.ending(R, { label = "ends", place = function() return place end }, "its text",
          (file.words[at]:gsub("\\([\"'\\])", "%1")))
      end
    end
  end
end

-- Makes a procedure without steps for each event that ends play, of the event's name: it runs from then on.
local function read_endings(R)
  for _, entry in ipairs(R.kinds.event:live()) do
    local name = entry.name
    if entry.final.ends and entry.host and not language.emitted_by_rules[name] then
      report_field(R, entry, "ends", "the program makes this happen; only what rules emit can end play")
    elseif entry.final.ends and R.procedures[name] then
      report_field(R, entry, "ends", "there is a procedure \"%s\"; what ends play needs another name", name)
    elseif entry.final.ends then
      R.procedures[name] = { name = name, steps = {}, is_ending = true }
      R.has_endings = true
    end
  end
  read_texts_of_ends(R)
end

-- Reads procedures and actions into R.procedures, R.main and R.actions.
function procedures.read(R)
  R.deed_steps, R.procedures, R.actions, R.verbs = {}, {}, {}, {}
  local actions = R.kinds.action:live()
  for _, entry in ipairs(actions) do R.deed_steps[entry.final.at or "act"] = true end
  for _, entry in ipairs(R.kinds.procedure:live()) do R.procedures[entry.name] = read_procedure(R, entry) end
  read_endings(R)
  for _, entry in ipairs(actions) do
    R.actions[entry.name] = read_action(R, entry)
    check_step(R, entry)
    check_forced(R, entry)
  end
  -- First all names of actions: where an aka is the name of another action, the aka is reported.
  for _, entry in ipairs(actions) do R.actions[entry.name].aka = read_aka(R, entry) end
  read_timers(R)
  check_defaults(R)
  read_main(R)
  check_main(R)
  read_waits(R)
end

return procedures
