-- lint_values.lua -- warns of values that are never what they are compared with, and of those that nobody
-- reads: a lamp of a kind that there is not, an hour 24, a list that stands for true, a reason that is said
-- and not returned.  C: see lint.lua.
local common = module "common"
local comparisons = module "author/lint_comparisons"
local language = module "read/language"
local source = module "read/source"
local values = {}

local found, matches, shown = source.found, source.matches, source.shown

-- Warns of the text at index i if it is none of `known`.
local function check_known(C, file, i, known, name)
  local text = file.words[i]
  if #known == 0 or common.contains(known, text) then return end
  C.warn_at(file, i, "%s is never \"%s\"%s", name, text, C.hint(text, known))
end

-- --- fields of records ---------------------------------------------------------------------------

-- By the kind of a track: the value that is like nothing.
local nothing_of = { number = "0", switch = "false", text = '""' }

-- Warns of party.torches == nil.
local function check_nothing(C, file)
  for i in found(file, "!. party|turn|campaign . NAME ==|~= nil") do
    local owner, track = file.words[i + 1], C.R.tracks[file.words[i + 3]]
    if track and track.of == language.state[owner].of then
      local value = nothing_of[track.kind]
      C.warn_at(file, i + 3, "the track %s is never nil%s", track.name,
        value and "; where there is nothing it is " .. value or "")
    end
  end
end

-- Warns of lamp.kind == "torches", and of r.row.name == "fre" in on.CHART(r).
local function check_texts(C, file, f, sorts, from)
  for i in found(file, "!. NAME . kind ==|~= TEXT", from, f.to) do
    if sorts[file.words[i + 1]] == "lamp" then
      check_known(C, file, i + 5, C.R.kinds.light:names(), file.words[i + 1] .. ".kind")
    end
  end
  local chart = C.R.charts and C.R.charts[f.name:match "^on%.(.*)$"]
  for i in found(file, "!. NAME . row . name ==|~= TEXT", from, f.to) do
    if chart and sorts[file.words[i + 1]] == "result" then
      check_known(C, file, i + 7, common.names(chart.rows), file.words[i + 1] .. ".row.name")
    end
  end
end

-- Warns of now == 2 in on.mood(who, was, now), where mood goes up by words.
local function check_hook(C, file, f)
  local track = C.R.tracks[f.name:match "^on%.(.*)$"]
  if not track then return end
  local params, from = source.params_of(file, f)
  for n = 2, math.min(#params, 3) do
    for i in found(file, ("!. %s ==|~= TEXT|NUMBER"):format(params[n]), from, f.to) do
      if not comparisons.check_misfit(C, file, i + 3, track) and track.kind == "ladder" then
        check_known(C, file, i + 3, track.steps, "the track " .. track.name)
      end
    end
  end
end

-- --- what words give -----------------------------------------------------------------------------

-- The index behind the call of the word at index i; nil when it is not called.
local function behind_call(file, i)
  local kind = file.kinds[i + 1]
  if kind == "text" then return i + 2 end
  return kind == "(" and file.partners[i + 1] and file.partners[i + 1] + 1 or nil
end

-- The call of the word at index i as it is shown: burning(), burning "torch", burning(…).
local function call_shown(file, i, behind)
  local word = file.words[i]
  if file.kinds[i + 1] == "text" then return word .. " " .. shown(file, i + 1) end
  return word .. (behind == i + 3 and "()" or "(…)")
end

-- Warns of `if burning() then`: a list is true even when it is empty.  i: the index of the word.
local function check_list(C, file, i, behind)
  local ends_line = file.kinds[i - 1] == "not" and file.lines[behind] ~= file.lines[behind - 1]
  if not matches(file, i - 1, "if|elseif|while|not") then return end
  if not ends_line and not matches(file, behind, "then|do|and|or|)") then return end
  C.warn_at(file, i, "%s gives a list, and an empty one is true, too; count it: #%s > 0", file.words[i],
    call_shown(file, i, behind))
end

-- Warns of running "fog" == 0, and explains running "fog" > 1.
local function check_running(C, file, i, behind)
  if matches(file, behind, "==|~= true|false") then
    return C.warn_at(file, behind, "running gives a timer, or nothing (nil) when none runs, and never %s; \z
      ask if %s then", file.words[behind + 1], call_shown(file, i, behind))
  end
  if not matches(file, behind, "==|~=|<|>|<=|>= NUMBER") then return end
  local tell = matches(file, behind, "==|~=") and C.warn_at or C.explain_at
  tell(file, i, "running gives a timer and no number, or nothing (nil) when none runs; ask \z
    if %s then, and for what is left of it, its left", call_shown(file, i, behind))
end

local function check_calls(C, file)
  for _, free in ipairs(file.free) do
    local facts = language.words[free.name]
    local behind = facts and behind_call(file, free.i)
    if behind and facts.gives == "list" then check_list(C, file, free.i, behind)
    elseif behind and free.name == "running" then check_running(C, file, free.i, behind) end
  end
end

-- --- what functions give back --------------------------------------------------------------------

-- True if the index j of function f is in a function within it.
local function is_inside_another(file, f, j)
  for i in found(file, "function", f.from + 1, j) do
    if (file.partners[i] or 0) > j then return true end
  end
  return false
end

-- Warns of cannot.sing that says why, and does not return it.
local function check_said(C, file, f)
  if not f.name:find "^cannot%." then return end
  if found(file, "return|refuse|error", f.from, f.to)() then return end
  local i = found(file, "!.|: say|warn TEXT|(", f.from, f.to)()
  if not i then return end
  C.warn_at(file, i + 1, "%s gives no reason back, so it is done all the same; write return \"…\" in place \z
    of %s", f.name, file.words[i + 1])
end

-- --- words in a row ------------------------------------------------------------------------------

-- True if NAME.FIELD is compared with a thing, KIND.NAME, and may be the name of one.
local function is_name_of_thing(C, file, i, _, sorts)
  local owner, key, kind = file.words[i + 1], file.words[i + 3], C.R.kinds[file.words[i + 5]]
  if not kind or kind.name == "setting" or not kind.entries[file.words[i + 7]] then return false end
  return key == "name" or sorts[owner] == "lamp" or not C.given[key]
end

local function is_own_return(_, file, i, f) return not is_inside_another(file, f, i) end

local function returns_switch(C, file, i)
  local track = C.R.tracks[file.words[i + 3]]
  return track and track.kind == "switch"
end

local GIVES_REASON = "%f gives the reason in quotes, or nothing when it can be done: \z
  if … then return \"…\" end"
local NOBODY_READS = "nothing reads what %f gives back; to show the text, write say"

-- Patterns of words that are mistakes in a function: the words, the number of the one to mark, and the
-- message, in which %4 is the fourth, a text in its quotes, and %f and %v are act.sing and .sing, the
-- function.  explains: play stops at it; of: the pattern of the function's name; sorts: by the number of a
-- word, what it stands for (sorts_in in lint.lua); test(C, file, i, f, sorts): are the words at i a slip?
local wrong_in_functions = {
  { "!.|: NAME >|>=|<|<=|==|~= TEXT", 4, "%2 is a number, so this is never %4", sorts = { [2] = "number" } },
  { "!.|: NAME >|>=|<|<=|==|~= NUMBER", 2,
    "%2 is a word that was typed, and no number; write takes = { \"number\" }", sorts = { [2] = "word" },
    explains = true },
  { "!.|: NAME ==|~= TEXT", 2, "%2 is not a text; its name is %2.name", sorts = { [2] = "record" } },
  { "!.|: NAME ==|~= NUMBER", 2, "%2 is not a number; its name is %2.name", sorts = { [2] = "record" } },
  { "!.|: NAME ==|~= TEXT", 2, "%2 is not a text; its kind is %2.kind", sorts = { [2] = "lamp" } },
  { "!.|: NAME ==|~= NUMBER", 2, "%2 is not a number; its kind is %2.kind", sorts = { [2] = "lamp" } },
  { "!.|: NAME ==|~= TEXT", 2, "%2 is not a text; its row.name is %2.row.name", sorts = { [2] = "result" } },
  { "!.|: NAME ==|~= NUMBER", 2, "%2 is not a number; its total is %2.total", sorts = { [2] = "result" } },
  { "names ( NAME )", 3, "names takes a list, and %3 is one; its name is %3.name", sorts = { [3] = "record" },
    explains = true },
  { "# NAME !.", 2, "%2 is one, and # counts a list", sorts = { [2] = "record" }, explains = true },
  { "in each ( NAME )", 4, "each goes through a list, and %4 is one alone; leave out the loop",
    sorts = { [4] = "record" }, explains = true },
  { "return true", 2, GIVES_REASON, of = "^cannot%.", explains = true },
  { "return not NAME|VALUE end", 2, GIVES_REASON, of = "^cannot%.", explains = true },
  { "return NAME . NAME end", 2, GIVES_REASON, of = "^cannot%.", explains = true, test = returns_switch },
  { "!. NAME . kind|name|holder ==|~= NAME . NAME !.|(|:|[", 6,
    "%2.%4 is a name, and %6.%8 is the %6 itself; write \"%8\"", test = is_name_of_thing },
  { "!. NAME . holder ==|~= NAME !.|(|:|[", 6, "%2.holder is a name; write %6.name",
    sorts = { [2] = "lamp", [6] = "record" } },
  { "!. NAME . holder ==|~= party . members [ VALUE ] !.", 6,
    "%2.holder is a name; write party.members[%10].name", sorts = { [2] = "lamp" } },
  { "return TEXT end", 1, "nothing reads what %f gives back; why it cannot be done says cannot%v, or refuse \z
    in place of return", of = "^act%.", test = is_own_return },
  { "return TEXT end", 1, NOBODY_READS, of = "^on%.", test = is_own_return },
  { "return TEXT end", 1, NOBODY_READS, of = "^step%.", test = is_own_return },
}

-- True if the words at index i, which fit the slip's pattern, are that slip.
local function is_slip(C, file, slip, i, f, sorts)
  for nth, sort in next, slip.sorts or {} do
    if sorts[file.words[i + nth - 1]] ~= sort then return false end
  end
  return not slip.test or slip.test(C, file, i, f, sorts)
end

-- Warns of the slips of a list in a file; or within function f, from index `from` on, with the sorts of its
-- names.
function values.check_slips(C, file, slips, f, from, sorts)
  local shown_of = f and { f = f.name, v = f.name:match "%..*" } or {}
  for _, slip in ipairs(slips) do
    local is_here, tell = not slip.of or f.name:find(slip.of), slip.explains and C.explain_at or C.warn_at
    for i in found(file, slip[1], from, f and f.to) do
      if is_here and is_slip(C, file, slip, i, f, sorts) then
        tell(file, i + slip[2] - 1, "%s", (slip[3]:gsub("%%(%w%d?)", function(n)
          return shown_of[n] or shown(file, i + n - 1)
        end)))
      end
    end
  end
end

-- --- all -----------------------------------------------------------------------------------------

-- sorts: by name, what it stands for in function f (sorts_in in lint.lua); from: where its code begins.
function values.check_function(C, file, f, sorts, from)
  values.check_slips(C, file, wrong_in_functions, f, from, sorts)
  check_texts(C, file, f, sorts, from)
  check_hook(C, file, f)
  check_said(C, file, f)
end

function values.check(C, file)
  check_nothing(C, file)
  check_calls(C, file)
end

return values
