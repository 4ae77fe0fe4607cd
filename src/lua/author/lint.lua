-- lint.lua -- warns of code that Lua accepts but that is almost certainly a mistake.  Only a check runs it,
-- never play, and it warns only where it is sure.  This file looks at functions and words;
-- lint_comparisons.lua at comparisons, lint_calls.lua at calls and assignments, lint_things.lua at things.
-- i and j are indexes of words in a file (read/source.lua).  `for j = from, X and to or 0` is a loop that
-- runs only if there is an X.
--
-- C, the context of one run:
--   R: the rules; list: the warnings, of which lint.context tells the fields, and how they are added
--   hint(text, known): the end of a message about a text that is not one of `known`
--   given: the set of the names that are given values in braces
--   kept_old: of each `local usual = rule.NAME`, by "FILE usual": { "rule.NAME", the index of NAME }
--   compared: comparisons with a text that may be right, { file, i: the index of the text }
--   stops: true if play would stop at one of the mistakes in every line
local common = module "common"
local calls = module "author/lint_calls"
local comparisons = module "author/lint_comparisons"
local language = module "read/language"
local lint_things = module "author/lint_things"
local source = module "read/source"
local lint = {}

-- --- functions -----------------------------------------------------------------------------------

local params_of = source.params_of

local member_fields = common.set "name away max"

-- Warns of who.hp and check(who, …) in act.sing(who), when all do the action together and who is a list.
local function check_group(C, file, f)
  local verb = f.name:match "^act%.(.*)$"
  local action = verb and C.R.actions[verb]
  if not action or action.by ~= "all" then return end
  local params, from = params_of(file, f)
  local param = params[1]
  for j = from, param and param ~= "..." and f.to or 0 do
    local is_param = file.words[j] == param and file.kinds[j] == "name"
    local before, after = file.kinds[j - 1], file.kinds[j + 1]
    if is_param and (before == "local" or before == "for" or before == ","
      and (after == "=" or after == "in")) then
      return                                             -- from here on the name is that of something else
    end
    local key = is_param and file.kinds[j + 1] == "." and file.kinds[j - 1] ~= "." and file.words[j + 2]
    local track = key and C.R.tracks[key]
    local asked = is_param and before == "(" and after == "," and file.words[j - 2] == "check"
    if asked or member_fields[key] or C.R.kinds.member.fields[key] or track and track.of == "member" then
      return C.explain_at(file, j,
        "action \"%s\" is done by all at once, so %s is a list here; write by = \"each\" in it, or for who \z
        in each(%s) do … end", verb, param, param)
    end
  end
end

-- Tells what an argument of an action is: for a record (a member, a lamp or a thing) the field that holds its
-- name; for a word that was typed "a word"; for any other false.
local function name_field_of(take)
  if take.choices or take.several or take.kind == "room" then return false end
  if take.word == "word" then return "a word" end
  if take.word == "lamp" then return "kind" end
  return (take.word == "member" or take.kind) and "name" or false
end

-- For each parameter of a function what name_field_of tells, or nil; for that of a hook also "a number", or
-- "total" for the result that the hook of a chart gets.
local function name_fields(C, f)
  local space, key = f.name:match "^(%a+)%.(.*)$"
  if space == "on" then
    local track = C.R.tracks[key]
    return { language.hook_is_given[key] or C.R.kinds.chart.entries[key] and "total"
      or track and track.of == "member" and "name" or nil }
  elseif space ~= "act" and space ~= "cannot" then return {} end
  local action = C.R.actions[key]
  if not action then return {} end
  return { action.by ~= "all" and "name" or false, table.unpack(common.map(action.takes, name_field_of)) }
end

local value_names = common.set "was now old new before after"

-- Warns of function on.hp(was, now), which lacks its first parameter, the owner.
local function check_hook(C, file, f)
  local track = C.R.tracks[f.name:match "^on%.(.*)$"]
  if not track then return end
  local params, close = params_of(file, f)
  local owner = track.of == "member" and "who" or "_"
  if #params < 3 and value_names[params[1]] and value_names[params[2] or params[1]] then
    C.warn(file.name, f.line, "%s is given whose it is first: function %s(%s, was, now)", f.name, f.name,
      owner)
  elseif params[2] == "now" or params[2] == "new" or params[2] == "after" then
    C.warn_at(file, close - 1,
      "%s is given what the track was, and then what it is now: function %s(%s, was, now)", f.name, f.name,
      owner)
  end
end

-- The names in a function that stand for records, each with the field that holds its name: parameters (see
-- name_fields), who in for who in each(party), and row in local row = roll "x".  Also the index where its
-- code begins.
local function records_in(C, file, f)
  local kinds, words, found = file.kinds, file.words, {}
  local fields, params, from = name_fields(C, f), params_of(file, f)
  for n, field in next, fields do found[params[n] or ""] = field or nil end
  if f.name:find "^step%." and params[1] then found[params[1]] = "name" end
  for j = from, f.to do
    if kinds[j] == "local" and kinds[j + 2] == "=" then
      local calls_roll = words[j + 3] == "roll" and (kinds[j + 4] == "text" or kinds[j + 4] == "(")
      local after = calls_roll and (kinds[j + 4] == "text" and j + 5 or source.after(file, j + 4))
      found[words[j + 1]] = after and kinds[after] ~= "." and "name" or nil
    elseif kinds[j] == "for" and kinds[j + 2] == "in" and words[j + 3] == "each" and kinds[j + 4] == "(" then
      local over = words[j + 5]
      found[words[j + 1]] = over == "party" and kinds[j + 6] == ")" and "name"
        or over == "burning" and "kind" or nil
    elseif kinds[j] == "name" and kinds[j + 1] == "=" and kinds[j - 1] ~= "." and kinds[j - 1] ~= ","
      and kinds[j - 1] ~= "local" then
      found[words[j]] = nil                                        -- a name that is given something else
    end
  end
  return found, from
end

local sizes, equal = common.set "> >= < <= == ~=", common.set "== ~="

-- Warns of who == "Bram", which compares a record with a text, and of a word that is compared with a number.
local function check_records(C, file, f)
  local found, from = records_in(C, file, f)
  for j = from, f.to do
    local kind = file.kinds[j + 1]
    if sizes[file.kinds[j]] and (kind == "text" or kind == "number") and file.kinds[j - 1] == "name"
      and file.kinds[j - 2] ~= "." and file.kinds[j - 2] ~= ":" then
      local name = file.words[j - 1]
      -- A result has no name itself: its number is the total, and its text the name of its row.
      local field = found[name] == "total" and kind == "text" and "row.name" or found[name]
      if field == "a number" and kind == "text" then
        C.warn_at(file, j + 1, "%s is a number, so this is never \"%s\"", name, file.words[j + 1])
      elseif field == "a word" and kind == "number" then
        C.explain_at(file, j - 1, "%s is a word that was typed, and no number; write takes = { \"number\" }",
          name)
      elseif field and not field:find " " and equal[file.kinds[j]] then
        C.warn_at(file, j - 1, "%s is not a %s; its %s is %s.%s", name, kind, field, name, field)
      end
    end
  end
end

-- Warns of usual(who) in function rule.hurt(who, n), where nothing uses n.  j: the index of usual.
local function check_passed_on(C, file, f, j)
  local params, from = params_of(file, f)
  local given, close = 1, file.partners[j + 1]
  for i = j + 2, close - 1 do
    if file.kinds[i] == "," then given = given + 1 end
    if file.kinds[i] ~= "name" and file.kinds[i] ~= "," then return end
  end
  local left_out = params[given + 1]
  for i = from + 1, left_out and f.to or 0 do
    if file.words[i] == left_out and file.kinds[i] == "name" then return end
  end
  if left_out and left_out:sub(1, 1) ~= "_" and left_out ~= "..." then
    C.warn_at(file, j, "%s is given no %s, which this %s gets; write %s(%s)", file.words[j], left_out, f.name,
      file.words[j], table.concat(params, ", "))
  end
end

-- Warns of names(who), where who is one member, and of a loop over the party in a step that each one has.
local function check_members(C, file, f)
  local kinds, words = file.kinds, file.words
  local found, from = records_in(C, file, f)
  local own = (f.name:find "^step%." or f.name:find "^act%.") and params_of(file, f)[1]
  local function is_one(name) return found[name] == "name" end
  for j = from, f.to do
    local given = words[j + 2]
    if words[j] == "names" and kinds[j] == "name" and kinds[j + 1] == "(" and kinds[j + 3] == ")"
      and is_one(given) then                                       -- names(who)
      C.explain_at(file, j + 2, "names takes a list, and %s is one; its name is %s.name", given, given)
    elseif kinds[j] == "#" and is_one(words[j + 1]) and kinds[j + 2] ~= "." then     -- #who
      C.explain_at(file, j + 1, "%s is one, and # counts a list", words[j + 1])
    elseif own and kinds[j] == "for" and words[j + 1] == own and words[j + 3] == "each"
      and words[j + 5] == "party" and kinds[j + 6] == ")" then     -- for who in each(party)
      C.warn_at(file, j + 1, "%s(%s) is called for each member already, and this goes through all of them \z
        each time; leave out %s in its ( ), or this loop", f.name, own, own)
    end
  end
end

-- Warns of cannot.sing that returns true or false, where the reason is due.
local function check_reasons(C, file, f)
  local kinds, words = file.kinds, file.words
  for j = f.from, f.name:find "^cannot%." and f.to or 0 do
    local returns = kinds[j] == "return"
    local track = returns and kinds[j + 1] == "name" and kinds[j + 2] == "." and C.R.tracks[words[j + 3]]
    if track and track.kind == "switch" and kinds[j + 4] == "end"
      or returns and (kinds[j + 1] == "true" or kinds[j + 1] == "not" and kinds[j + 3] == "end") then
      C.explain_at(file, j + 1, "%s gives the reason in quotes, or nothing when it can be done: \z
        if … then return \"…\" end", f.name)
    end
  end
end

-- --- a value that is given twice -------------------------------------------------------------------

-- The path that the statement at index i gives a literal value, as "setting.wounds"; nil for other
-- statements.
local function assigned_at(C, file, i)
  local kinds, stop = file.kinds, i
  if file.lines[i - 1] == file.lines[i] or not C.R.kinds[file.words[i]] then return end
  while kinds[stop + 1] == "." and kinds[stop + 2] == "name" do stop = stop + 2 end
  local literal = kinds[stop + 2] == "text" or kinds[stop + 2] == "number" or kinds[stop + 2] == "true"
    or kinds[stop + 2] == "false"
  if stop == i or kinds[stop + 1] ~= "=" or not literal then return end
  return table.concat(file.words, "", i, stop)
end

-- Warns of a value that a file gives twice, outside of functions and blocks.
local function check_given_twice(C, file)
  local i, lines = 1, {}
  while i <= #file.kinds do
    local what = assigned_at(C, file, i)
    if what and lines[what] then
      C.warn_at(file, i, "%s was set in line %d already, and only this counts; leave one of them out", what,
        lines[what])
    end
    if what then lines[what] = file.lines[i] end
    i = source.after(file, i)
  end
end

-- The index of NAME in local usual = rule.NAME, if index j of function rule.NAME calls usual(); else nil.
local function kept_at(C, file, f, j)
  local is_call = file.kinds[j] == "name" and file.kinds[j + 1] == "("
  local kept = is_call and C.kept_old[file.name .. " " .. file.words[j]]
  return kept and kept[1] == f.name and kept[2] or nil
end

-- Reports local usual = rule.NAME above function rule.NAME, which calls usual(), where no file below has a
-- rule.NAME: usual is then what stands in for the newest rule.NAME (stand_in in read/functions.lua), which is
-- this function, and it calls itself without end.  For on.NAME what stands in does nothing, which is right.
local function check_kept_old(C, file, f)
  local space, key = f.name:match "^(%a+)%.(.*)$"
  local entries = C.R.spaces[space].entries
  local entry = space ~= "on" and entries[key]
  if not entry or entry.file ~= file.name or entry.old then return end
  for j = f.from, f.to do
    local at = kept_at(C, file, f, j)
    if at and file.lines[at] <= f.line then
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
  for j = f.from, f.to do
    if file.kinds[j] == "local" and file.kinds[j + 2] == "=" and file.kinds[j + 6] ~= "("
      and table.concat(file.words, "", j + 3, math.min(j + 5, f.to)) == f.name then
      C.warn_at(file, j + 3, "inside of %s this is the new %s itself, and not the old one; the line stands \z
        above the function", f.name, f.name)
    end
  end
end

-- Explains local n = usual() in a rule that keeps the old one, never reads n and gives nothing back.
local function check_returned(C, file, f)
  local uses = {}
  for j = f.from, f.to do
    if file.kinds[j] == "return" then return end
    uses[file.words[j]] = (uses[file.words[j]] or 0) + 1
  end
  for j = f.from, f.to do
    local kept = file.kinds[j - 1] == "=" and file.kinds[j - 3] == "local" and kept_at(C, file, f, j)
    local name = file.words[j - 2]
    if kept and uses[name] == 1 and name:sub(1, 1) ~= "_" then
      local made = C.explain_at(file, j,
        "%s gives nothing back, and nothing reads '%s'; is a return missing?", f.name, name)
      if made then made.head = f.line end
    end
  end
end

-- The parameters of the old function that f replaces, but for _ and `...`; none when there is no old one.
local function params_of_old(C, file, f)
  local space, key = f.name:match "^(%a+)%.(.*)$"
  local current = C.R.spaces[space] and C.R.spaces[space].entries[key]
  local old = current and current.file == file.name and current.old
  local below = old and old.file and C.R.by_name[old.file]
  local g = below and common.first(below.functions, function(one)
    return one.name == f.name and one.line == old.line
  end)
  local params = g and params_of(below, g) or {}
  return common.where(params, function(p) return p:sub(1, 1) ~= "_" and p ~= "..." end)
end

-- Warns of usual() without arguments, when the function it wraps takes some.
local function check_wrapped(C, file, f)
  local wanted = params_of_old(C, file, f)
  for j = f.from, #wanted > 0 and f.to - 2 or 0 do
    local calls_old = kept_at(C, file, f, j)
    if calls_old and file.kinds[j + 2] == ")" then
      C.warn_at(file, j, "%s() is given nothing, and the old %s takes %s; pass on what this one is given",
        file.words[j], f.name, common.list(wanted))
    elseif calls_old then
      check_passed_on(C, file, f, j)
    end
  end
end

-- Warns of locals and functions that nothing uses; and of local usual = rule.NAME, if nothing calls usual.
-- Settings, charts and other things are left out: those of a part are for files that include it, and a rule
-- may make up a name in play.
local function check_unused(C, file)
  for _, i in ipairs(file.unused) do
    local name = file.words[i]
    local space, key = file.words[i + 2], file.words[i + 4]
    local wraps = file.kinds[i + 1] == "=" and file.kinds[i + 3] == "." and C.R.spaces[space]
      and C.R.spaces[space].entries[key]
    if wraps and wraps.old and wraps.file == file.name then
      C.warn_at(file, i,
        "'%s' is never called, so the old %s.%s does not run any more; call %s(…), or leave this line out",
        name, space, key, name)
    else
      C.warn_at(file, i, "nothing uses '%s'; is it misspelt where it is meant?", name)
    end
  end
end

-- --- words in a row ------------------------------------------------------------------------------

-- Explains modifier "tired" { when = function(who) return who.stress > 3 end }.
local function check_modifiers(C, file)
  for _, free in ipairs(file.free) do
    local open = free.name == "modifier" and file.kinds[free.i + 2] == "{" and free.i + 2
    for j = open or 1, open and file.partners[open] or 0 do
      if file.kinds[j] == "function" and file.words[j + 2] == "who" and file.kinds[j - 1] == "=" then
        C.explain_at(file, j,
          "the function of a modifier gets the check: function(c), and c.who is who rolls")
      end
    end
  end
end

-- A pattern of words as `matches` takes it: for each of its tokens { the kinds or words of which one must
-- stand there, as a set; without: true if none of them may }.  A token is written as such words with |
-- between them, and ! before them for `without`.  It is read once, since files may have 250,000 words.
local function read_pattern(text)
  return common.map(common.split(text), function(token)
    local without = token:sub(1, 1) == "!" and #token > 1
    return { common.set((without and token:sub(2) or token):gsub("|", " ")), without = without }
  end)
end

-- True if the words from index i on match a pattern.
local function matches(file, i, pattern)
  for n, token in ipairs(pattern) do
    local kind, word, listed = file.kinds[i + n - 1], file.words[i + n - 1], token[1]
    local is_there = listed[kind] or kind ~= "text" and listed[word] or false
    if is_there == token.without then return false end
  end
  return true
end

local joined = "two comparisons are joined by and, as 1 <= n and n <= 3"
local names_rule = "rule.%4 names the rule, and is always true; to ask it, write rule.%4()"

-- Rows of words that always are mistakes: the words (see read_pattern), which is marked, and the message, in
-- which %4 is the fourth.  explains: play stops at it; test(C, word): whether it is one, by the marked word.
local always_wrong = {
  { "name|) [ 0 ]", 2, "a list begins at 1, so [0] is nothing (nil)" },
  { "for name = 0 , #", 4,
    "a list begins at 1, so a loop over it that begins at 0 first comes to nothing (nil)", explains = true },
  { "!. rule . name then|==|~=", 2, names_rule }, { "not rule . name !(", 2, names_rule },
  { "in pairs|ipairs ( party )", 1,
    "%2 goes through the party's parts; its members are gone through with each: for who in each(party) do" },
  { "for name , name in each", 2,
    "each gives one thing after the other, and no number; write for %4 in each(…) do", explains = true },
  { "for name in pairs ( party . members", 4,
    "pairs gives the number first; for %2 in each(party) do goes through the members", explains = true },
  { "< name <|<=", 1, joined, explains = true }, { "<= name <|<=", 1, joined, explains = true },
  { "<|<= name . name <|<=", 1, joined, explains = true },
  { "name : name ( )", 3, "a field is read with a point, as %1.%3", explains = true, test = function(C, name)
    return C.R.tracks[name] or C.R.kinds.member.fields[name]
  end },
  { "for name in ipairs", 1,
    "ipairs gives the number and then the item: for n, %2 in ipairs(…), or for %2 in each(…)" },
}
for _, row in ipairs(always_wrong) do row.pattern = read_pattern(row[1]) end

-- Warns of what is always wrong, and of a return that gives back what stands in the next line.
local function check_words(C, file)
  local kinds, words, lines = file.kinds, file.words, file.lines
  for i, kind in ipairs(kinds) do
    for _, row in ipairs(always_wrong) do
      if matches(file, i, row.pattern) and (not row.test or row.test(C, words[i + row[2] - 1])) then
        local text = row[3]:gsub("%%(%d)", function(n) return words[i + n - 1] end)
        local tell = row.explains and C.explain_at or C.warn_at
        tell(file, i + row[2] - 1, "%s", text)
      end
    end
    if kind == "return" and kinds[i + 1] == "name" and lines[i + 1] > lines[i]
      and (kinds[i + 2] == "text" or kinds[i + 2] == "{") then
      C.warn_at(file, i + 1,
        "this is what the 'return' above gives back, and so is done; to end there, write return with a ; \z
        behind it")
    end
  end
end

-- If a list such as burning() stands at index i: its words as a text, and the index behind them; else nil.
local function list_at(C, file, i)
  local kinds, words = file.kinds, file.words
  local word, known = words[i], language.words[words[i]]
  if kinds[i + 1] == "." then
    local track, key = C.R.tracks[words[i + 2]], words[i + 2]
    local is_list = key == "members" or key == "exits" or track and track.kind == "list"
    if word == "party" and key == "members" then return word, i + 3 end
    return is_list and word .. "." .. key or nil, i + 3
  elseif known and known.gives == "list" and (kinds[i + 1] == "(" or kinds[i + 1] == "text") then
    local stop = source.after(file, i + 1)
    local given = kinds[i + 1] == "text" and (" \"%s\""):format(words[i + 1])
    return word .. (given or stop == i + 3 and "()" or "(…)"), stop
  end
  return (language.state[word] or C.R.kinds[word]) and word or nil, i + 1
end

-- Explains for who in party do, which lacks each( ).
local function check_loops(C, file)
  local kinds, words = file.kinds, file.words
  for i, kind in ipairs(kinds) do
    if kind == "in" and kinds[i - 2] == "for" and kinds[i + 1] == "name" then
      local list, stop = list_at(C, file, i + 1)
      if list and kinds[stop] == "do" then
        C.explain_at(file, i + 1, "for goes through a list with each: for %s in each(%s) do",
          words[i - 1], list)
      end
    end
  end
end

-- Warns of say("Turn", turn.number), at index i, whose text has no % for the value, or fewer than values.
local function check_values(C, file, i)
  local text, gaps, j = file.words[i + 2], 0, i + 3
  for sign in text:gmatch "%%(.)" do gaps = gaps + (sign ~= "%" and 1 or 0) end
  if not text:find("%", 1, true) then
    return C.warn_at(file, i,
      "\"%s\" has no %% for what follows it, which is never shown; write %%s where a text goes, %%d where \z
      a number does", text)
  end
  while j < file.partners[i + 1] do
    local is_options = file.kinds[j + 1] == "{"                    -- { public = false }
    if file.kinds[j] == "," and gaps == 0 and not is_options then
      return C.warn_at(file, j + 1,
        "this value is never shown; the text has too few %% for all that follow it")
    end
    gaps = gaps - (file.kinds[j] == "," and 1 or 0)
    j = source.after(file, j)
  end
end

-- Warns of say("Turn", turn.number): the text has no % for the value; and of say "{name} sings".
local function check_said(C, file)
  local kinds, words = file.kinds, file.words
  for i, kind in ipairs(kinds) do
    -- alone: the index of what `say` is given, when that is all that it is given.
    local alone = kind == "name" and words[i] == "say" and kinds[i - 1] ~= "."
      and (kinds[i + 1] == "text" and i + 1 or kinds[i + 1] == "(" and kinds[i + 3] == ")" and i + 2)
    local gap = alone and kinds[alone] == "text" and words[alone]:match "{([%a_][%w_.]*)}"
    if gap then
      C.warn_at(file, alone, "say fills in no {%s}; a value follows the text: say(\"%%s …\", %s)", gap,
        gap == "name" and "who.name" or gap)
    end
    local sign = alone and kinds[alone] == "text" and words[alone]:gsub("%%%%", ""):match "%%[sd]"
    if sign then
      C.warn_at(file, alone,
        "nothing is given for %s; its value follows the text: say(\"…\", who.name)", sign)
    end
    if kind == "name" and (words[i] == "say" or words[i] == "warn") and kinds[i - 1] ~= "."
      and kinds[i + 1] == "(" and kinds[i + 2] == "text" and kinds[i + 3] == "," and kinds[i + 4] ~= "{" then
      check_values(C, file, i)
    end
  end
end

-- Warns of if lose(who, "food") > 0: a track without a minimum can always lose.
local function check_lost(C, file)
  local kinds, words = file.kinds, file.words
  for i, kind in ipairs(kinds) do
    local at = kind == "name" and words[i] == "lose" and kinds[i - 1] ~= "."
      and source.text_given(file, i, true)
    local to = at and (at == i + 1 and at or file.partners[i + 1])
    local track = to and sizes[kinds[to + 1]] and C.R.tracks[words[at]]
    if track and track.kind == "number" and not track.min then
      C.warn_at(file, i,
        "the track %s has no min, so lose takes all of it and nothing is ever missing; give it min = 0",
        track.name)
    end
  end
end

-- --- fields that nothing has ---------------------------------------------------------------------

-- All names that may stand behind a point, of fields, things, rows, cards, functions …, as a set and as a
-- list; and a function that adds one.
local function known_names(R)
  local is_known, names = {}, {}
  local function add(name)
    if not is_known[name] then is_known[name], names[#names + 1] = true, name end
  end
  for _, name in ipairs(language.field_names) do add(name) end
  for _, kept in next, language.record_fields do
    for _, name in ipairs(kept) do add(name) end
  end
  for _, kind in ipairs(R.kind_order) do
    for _, name in ipairs(kind.field_order) do add(name) end
    for _, e in ipairs(kind.order) do add(e.name) end
  end
  for _, c in next, R.charts do
    for _, row in ipairs(c.rows) do
      add(row.name)
      for key in next, row.own do add(key) end
    end
  end
  for _, action in next, R.actions do
    for _, take in ipairs(action.takes) do
      if take.name then add(take.name) end
    end
  end
  for _, d in next, R.decks do
    for _, card in ipairs(d.cards) do add(card) end
  end
  for _, name in ipairs(language.libraries) do
    for _, key in ipairs(common.keys(R.env[name])) do add(key) end
  end
  for _, space in next, R.spaces do
    for key in next, space.entries do add(key) end
  end
  return is_known, names, add
end

-- The known name that a field's name is surely meant to be, or nil: one letter off, or with this beginning.
local function sure_name(word, names)
  local near = common.nearest(word, names)
  local sure = near and (common.distance(word, near, 1) <= 1 or near:sub(1, #word) == word)
  return sure and near or nil
end

-- Adds to the known names all that the files give values to, and all words that they write in quotes.
local function add_names_of_files(R, add)
  for _, file in ipairs(R.files) do
    local kinds, words = file.kinds, file.words
    for i, kind in ipairs(kinds) do
      if kind == "name" and kinds[i + 1] == "=" then add(words[i])
      elseif kind == "text" and words[i]:find "^[%a_][%w_]*$" then add(words[i]) end
    end
  end
end

-- Warns of X.FIELD when nothing has a field of that name, and a known name is near.
local function check_fields(C)
  local is_known, names, add = known_names(C.R)
  local meant = {}                     -- by word: the name that is meant, or false
  add_names_of_files(C.R, add)
  for _, file in ipairs(C.R.files) do
    local kinds, words = file.kinds, file.words
    for i, kind in ipairs(kinds) do
      local before, word = kinds[i - 1], words[i + 1]
      local is_field = kind == "." and kinds[i + 1] == "name" and kinds[i + 2] ~= "("
        and (before == "name" or before == ")" or before == "]")
      if is_field and not is_known[word] then
        if meant[word] == nil then meant[word] = sure_name(word, names) or false end
        if meant[word] then
          local made = C.warn_at(file, i + 1, "nothing has a field '%s'; did you mean '%s'?", word,
            meant[word])
          if made then made.shows_in_play = true end     -- play stops there as well, and says it
        end
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
function lint.context(R)
  local C = { R = R, list = {}, given = {}, kept_old = {}, compared = {}, warned = {}, hint = hint }
  -- Returns the warning.
  function C.warn(file, line, text, ...)
    local made = { error = { file = file, line = line, text = string.format(text, ...) }, grade = "warning" }
    C.list[#C.list + 1] = made
    return made
  end
  -- Returns the warning; nil, and warns of nothing, where its word was warned of already.
  function C.warn_at(file, i, text, ...)
    if C.warned[file.name .. i] then return end
    C.warned[file.name .. i] = true
    local made = C.warn(file.name, file.lines[i], text, ...)
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
    local kinds, words = file.kinds, file.words
    for i, kind in ipairs(kinds) do
      local is_kept = kind == "local" and kinds[i + 2] == "=" and kinds[i + 4] == "." and kinds[i + 6] ~= "("
      if is_kept and R.spaces[words[i + 3]] then
        C.kept_old[file.name .. " " .. words[i + 1]] = { words[i + 3] .. "." .. words[i + 5], i + 5 }
      elseif kind == "name" and kinds[i + 1] == "=" and (kinds[i - 1] == "{" or kinds[i - 1] == ",") then
        C.given[words[i]] = true
      end
    end
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
    if C.R.spaces[f.name:match "^%a+"] then
      check_records(C, file, f)
      check_members(C, file, f)
      check_reasons(C, file, f)
      check_hook(C, file, f)
      check_wrapped(C, file, f)
      check_kept_old(C, file, f)
      check_kept_inside(C, file, f)
      check_returned(C, file, f)
    end
  end
  check_given_twice(C, file)
  check_unused(C, file)
  check_words(C, file)
  check_modifiers(C, file)
  check_loops(C, file)
  check_lost(C, file)
  check_said(C, file)
  calls.check(C, file)
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
