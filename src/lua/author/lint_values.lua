-- lint_values.lua -- warns of values that can never equal what they are compared with: a lamp of a kind that
-- does not exist, hour 24, a list where true is meant; and of values that nobody reads, such as a reason that
-- is said and not returned.  C: see lint.lua.
local common = module "common"
local comparisons = module "author/lint_comparisons"
local language = module "read/language"
local source = module "read/source"
local values = {}

local found, matches, shown = source.found, source.matches, source.shown

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
local function check_names_compared(C, file, f, sorts, from)
  for i in found(file, "!. NAME . kind ==|~= TEXT", from, f.to) do
    if sorts[file.words[i + 1]] == "lamp" then
      comparisons.check_known(C, file, i + 5, C.R.kinds.light:names(), file.words[i + 1] .. ".kind")
    end
  end
  local chart = C.R.charts[f.name:match "^on%.(.*)$"]
  for i in found(file, "!. NAME . row . name ==|~= TEXT", from, f.to) do
    if chart and sorts[file.words[i + 1]] == "result" then
      comparisons.check_known(C, file, i + 7, common.names(chart.rows), file.words[i + 1] .. ".row.name")
    end
  end
end

-- Warns of now == 2 in on.mood(who, was, now), where mood goes up by words.
local function check_hook_values(C, file, f)
  local track = C.R.tracks[f.name:match "^on%.(.*)$"]
  local params, from = source.params_of(file, f)
  if f.name == "on.new_hour" then
    for i in found(file, ("!.|# %s <|>|<=|>=|== NUMBER"):format(params[1]), from, f.to) do
      comparisons.check_range(C, file, i + 2, 0, 23, params[1])
    end
  end
  if not track then return end
  local low, high, called = comparisons.bounds_of(C, file, track)
  for n = 2, math.min(#params, 3) do
    local first = low and from or f.to           -- a track without bounds: nothing to look for
    for i in found(file, ("!.|# %s <|>|<=|>=|== NUMBER"):format(params[n]), first, f.to) do
      comparisons.check_range(C, file, i + 2, low, high, called)
    end
    for i in found(file, ("!. %s ==|~= TEXT|NUMBER"):format(params[n]), from, f.to) do
      if not comparisons.check_misfit(C, file, i + 3, track) and track.kind == "ladder" then
        comparisons.check_known(C, file, i + 3, track.steps, "the track " .. track.name)
      end
    end
  end
end

-- --- what words give -----------------------------------------------------------------------------

-- Words that give a number, or nothing; and what those that give a rest mean by it.
local may_be_nothing = common.set "use least most rooms_to amount sides"
local what_is_left = { gain = "what could not be gained", lose = "what could not be lost" }

-- The call of the word at index i as it is shown: burning(), burning "torch", burning(…).
function values.call_shown(file, i, behind)
  local word = file.words[i]
  if file.kinds[i + 1] == "text" then return word .. " " .. shown(file, i + 1) end
  return word .. (behind == i + 3 and "()" or "(…)")
end

-- Warns of `if burning() then`: a list is true even when it is empty, and a number when it is 0.  i: the
-- index of the word.
local function check_true(C, file, i, behind, gives)
  local ends_line = file.kinds[i - 1] == "not" and file.lines[behind] ~= file.lines[behind - 1]
  if not matches(file, i - 1, "if|elseif|while|not") then return end
  if not ends_line and not matches(file, behind, "then|do|and|or|)") then return end
  local call = values.call_shown(file, i, behind)
  if gives == "list" then
    C.warn_at(file, i, "%s gives a list, and an empty one is true, too; count it: #%s > 0", file.words[i],
      call)
  elseif not may_be_nothing[file.words[i]] then
    local made = C.warn_at(file, i, "%s gives %s, and 0 is true, too; compare it: %s == 0", file.words[i],
      what_is_left[file.words[i]] or "a number", call)
    if made then made.shows_in_play = true end
  end
end

-- By the type of a question: the kind of track whose values are like its answers.
local like_track <const> = { choice = "ladder", text = "text", number = "number", several = "list" }

-- Warns of `if ask "mercy" then`, whose answer is never false.  i: the index of ask, or of a local that it
-- made; behind: the index behind it.
local function check_answer(C, file, i, behind, asked_at)
  local text_at = source.text_given(file, asked_at)
  local q = text_at and C.R.questions[file.words[text_at]]
  local why = q and type(q.choices) ~= "function" and comparisons.always[like_track[q.type]]
  if not why or not matches(file, i - 1, "if|elseif|while|not") then return end
  if not matches(file, behind, asked_at == i and "then|do|and|or|)" or "then|do") then return end
  if q.default == "yes" or q.default == "no" then
    return C.warn_at(file, i, "the answer to \"%s\" is a text, and any text is true; its default is %s, \z
      without quotes, for a question of yes or no", q.name, tostring(q.default == "yes"))
  end
  C.warn_at(file, i, "the answer to \"%s\" is " .. why, q.name,
    asked_at == i and values.call_shown(file, i, behind) or file.words[i], (q.choices or {})[1])
end

-- Warns of running "fog" == 0, and explains running "fog" > 1.
local function check_running(C, file, i, behind)
  if matches(file, behind, "==|~= true|false") then
    return C.warn_at(file, behind, "running gives a timer, or nothing (nil) when none runs, and never %s; \z
      ask if %s then", file.words[behind + 1], values.call_shown(file, i, behind))
  end
  if not matches(file, behind, "==|~=|<|>|<=|>= NUMBER") then return end
  local tell = matches(file, behind, "==|~=") and C.warn_at or C.explain_at
  tell(file, i, "running gives a timer and no number, or nothing (nil) when none runs; ask \z
    if %s then, and for what is left of it, its left", values.call_shown(file, i, behind))
end

local function check_calls(C, file)
  for _, free in ipairs(file.free) do
    local facts = language.words[free.name]
    local behind = facts and matches(file, free.i + 1, "TEXT|(") and source.after(file, free.i + 1)
    if behind and (facts.gives == "list" or facts.gives == "number") then
      check_true(C, file, free.i, behind, facts.gives)
    elseif behind and free.name == "running" then check_running(C, file, free.i, behind)
    elseif behind and free.name == "ask" then check_answer(C, file, free.i, behind, free.i) end
  end
  for i in found(file, "if|elseif|while|not NAME then|do") do
    local asked_at, nth = comparisons.call_of(file, i + 1)
    local last = nth == 1 and file.words[asked_at] == "ask" and source.after(file, asked_at + 1) - 1
    local is_whole = last and file.lines[last + 1] ~= file.lines[last]
    if is_whole then check_answer(C, file, i + 1, i + 2, asked_at) end
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

-- True if a function is written and gives nothing back.  from, to: the indexes of its first and last word.
local function gives_nothing(file, from, to)
  local open = found(file, "(", from, to)()
  return open and file.partners[open] + 1 < to and not found(file, "return|refuse|error", from, to)()
end

-- Warns of cannot.sing that gives no reason back, as one that says why; and of one that changes something.
local function check_cannot(C, file, f)
  if not f.name:find "^cannot%." then return end
  local change = found(file, "!.|: gain|lose|set|kindle|put_out|enter|switch|draw TEXT|(", f.from, f.to)()
  if change then
    C.warn_at(file, change + 1, "%s only says why not, and may be asked several times; what changes \z
      something stands in act%s", f.name, f.name:match "%..*")
  end
  if not gives_nothing(file, f.from, f.to) then return end
  local i = found(file, "!.|: say|warn TEXT|(", f.from, f.to)()
  C.warn_at(file, i and i + 1 or f.from + 1, "%s gives no reason back, so it is done all the same; %s",
    f.name, i and "write return \"…\" in place of " .. file.words[i + 1] or "is a return missing?")
end

-- Explains those(party, function(who) … end) and when = function(c) … end without a return, and check =
-- rule.NAME of such a rule.
local function check_given_back(C, file)
  for i in found(file, "those|count|most|least|sum ( NAME") do
    local j = found(file, ", function (", i, file.partners[i + 1])()
    if j and gives_nothing(file, j + 1, file.partners[j + 1]) then
      C.explain_at(file, j + 1, "this function gives nothing back, and %s(…) needs it; is a return missing?",
        file.words[i])
    end
  end
  for i in found(file, "when|add|adv|dis|default|choices|follows|check|by = function|rule") do
    local is_rule, key = matches(file, i + 2, "rule . NAME !("), file.words[i + 4]
    local entry = is_rule and C.R.spaces.rule.entries[key]
    local of = entry and C.R.by_name[entry.file or ""]
    local f = of and common.first(of.functions, function(g) return g.name == "rule." .. key end)
    if f and gives_nothing(of, f.from, f.to) then
      local made = C.warn({ file = of.name, line = f.line }, "rule.%s gives nothing back, and %s = rule.%s \z
        needs it; is a return missing?", key, file.words[i], key)
      made.explains = true
    elseif not is_rule and gives_nothing(file, i + 2, file.partners[i + 2] or i) then
      C.explain_at(file, i + 2, "this function gives nothing back, and %s needs it; is a return missing?",
        file.words[i])
    end
  end
end

-- --- words in a row ------------------------------------------------------------------------------

-- True if NAME.FIELD is compared with a thing, KIND.NAME, and may be the name of one.
local function is_name_of_thing(C, file, i, _, sorts)
  local owner, key, kind = file.words[i + 1], file.words[i + 3], C.R.kinds[file.words[i + 5]]
  if not kind or kind.name == "setting" or not kind.entries[file.words[i + 7]] then return false end
  local track = C.R.tracks[key]
  if track and (track.kind == "ladder" or track.kind == "text") then
    return sorts[owner] == "record" and track.of == "member" or owner == "party" and track.of ~= "member"
  end
  return key == "name" or (key == "kind" or key == "holder") and (sorts[owner] == "lamp" or not C.given[key])
end

local function is_own_return(_, file, i, f) return not is_inside_another(file, f, i) end

local function returns_switch(C, file, i)
  local track = C.R.tracks[file.words[i + 3]]
  return track and track.kind == "switch"
end

local function is_list(C, file, i)
  local track = C.R.tracks[file.words[i + 5]]
  return track and track.kind == "list"
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
  { "!.|: NAME ..", 2, "%2 is not a text; its name is %2.name", sorts = { [2] = "record" }, explains = true },
  { ".. NAME !.|:|(|[", 2, "%2 is not a text; its name is %2.name", sorts = { [2] = "record" },
    explains = true },
  { "!.|: NAME ==|~= TEXT", 2, "%2 is not a text; its kind is %2.kind", sorts = { [2] = "lamp" } },
  { "!.|: NAME ==|~= NUMBER", 2, "%2 is not a number; its kind is %2.kind", sorts = { [2] = "lamp" } },
  { "!.|: NAME ==|~= TEXT", 2, "%2 is not a text; its row.name is %2.row.name", sorts = { [2] = "result" } },
  { "!.|: NAME ==|~= NUMBER", 2, "%2 is not a number; its total is %2.total", sorts = { [2] = "result" } },
  { "names ( NAME )", 3, "names takes a list, and %3 is one; its name is %3.name", sorts = { [3] = "record" },
    explains = true },
  { "checks ( NAME ,", 3, "checks takes a list, and %3 is one; check(%3, …) is for one",
    sorts = { [3] = "record" }, explains = true },
  { "# NAME !.", 2, "%2 is one, and # counts a list", sorts = { [2] = "record" }, explains = true },
  { "in each ( NAME )", 4, "each goes through a list, and %4 is one alone; leave out the loop",
    sorts = { [4] = "record" }, explains = true },
  { "!.|: has ( NAME . NAME , NAME )", 8,
    "the list %6 keeps names and numbers, and %8 is neither; look for %8.name", sorts = { [8] = "record" },
    test = is_list },
  { "return true", 2, GIVES_REASON, of = "^cannot%.", explains = true },
  { "return not NAME|VALUE end", 2, GIVES_REASON, of = "^cannot%.", explains = true },
  { "return NAME . NAME end", 2, GIVES_REASON, of = "^cannot%.", explains = true, test = returns_switch },
  { "!. NAME . NAME ==|~= NAME . NAME !.|(|:|[", 6,
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

local function nothing() end

-- Warns of the slips of a list in a file; or within function f, from index `from` on, with the sorts of its
-- names.
function values.check_slips(C, file, slips, f, from, sorts)
  local shown_of = f and { f = f.name, v = f.name:match "%..*" } or {}
  for _, slip in ipairs(slips) do
    local is_here, tell = not slip.of or f.name:find(slip.of), slip.explains and C.explain_at or C.warn_at
    for i in is_here and found(file, slip[1], from, f and f.to) or nothing do
      if is_slip(C, file, slip, i, f, sorts) then
        tell(file, i + slip[2] - 1, "%s", (slip[3]:gsub("%%(%w%d?)", function(n)
          return shown_of[n] or shown(file, i + n - 1)
        end)))
      end
    end
  end
end

-- --- values that are lost, or not there yet -------------------------------------------------------

-- Words that only find something out, so that a call of one by itself does nothing.
local finds_out = common.set "math string tostring tonumber type count sum least most has those named names \z
  amount sides odds burning doers timers cards running doing deed next_die known rooms_to"

-- Warns of math.max(a, b) as a statement: nothing reads what it gives.
local function check_thrown_away(C, file)
  for _, free in ipairs(file.free) do
    local i = free.i
    local is_call = matches(file, i + 1, "TEXT|(") or matches(file, i + 1, ". NAME (")
    if is_call and finds_out[free.name] and source.ends_statement[file.kinds[i - 1] or ";"] then
      local last = file.kinds[i + 1] == "." and i + 2 or i          -- the last word of its name
      if not matches(file, source.after(file, last + 1), ".|:|[") then
        local made = C.warn_at(file, i, "nothing reads what %s gives, so this does nothing; is a return, or \z
          a name and =, missing?", table.concat(file.words, "", i, last))
        if made then made.shows_in_play = true end
      end
    end
  end
end

-- Warns of a local that is read before it has a value: local fall, and then if fall == 1.
local function check_without_value(C, file)
  for i in found(file, "local NAME !=|,|(|<|NAME") do
    local j, name = i + 2, file.words[i + 1]
    while file.kinds[j] and file.kinds[j] ~= "end" and not matches(file, j, "function|for|while|repeat") do
      if file.words[j] == name and file.kinds[j] == "name" and not matches(file, j - 1, ".|:") then
        if not matches(file, j + 1, "=|,") and not matches(file, j - 1, "local|,") then
          C.warn_at(file, j, "'%s' has no value yet here, and is nothing (nil)", name)
        end
        break
      end
      j = j + 1
    end
  end
end

-- --- all -----------------------------------------------------------------------------------------

-- sorts: by name, what it stands for in function f (sorts_in in lint.lua); from: where its code begins.
function values.check_function(C, file, f, sorts, from)
  values.check_slips(C, file, wrong_in_functions, f, from, sorts)
  check_names_compared(C, file, f, sorts, from)
  check_hook_values(C, file, f)
  check_cannot(C, file, f)
end

function values.check(C, file)
  check_nothing(C, file)
  check_calls(C, file)
  check_given_back(C, file)
  check_thrown_away(C, file)
  check_without_value(C, file)
end

return values
