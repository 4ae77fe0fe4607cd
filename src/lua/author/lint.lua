-- lint.lua -- warns of code that Lua accepts but that is almost certainly a mistake.  Only a check runs it,
-- never play, and it warns only where it is sure.  This file looks at functions and words;
-- lint_comparisons.lua and lint_values.lua at comparisons, lint_calls.lua at calls and assignments,
-- lint_things.lua at things.
-- i and j are indexes of words in a file (read/source.lua, which also explains patterns of words).
--
-- C, the context of one run:
--   R: the rules; list: the warnings, of which lint.context tells the fields, and how they are added
--   hint(text, known): the end of a message about a text that is not one of `known`
--   given: the set of the names that are given values in braces
--   kept_old: of each `local usual = rule.NAME`, by "FILE usual": { name: "rule.NAME"; at: index of NAME }
--   compared: comparisons with a text that may be right, { file, i: the index of the text }
--   stops: true if play would stop at one of the mistakes in every line
local common = module "common"
local calls = module "author/lint_calls"
local values = module "author/lint_values"
local comparisons = module "author/lint_comparisons"
local language = module "read/language"
local lint_things = module "author/lint_things"
local source = module "read/source"
local lint = {}

-- --- functions -----------------------------------------------------------------------------------

local params_of, matches, found = source.params_of, source.matches, source.found

local member_fields = common.set "name away max"

-- Warns of who.hp and check(who, …) in act.sing(who), when all do the action together and who is a list.
local function check_group(C, file, f)
  local action = C.R.actions[f.name:match "^act%.(.*)$"]
  if not action or action.by ~= "all" then return end
  local params, from = params_of(file, f)
  local param = params[1]
  if not param or param == "..." then return end
  local other_of_that_name = ("local|for|, %s =|in"):format(param)
  local field_of_it, check_of_it = ("!. %s ."):format(param), ("check ( %s ,"):format(param)
  for j = from, f.to do
    if matches(file, j - 1, other_of_that_name) then return end      -- which it stands for from here on
    local field = matches(file, j - 1, field_of_it) and file.words[j + 2]
    local track = C.R.tracks[field]
    local is_of_one = member_fields[field] or C.R.kinds.member.fields[field] or track and track.of == "member"
    if is_of_one or matches(file, j - 2, check_of_it) then
      return C.explain_at(file, j,
        "action \"%s\" is done by all at once, so %s is a list here; write by = \"each\" in it, or for who \z
        in each(%s) do … end", action.name, param, param)
    end
  end
end

-- --- values that are compared --------------------------------------------------------------------

-- The sorts of values that a name of the rules may stand for, as far as these checks tell them apart:
-- "record" (a member or another thing), "lamp", "result" (of a roll), "word" (that was typed) and "number".

-- The sort of an argument of an action; nil: no matter.
local function sort_of_argument(take)
  if take.choices or take.several then return nil end
  if take.word == "word" or take.word == "lamp" then return take.word end
  return (take.word == "member" or take.kind) and "record" or nil
end

-- The sorts of the parameters of a function, by their numbers: of step.NAME(who), on.NAME(result or owner),
-- act.VERB(who, …) and cannot.VERB(who, …).  Rules call the others with anything.
local function sorts_of_params(C, f)
  local space, key = f.name:match "^(%a+)%.(.*)$"
  if space == "step" then return { "record" } end
  if space == "on" then
    local track = C.R.tracks[key]
    return { language.hook_is_given[key] or C.R.kinds.chart.entries[key] and "result"
      or track and track.of == "member" and "record" or nil }
  end
  local action = (space == "act" or space == "cannot") and C.R.actions[key]
  local sorts = { action and action.by ~= "all" and "record" or nil }
  for n, take in ipairs(action and action.takes or {}) do sorts[n + 1] = sort_of_argument(take) end
  return sorts
end

-- True if a mistake in play is in the lines of the function f.
local function is_in(file, f, error)
  return error.file == file.name and error.line >= f.line and error.line <= file.lines[f.to]
end

local value_names = common.set "was now old new before after"

-- Warns of the parameters of function on.hp(who, was, now), where the owner is missing or `now` stands
-- second.
local function check_hook_params(C, file, f)
  local track = C.R.tracks[f.name:match "^on%.(.*)$"]
  if not track then return end
  local params, close = params_of(file, f)
  local owner = track.of == "member" and "who" or "_"
  local lacks_owner = #params < 3 and value_names[params[1]] and value_names[params[2] or params[1]]
  if lacks_owner then
    local made = C.warn({ file = file.name, line = f.line },
      "%s is given whose it is first: function %s(%s, was, now)", f.name, f.name, owner)
    function made.covers(error) return is_in(file, f, error) end
  elseif params[2] == "now" or params[2] == "new" or params[2] == "after" then
    C.warn_at(file, close - 1,
      "%s is given what the track was, and then what it is now: function %s(%s, was, now)", f.name, f.name,
      owner)
  end
end

-- By event of the program: the names of what its hook is given.
local given_to_hooks = { arrive = { "room", "new" }, light_out = { "lamp", "why" },
  kindled = { "lamp", "again" }, deed = { "verb", "them" }, new_day = { "n" }, new_hour = { "h" },
  enter = { "name" }, leave = { "name" }, checked = { "c" }, begin = {}, turn_start = {}, turn_end = {} }
local members = common.set "who whom them member"

-- The names of all parameters in their right order, where those of act.bury(w, who) or on.arrive(new, room)
-- are in a wrong one or lack the first; else nil.
local function right_order(C, f, params)
  local space, key = f.name:match "^(%a+)%.(.*)$"
  local hook, action = space == "on" and given_to_hooks[key], C.R.actions[key]
  if space == "on" and C.R.kinds.deck.entries[key] then hook = { "card", "who" } end
  if hook then return params[1] and (members[params[1]] or params[1] == hook[2]) and hook or nil end
  local is_deed = space == "act" or space == "cannot"
  if not is_deed or not action or action.by == "party" or not params[1] then return end
  local first, names = action.by == "all" and "them" or "who", common.copy_list(params)
  for n, take in ipairs(action.takes or {}) do
    if params[1] == (take.kind or take.word) and params[1] ~= "member" then return { first, params[1] } end
    if params[n + 1] == first and take.word ~= "member" then
      table.insert(names, 1, table.remove(names, n + 1))
      return names
    end
  end
end

-- Warns of parameters in a wrong order, in place of what then goes wrong in the deed.
local function check_order(C, file, f)
  local right = right_order(C, f, (params_of(file, f)))
  if not right then return end
  local is_hook, verb = f.name:find "^on" ~= nil, f.name:match "%.(.*)$"
  local first = not is_hook and "who does it first" or right[2] and "the " .. right[1] .. " first"
    or "no member"
  local made = C.warn({ file = file.name, line = f.line }, "%s is given %s: function %s(%s)", f.name, first,
    f.name, table.concat(right, ", "))
  function made.covers(error, line)
    return is_in(file, f, error) or not is_hook and line:find("%f[%w_]" .. verb .. "%f[^%w_]") ~= nil
  end
end

-- Explains rule.burn() within the rule.burn that stands in place of an old one.
local function check_self_call(C, file, f)
  local space, key = f.name:match "^(%a+)%.(.*)$"
  local entry = C.R.spaces[space].entries[key]
  local replaces = entry and entry.old and not entry.old.host and entry.file == file.name
  local at = replaces and found(file, f.name:gsub("%.", " . ") .. " (", f.from + 2, f.to)()
  if at then
    C.explain_at(file, at, "%s calls itself; to call the old one, write local usual = %s above, and usual() \z
      here", f.name, f.name)
  end
end

-- True if the local at index j is the row of a roll, and no field of it, as in local row = roll "x".
local function is_rolled_row(file, j)
  return matches(file, j, "local NAME = roll TEXT !.")
    or matches(file, j, "local NAME = roll (") and file.kinds[source.after(file, j + 4)] ~= "."
end

-- The sorts of values that the names in a function stand for, by name: of parameters, who in for who in
-- each(party) or each(spell), and row in local row = roll "x".  Also the index where its code begins.
local function sorts_in(C, file, f)
  local sorts, params, from = {}, params_of(file, f)
  for n, sort in next, sorts_of_params(C, f) do sorts[params[n] or ""] = sort end
  for j in found(file, "!.|, NAME", from, f.to) do
    local name = file.words[j + 1]
    if matches(file, j, "local NAME =") then sorts[name] = is_rolled_row(file, j) and "record" or nil
    elseif matches(file, j, "for NAME in each ( party )") then sorts[name] = "record"
    elseif matches(file, j, "for NAME in each ( NAME )") and C.R.kinds[file.words[j + 5]] then
      sorts[name] = "record"
    elseif matches(file, j, "for NAME in each ( burning") then sorts[name] = "lamp"
    elseif matches(file, j, "!.|,|local NAME =") then sorts[name] = nil end
  end
  return sorts, from
end

-- Warns of usual(who) in function rule.hurt(who, n), where nothing uses n.  j: the index of usual.
local function check_passed_on(C, file, f, j)
  local params, from = params_of(file, f)
  local given, close = 1, file.partners[j + 1]
  for i = j + 2, close - 1 do
    if file.kinds[i] == "," then given = given + 1
    elseif file.kinds[i] ~= "name" then return end
  end
  local left_out = params[given + 1]
  if not left_out or left_out == "..." or left_out:sub(1, 1) == "_" then return end
  for i = from + 1, f.to do
    if file.words[i] == left_out and file.kinds[i] == "name" then return end
  end
  C.warn_at(file, j, "%s is given no %s, which this %s gets; write %s(%s)", file.words[j], left_out, f.name,
    file.words[j], table.concat(params, ", "))
end

-- Warns of a loop over the party in a step that each one has.
local function check_loop_within(C, file, f, from)
  local own = (f.name:find "^step%." or f.name:find "^act%.") and params_of(file, f)[1]
  for j in found(file, "for NAME in each ( party )", from, f.to) do
    if file.words[j + 1] == own then
      C.warn_at(file, j + 1, "%s(%s) is called for each member already, and this goes through all of them \z
        each time; leave out %s in its ( ), or this loop", f.name, own, own)
    end
  end
end

-- --- a value that is given twice -------------------------------------------------------------------

-- The path that the statement at index i gives a literal value, as "setting.wounds"; nil for other
-- statements.  Only a statement that begins its line is looked at, as rule files are written.
local function path_assigned_at(C, file, i)
  if file.lines[i - 1] == file.lines[i] or not C.R.kinds[file.words[i]] then return end
  local stop = i
  while matches(file, stop + 1, ". NAME") do stop = stop + 2 end
  if stop == i or not matches(file, stop + 1, "= LITERAL") then return end
  return table.concat(file.words, "", i, stop)
end

-- Warns of a value that a file gives twice, outside of functions and blocks.
local function check_given_twice(C, file)
  local i, line_of = 1, {}                     -- line_of: path -> the line that gives it a value
  while i <= #file.kinds do
    local path = path_assigned_at(C, file, i)
    if path and line_of[path] then
      C.warn_at(file, i, "%s was set in line %d already, and only this counts; leave one of them out", path,
        line_of[path])
    end
    if path then line_of[path] = file.lines[i] end
    i = source.after(file, i)
  end
end

-- Goes through the calls usual() in function rule.NAME, where a line above keeps the old one, local usual =
-- rule.NAME.  Gives the index of usual in the call, and of NAME in that line.
local function calls_of_old(C, file, f)
  local next_call = found(file, "NAME (", f.from, f.to)
  return function()
    for j in next_call do
      local kept = C.kept_old[file.name .. " " .. file.words[j]]
      if kept and kept.name == f.name then return j, kept.at end
    end
  end
end

-- Reports local usual = rule.NAME above function rule.NAME, which calls usual(), where no file below has a
-- rule.NAME: usual is then what stands in for the newest rule.NAME (stand_in in read/functions.lua), which is
-- this function, and it calls itself without end.  For on.NAME what stands in does nothing, which is right.
local function check_kept_old(C, file, f)
  local space, key = f.name:match "^(%a+)%.(.*)$"
  local entries = C.R.spaces[space].entries
  local entry = space ~= "on" and entries[key]
  if not entry or entry.file ~= file.name or entry.old then return end
  for j, at in calls_of_old(C, file, f) do
    if file.lines[at] <= f.line then
      local usual = file.words[j]
      local near = common.meant(key, common.keys(entries), "; did you mean '" .. space .. ".%s'?")
      local made = C.explain_at(file, at, "there is no %s in the files below, so %s would call itself%s",
        f.name, usual, near ~= "" and near or "; leave out this line, and what calls " .. usual)
      if made then made.grade = nil end                    -- an error, and no warning
      C.stops = true
    end
  end
end

-- Warns of local usual = rule.NAME inside function rule.NAME, where it is the new function and not the old.
local function check_kept_inside(C, file, f)
  local own = f.name:gsub("%.", " . ")                   -- "rule . NAME", as a pattern
  for j in found(file, ("local NAME = %s !("):format(own), f.from, f.to) do
    C.warn_at(file, j + 3, "inside of %s this is the new %s itself, and not the old one; the line stands \z
      above the function", f.name, f.name)
  end
end

-- The old function that f replaces, and its file; nil when there is none.
local function old_of(C, file, f)
  local space, key = f.name:match "^(%a+)%.(.*)$"
  local current = C.R.spaces[space] and C.R.spaces[space].entries[key]
  local old = current and current.file == file.name and current.old
  local below = old and old.file and C.R.by_name[old.file]
  return below and common.first(below.functions, function(g)
    return g.name == f.name and g.line == old.line
  end), below
end

local says <const> = "return !end|;|say|warn|emit|gain|lose|set|go|nil"

-- Warns of usual(…) as a statement in cannot.NAME, where its reason is lost; or in rule.NAME, if the old one
-- gives something back, and the new one nothing.
local function check_reason_kept(C, file, f)
  local old, below = old_of(C, file, f)
  local space = f.name:match "^%a+"
  local gives = old and (space == "cannot" or space == "rule" and not found(file, "return", f.from, f.to)())
    and found(below, says, old.from, old.to)()
  for j in calls_of_old(C, file, f) do
    local behind = source.after(file, j + 1)
    if gives and source.ends_statement[file.kinds[j - 1]] and not matches(file, behind, ".|:|[") then
      local usual = file.words[j]
      local made = space == "cannot" and C.warn_at(file, j, "the reason that %s gives is lost here, so what \z
        it forbids can be done; hand it on: local why = %s(…) if why then return why end", usual, usual)
        or space == "rule" and C.warn_at(file, j, "what the old rule gives back is lost here; hand it on: \z
        return %s(…)", usual)
      if made then made.covers = function(error) return is_in(file, f, error) end end
    end
  end
end

-- The parameters of the old function that f replaces, but for _ and `...`; none when there is no old one.
local function params_of_old(C, file, f)
  local old, below = old_of(C, file, f)
  return old and common.where(params_of(below, old), function(p)
    return p:sub(1, 1) ~= "_" and p ~= "..."
  end) or {}
end

-- Warns of usual() without arguments, when the function it wraps takes some.
local function check_wrapped(C, file, f)
  local wanted = params_of_old(C, file, f)
  if #wanted == 0 then return end
  for j in calls_of_old(C, file, f) do
    if file.kinds[j + 2] == ")" then
      C.explain_at(file, j, "%s() is given nothing, and the old %s takes %s; pass on what this one is given",
        file.words[j], f.name, common.list(wanted))
    else check_passed_on(C, file, f, j) end
  end
end

-- The rule that gives nothing back and has the local at index i; nil where there is none.
local function rule_without_return(file, i)
  return common.first(file.functions, function(f)
    return f.name:find "^rule%." and f.from < i and i < f.to and not found(file, "return", f.from, f.to)()
  end)
end

-- Warns of a local that nothing uses, as local hp = who.hp, which is a copy of the track; or explains that a
-- return is missing.  i: the index of its name.
local function check_unused_local(C, file, i)
  local name, key = file.words[i], file.words[i + 4]
  local f = rule_without_return(file, i)
  if f then
    -- Only of a call is it sure that it is what the rule was to return; then there is a cure (cures.lua).
    local told = matches(file, i + 1, "= NAME (") and "%s gives nothing back, and nothing reads '%s'"
      or "%s gives nothing back, and '%s' is never read"
    local made = C.explain_at(file, i, told .. "; is a return missing?", f.name, name)
    if made then made.head = f.line end
  elseif matches(file, i - 1, "local NAME = NAME . NAME NAME|end|local|if|for|;") and C.R.tracks[key] then
    C.warn_at(file, i, "'%s' is a copy of the track, and nothing reads it; gain, lose and set change the \z
      track itself", name)
  else
    C.warn_at(file, i, "nothing uses '%s'; is it misspelt where it is meant?", name)
  end
end

-- Warns of locals and functions that nothing uses; and of local usual = rule.NAME, if nothing calls usual.
-- Settings, charts and other things are left out: those of a part are for files that include it, and a rule
-- may make up a name in play.
local function check_unused(C, file)
  for _, i in ipairs(file.unused) do
    local name, space, key = file.words[i], file.words[i + 2], file.words[i + 4]
    local wraps = matches(file, i + 1, "= NAME . NAME") and C.R.spaces[space]
      and C.R.spaces[space].entries[key]
    local is_told = C.warned[file.name .. i + 2]           -- by check_kept_inside
    if not is_told and wraps and wraps.old and wraps.file == file.name then
      C.warn_at(file, i,
        "'%s' is never called, so the old %s.%s does not run any more; call %s(…), or leave this line out",
        name, space, key, name)
    elseif not is_told then
      check_unused_local(C, file, i)
    end
  end
end

-- --- words in a row ------------------------------------------------------------------------------

-- Explains modifier "tired" { when = function(who) return who.stress > 3 end }.
local function check_modifiers(C, file)
  for i in found(file, "!. modifier TEXT {") do
    for j in found(file, "= function ( who", i + 3, file.partners[i + 3]) do
      C.explain_at(file, j + 1,
        "the function of a modifier gets the check: function(c), and c.who is who rolls")
    end
  end
end

local NEEDS_AND = "two comparisons are joined by and, as 1 <= n and n <= 3"
local COUNTS = "# counts, and 0 is true, too; compare it, as #… > 0"
local NAMES_A_RULE = "rule.%4 names the rule, and is always true; to ask it, write rule.%4()"

-- True if rules have a track or a field of this name, or give it to something in braces.
local function is_own(C, key)
  if C.R.tracks[key] or C.given[key] then return true end
  return common.first(C.R.kind_order, function(kind) return kind.fields[key] end) ~= nil
end

local function is_dice_setting(C, file, i)
  local entry = C.R.kinds.setting.entries[file.words[i + 2]]
  return entry and entry.final and entry.final.is == "dice"
end

-- Patterns of words that always are mistakes, as lint_values.lua has them for those in functions.
local always_wrong = {
  { "NAME|) [ 0 ]", 2, "a list begins at 1, so [0] is nothing (nil)" },
  { "for NAME = 0 , #", 4,
    "a list begins at 1, so a loop over it that begins at 0 first comes to nothing (nil)", explains = true },
  { "!. rule . NAME then|==|~=", 2, NAMES_A_RULE }, { "not rule . NAME !(|TEXT|{", 2, NAMES_A_RULE },
  { "+|-|*|/|//|% party !.", 2, "party is no number; count(party) counts all who are present",
    explains = true },
  { "setting . NAME +|-|*|/|//|%|<|>|<=|>=", 1,
    "setting.%3 is dice in quotes, and no number; dice(setting.%3) rolls them", explains = true,
    test = is_dice_setting },
  { "set ( TEXT , roll TEXT )", 5, "roll gives a row, whose name is roll(%6).name", explains = true },
  { "set ( NAME , TEXT , roll TEXT )", 7, "roll gives a row, whose name is roll(%8).name", explains = true },
  { "# party !.", 2, "# counts a list, and party is none; count(party) counts all who are present" },
  { "in pairs|ipairs ( party )", 1,
    "%2 goes through the party's parts; its members are gone through with each: for who in each(party) do" },
  { "for NAME , NAME in each", 2,
    "each gives one thing after the other, and no number; write for %4 in each(…) do", explains = true },
  { "for NAME in pairs ( party . members", 4,
    "pairs gives the number first; for %2 in each(party) do goes through the members", explains = true },
  { "< NAME <|<=", 1, NEEDS_AND, explains = true }, { "<= NAME <|<=", 1, NEEDS_AND, explains = true },
  { "<|<= NAME . NAME <|<=", 1, NEEDS_AND, explains = true },
  { "NAME : NAME ( )", 3, "a field is read with a point, as %1.%3", explains = true,
    test = function(C, file, i)
      local name = file.words[i + 2]
      return C.R.tracks[name] or C.R.kinds.member.fields[name]
    end },
  { "for NAME in ipairs", 1,
    "ipairs gives the number and then the item: for n, %2 in ipairs(…), or for %2 in each(…)" },
  { "return NAME TEXT|{", 2,
    "this is what the 'return' above gives back, and so is done; to end there, write return with a ; \z
    behind it",
    test = function(_, file, i) return file.lines[i + 1] > file.lines[i] end },
  { "turn . number ==|~= TEXT", 5, "turn.number is a number, so this is never %5" },
  { "!. NAME . total|natural|margin|left ==|~= TEXT", 6, "%2.%4 is a number, so this is never %6",
    test = function(C, file, i) return not is_own(C, file.words[i + 3]) end },
  { "!. NAME . name ==|~= NUMBER", 6,
    "%2.name is a text, so this is never %6; write it in quotes: \"%6\"" },
  { "if|elseif|while|not # NAME then|do", 2, COUNTS },
  { "if|elseif|while|not # NAME ( ) then|do|and|or", 2, COUNTS },
  { "if|elseif|while|not # NAME . NAME then|do|and|or", 2, COUNTS },
  { "% NUMBER then", 1, "what is left over is a number, and 0 is true, too; compare it: % %2 == 0" },
  { "% NUMBER == NUMBER", 4, "what % %2 leaves over is less than %2, so this is never %4",
    test = function(_, file, i)
      local size, n = tonumber(file.words[i + 1]), tonumber(file.words[i + 3])
      return size > 0 and n >= size
    end },
  { "TEXT|) == LITERAL or LITERAL then|do", 5,
    "%5 alone is always true; give what is compared a name, local n = …, and compare it twice: \z
    n == %3 or n == %5" },
  { "!.|: has ( party , TEXT )", 4,
    "has looks into a list, and party is none; a member is found by name: named(%6)" },
  { "!.|: has ( party ,", 4, "has looks into a list, and party is none; its list is party.members" },
}

-- If a list such as burning() stands at index i: its words as a text, and the index behind them; else nil.
local function list_at(C, file, i)
  local kinds, words = file.kinds, file.words
  local word, after = words[i], kinds[i + 1]
  local facts = language.words[word]
  if after == "." then
    local key = words[i + 2]
    if word == "party" and key == "members" then return "party", i + 3 end
    local track = C.R.tracks[key]
    local is_list = key == "members" or key == "exits" or track and track.kind == "list"
    return is_list and word .. "." .. key or nil, i + 3
  end
  local calls_list = facts and facts.gives == "list"
  local stop = source.after(file, i + 1)
  if calls_list and (after == "text" or after == "(") then return values.call_shown(file, i, stop), stop end
  return (language.state[word] or C.R.kinds[word]) and word or nil, i + 1
end

-- Explains for who in party do, which lacks each( ).
local function check_loops(C, file)
  for i in found(file, "for NAME in NAME") do
    local list, stop = list_at(C, file, i + 3)
    if list and file.kinds[stop] == "do" then
      C.explain_at(file, i + 3, "for goes through a list with each: for %s in each(%s) do",
        file.words[i + 1], list)
    end
  end
end

-- Explains for who in them do in function act.VERB(them), at index i, where everyone does it together.
local function check_loop_over(C, file, f)
  local is_param = common.set(table.concat(params_of(file, f), " "):gsub("%.%.%.", ""))
  for i in found(file, "for NAME in NAME do", f.from, f.to) do
    if is_param[file.words[i + 3]] then
      C.explain_at(file, i + 3, "for goes through a list with each: for %s in each(%s) do", file.words[i + 1],
        file.words[i + 3])
    end
  end
end

-- Warns of say("Turn", turn.number), at index i, whose text has no % for the value, or fewer than values.
local function check_said_values(C, file, i)
  local text, gaps = file.words[i + 2], 0
  if not text:find("%", 1, true) then
    return C.warn_at(file, i,
      "\"%s\" has no %% for what follows it, which is never shown; write %%s where a text goes, %%d where \z
      a number does", text)
  end
  for sign in text:gmatch "%%(.)" do gaps = gaps + (sign ~= "%" and 1 or 0) end
  for _, j in ipairs(source.inside(file, i + 1)) do
    if file.kinds[j] == "," then
      local is_options = file.kinds[j + 1] == "{"                  -- { public = false }
      if gaps == 0 and not is_options then
        return C.warn_at(file, j + 1,
          "this value is never shown; the text has too few %% for all that follow it")
      end
      gaps = gaps - 1
    end
  end
end

-- Warns of say "{name} sings" and say "%s sings", a text alone, at index i: nothing fills its gap.
local function check_text_alone(C, file, i)
  local gap = file.words[i]:match "{([%a_][%w_.]*)}"
  if gap then
    C.warn_at(file, i, "say fills in no {%s}; a value follows the text: say(\"%%s …\", %s)", gap,
      gap == "name" and "who.name" or gap)
  end
  local sign = file.words[i]:gsub("%%%%", ""):match "%%[sd]"
  if sign then
    C.warn_at(file, i,
      "nothing is given for %s; its value follows the text: say(\"…\", who.name)", sign)
  end
end

-- Warns of texts of say and warn whose gaps do not go with the values behind them.
local function check_said(C, file)
  for i in found(file, "!. say|warn TEXT|(") do
    if matches(file, i + 1, "say TEXT") then check_text_alone(C, file, i + 2)
    elseif matches(file, i + 1, "say ( TEXT )") then check_text_alone(C, file, i + 3)
    elseif matches(file, i + 1, "say|warn ( TEXT , !{") then check_said_values(C, file, i + 1)
    elseif matches(file, i + 1, "say|warn ( NAME . name , TEXT") then
      C.warn_at(file, i + 1, "%s takes the text first, and then its values: %s(\"%%s …\", %s.name)",
        file.words[i + 1], file.words[i + 1], file.words[i + 3])
    end
  end
end

-- Warns of if lose(who, "food") > 0: a track without a minimum can always lose.
local function check_unbounded_loss(C, file)
  for i in found(file, "!. lose TEXT|(") do
    local verb = i + 1
    local named_at = source.text_given(file, verb, true)
    local last = file.kinds[verb + 1] == "(" and file.partners[verb + 1] or verb + 1
    local track = named_at and C.R.tracks[file.words[named_at]]
    local is_compared = matches(file, last + 1, ">|>=|<|<=|==|~=")
    if is_compared and track and track.kind == "number" and not track.min then
      C.warn_at(file, verb,
        "the track %s has no min, so lose takes all of it and nothing is ever missing; give it min = 0",
        track.name)
    end
  end
end

-- --- fields that nothing has ---------------------------------------------------------------------

-- All names that may stand behind a dot, of fields, things, rows, cards, functions …, as a set and as a
-- list; and a function that adds one.
local function known_names(R)
  local is_known, names = {}, {}
  local function add(name)
    if not is_known[name] then is_known[name], names[#names + 1] = true, name end
  end
  local function add_all(list)
    for _, name in ipairs(list) do add(name) end
  end
  add_all(language.field_names)
  for _, kept in next, language.record_fields do add_all(kept) end
  for _, kind in ipairs(R.kind_order) do
    add_all(kind.field_order)
    add_all(common.names(kind.order))
  end
  for _, c in next, R.charts do
    for _, row in ipairs(c.rows) do
      add(row.name)
      for key in next, row.own do add(key) end
    end
  end
  for _, action in next, R.actions do add_all(common.names(action.takes)) end
  for _, d in next, R.decks do add_all(d.cards) end
  for _, name in ipairs(language.libraries) do add_all(common.keys(R.env[name])) end
  for _, space in next, R.spaces do
    for key in next, space.entries do add(key) end
  end
  return is_known, names, add
end

-- The known name that a misspelt name of a field surely means: one that differs by a letter, or that begins
-- with it; or nil.
local function sure_name(word, names)
  local near = common.nearest(word, names)
  local sure = near and (common.distance(word, near, 1) <= 1 or near:sub(1, #word) == word)
  return sure and near or nil
end

-- Adds to the known names all that the files give values to, and all words that they write in quotes.
local function add_names_of_files(R, add)
  for _, file in ipairs(R.files) do
    for i in found(file, "NAME =") do add(file.words[i]) end
    for i in found(file, "TEXT") do
      if file.words[i]:find "^[%a_][%w_]*$" then add(file.words[i]) end
    end
  end
end

-- Warns of X.FIELD when nothing has a field of that name, and a known name is near.
local function check_fields(C)
  local is_known, names, add = known_names(C.R)
  local meant = {}                     -- by word: the name that is meant, or false
  add_names_of_files(C.R, add)
  for _, file in ipairs(C.R.files) do
    for i in found(file, "NAME|)|] . NAME !(") do
      local word = file.words[i + 2]
      if not is_known[word] and meant[word] == nil then meant[word] = sure_name(word, names) or false end
      if meant[word] then
        local made = C.warn_at(file, i + 2, "nothing has a field '%s'; did you mean '%s'?", word, meant[word])
        if made then made.shows_in_play = true end       -- play stops there as well, and says it
      end
    end
  end
end

-- --- all checks ----------------------------------------------------------------------------------

-- The end of a message about a text that is not one of `known`.
local function hint(text, known)
  local meant = common.meant(text, known)
  return meant ~= "" and meant or common.hint(text, known)
end

-- A context without warnings.  A warning, in the form of a dry run's mistakes, is { error = { file, line,
-- text, word }, grade } and perhaps
--   explains: where play stops at it, this sentence is told in place of Lua's
--   shows_in_play: where play stops at it, what play says is told instead
--   head: the line of the function, if play stops there and not at the line of the mistake
--   covers(error, line): true of an error elsewhere to which it leads, found by typing `line`: left out
function lint.context(R)
  local C = { R = R, list = {}, given = {}, kept_old = {}, compared = {}, warned = {}, hint = hint }
  -- Returns the warning.
  function C.warn(place, text, ...)
    local mistake = { file = place.file, line = place.line, text = string.format(text, ...) }
    local made = { error = mistake, grade = "warning" }
    C.list[#C.list + 1] = made
    return made
  end
  -- Returns the warning; nil, and warns of nothing, where its word was warned of already.
  function C.warn_at(file, i, text, ...)
    if C.warned[file.name .. i] then return end
    C.warned[file.name .. i] = true
    local made = C.warn({ file = file.name, line = file.lines[i] }, text, ...)
    made.error.word = i
    return made
  end
  function C.explain_at(file, i, text, ...)
    local made = C.warn_at(file, i, text, ...)
    if made then made.explains = true end
    return made
  end
  return C
end

-- The context of all rules, with C.kept_old and C.given.
local function new_context(R)
  local C = lint.context(R)
  for _, file in ipairs(R.files) do
    local words = file.words
    for i in found(file, "local NAME = NAME . NAME !(") do
      local space, key = words[i + 3], words[i + 5]
      if R.spaces[space] then
        C.kept_old[file.name .. " " .. words[i + 1]] = { name = space .. "." .. key, at = i + 5 }
      end
    end
    for i in found(file, "{|, NAME =") do C.given[words[i + 1]] = true end
  end
  for _, kind in ipairs(R.kind_order) do
    for _, entry in ipairs(kind:live()) do
      for key in next, entry.starts or {} do C.given[key] = nil end      -- these are values of tracks
    end
  end
  return C
end

-- Runs the checks of one file; those of things, and of fields anywhere, are in lint.find.
local function check_file(C, file)
  comparisons.check_all(C, file)
  for _, f in ipairs(file.functions) do
    check_group(C, file, f)
    check_loop_over(C, file, f)
    if C.R.spaces[f.name:match "^%a+"] then
      local sorts, from = sorts_in(C, file, f)
      check_loop_within(C, file, f, from)
      check_hook_params(C, file, f)
      check_order(C, file, f)
      check_self_call(C, file, f)
      check_wrapped(C, file, f)
      check_reason_kept(C, file, f)
      check_kept_old(C, file, f)
      check_kept_inside(C, file, f)
      values.check_function(C, file, f, sorts, from)
    end
  end
  check_given_twice(C, file)
  check_unused(C, file)
  values.check_slips(C, file, always_wrong)
  check_modifiers(C, file)
  check_loops(C, file)
  check_unbounded_loss(C, file)
  check_said(C, file)
  calls.check(C, file)
  values.check(C, file)
end

-- The warnings for the loaded rules; and C.stops.
function lint.find(R)
  local C = new_context(R)
  for _, file in ipairs(R.files) do check_file(C, file) end
  comparisons.check_texts(C)
  lint_things.check(C)
  check_fields(C)
  return C.list, C.stops
end

return lint
