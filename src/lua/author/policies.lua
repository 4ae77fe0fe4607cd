-- policies.lua -- checks a policy for sim and odds, a file that gives back the function which chooses lines
-- (study/plan.lua), without rules: a name that is no word may be a kind of the ruleset, as creature.
local common = module "common"
local comparisons = module "author/lint_comparisons"
local language = module "read/language"
local lint = module "author/lint"
local mistakes = module "read/mistakes"
local names = module "play/names"
local plan = module "study/plan"
local source = module "read/source"
local policies = {}

local matches, found_in = source.matches, source.found

-- Words that roll, ask or change something.  A policy may use none of them: it must choose the same line
-- whenever the same state comes, as the memo takes for granted.
local acting = common.set [[
  dice faces pool use roll check checks contest pick draw shuffle put_back ask emit say warn refuse gain lose
  set kindle put_out start stop pass go enter leave switch run skip instead split meet ]]

-- Adds a problem about the word at index i of the file, and returns it.  found: { file, problems }, of the
-- policy.
local function report(found, i, text, ...)
  local problem = { file = found.file.name, line = found.file.lines[i] or 1, word = i,
    text = text:format(...), grade = "error" }
  found.problems[#found.problems + 1] = problem
  return problem
end

-- Reports names that a policy cannot use or assign.
local function check_names(found, words)
  local file, known = found.file, common.append(common.keys(words), common.keys(language.state))
  local assigned = {}
  for _, free in ipairs(file.free) do assigned[free.name] = assigned[free.name] or free.writing end
  for _, free in ipairs(file.free) do
    local name, i = free.name, free.i
    local is_known = words[name] ~= nil or language.state[name] or language.is_space[name]
      or common.contains(language.lua_words, name) or common.contains(language.libraries, name)
    local is_called = matches(file, i + 1, "(")
    if language.is_space[name] and (file.written[i] or file.kinds[i - 1] == "function") then
      report(found, i, "a policy makes no rules; write local function %s", file.words[i + 2])
    elseif name == "extends" or name == "include" then
      report(found, i, "a policy has no %s; the ruleset is named on the command line, so delete this line",
        name)
    elseif free.writing then
      report(found, i, "a policy keeps nothing from turn to turn; write local %s, or count with turn.number",
        name)
    elseif not is_known and not assigned[name] and (is_called or common.nearest(name, known)) then
      report(found, i, "there is no word '%s'%s", name, common.hint(name, known))
    elseif acting[name] and matches(file, i + 1, "(|{|TEXT") then
      report(found, i, "a policy only looks; '%s' would change the game or roll dice, so leave it out", name)
    elseif language.state[name] and matches(file, i + 1, ". NAME =") then
      report(found, i + 2, "a policy only looks, and does not change %s.%s", name, file.words[i + 2])
    end
  end
end

-- The names that a text of rules gives to things of some kinds, and to actions by `aka`.  Returns a list
-- which is also a set (list[name] is true), and the function that adds a name to it.
local function names_made(text, kinds)
  local file, list = source.of("", text), {}
  local function add(name) if not list[name] then list[#list + 1], list[name] = name, true end end
  for i, word in ipairs(file.words) do
    if kinds[word] and matches(file, i + 1, "TEXT") then add(file.words[i + 1])
    elseif kinds.action and matches(file, i, "aka =") then
      local last = file.partners[i + 2] or i + 2                   -- of the list; or the one text
      for at in found_in(file, "TEXT", i + 2, last) do add(file.words[at]) end
    end
  end
  return list, add
end

-- The name in `list` that `name` surely misspells, or nil.  A word of four letters may have one slip, a
-- longer one two; one with a capital is a member's name.
local function misspelt(name, list)
  if list[name] or #name < 4 or name:find "^%u" then return end
  local near, most = common.nearest(name, list), #name < 5 and 1 or 2
  return near and common.distance(name, near, most) <= most and near or nil
end

-- The words around a text that is a whole line: no operator joins it to others.
local before_line = common.set "return and or ,"
local behind_line = common.set "end else elseif or , ; }"

-- True if the text at index i of a policy is a whole line: it stands alone, and is no answer, as the texts in
-- the braces of `answers` are.  answers_at: the index of that field; nil: there is none.
local function is_line(file, i, answers_at)
  local kinds = file.kinds
  if kinds[i] ~= "text" then return false end
  -- answers = { … }; where no braces follow, all that stands behind it counts as answers.
  local answers_end = answers_at and (file.partners[answers_at + 2] or i)
  if answers_at and i >= answers_at and i <= answers_end then return false end
  local behind = kinds[i + 1]
  return before_line[kinds[i - 1]] and (not behind or behind_line[behind])
end

-- Reports misspelt verbs of the lines that functions return: return "serach".
local function check_verbs(found, rules)
  local file, verbs, add = found.file, names_made(rules, common.set "action pace")
  for name, verb in next, names.host_verbs do
    add(name)
    for _, other_name in ipairs(verb.aka or {}) do add(other_name) end
  end
  table.sort(verbs)
  local answers_at = plan.field_named(file, "answers")
  for i = 1, #file.kinds do
    local text = is_line(file, i, answers_at) and file.words[i] .. ";" or ""
    for verb in text:gmatch "%s*([%a_]+)[^;+]*[;+]" do   -- the first word of each deed
      local near = misspelt(verb, verbs)
      local is_short_form = near and near:sub(1, #verb) == verb
      if near and not is_short_form then
        report(found, i, "there is no verb '%s'; did you mean '%s'?", verb, near)
      end
    end
  end
end

-- How often a word stands in a text.
local function uses(text, word) return select(2, text:gsub("%f[%w_]" .. word .. "%f[^%w_]", "")) end

-- Reports party.torchs and who.weery, which are nowhere in the rules and are no fields of the policy's own,
-- and party.torches == "0".  The policy may be among the texts of the rules, since it lies in their folder.
-- So a name counts as one of the rules only if it is more often in these texts than in the policy.
local function check_tracks(found, rules)
  local file, tracks = found.file, names_made(rules, common.set "track")
  for i in found_in(file, "NAME . NAME") do
    local key = file.words[i + 2]
    local near = not matches(file, i + 3, "(") and misspelt(key, tracks)
    local is_own = near and file.text:find("%f[%w_]" .. key .. "%s*=[^=]")
    local is_number = matches(file, i + 3, "==|~= TEXT") and file.words[i + 4]:find "^%d+$"
    if near and not is_own and uses(rules, key) <= uses(file.text, key) then
      report(found, i + 2, "no track is called '%s'; did you mean '%s'?", key, near)
    elseif tracks[key] and is_number then
      report(found, i + 4, "a number is written without quotes: %s", file.words[i + 4])
    end
  end
end

-- Reports answers to misspelt questions.
local function check_questions(found, rules, answers)
  local questions = names_made(rules, common.set "question")
  for _, key in ipairs(common.keys(answers or {})) do
    local near = misspelt(tostring(key), questions)
    if near then
      local at = plan.field_named(found.file, key) or 1
      report(found, at, "there is no question '%s'; did you mean '%s'?", key, near)
    end
  end
end

local always_returns

-- True if the `if` at index i has an else, and all of its parts return.
local function if_returns(file, i)
  local at, close, part, has_else = i + 1, file.partners[i], nil, false      -- part: where a part begins
  while at <= close do
    local kind = file.kinds[at]
    local ends_part = kind == "elseif" or kind == "else" or at == close
    if ends_part and part and not always_returns(file, part, at - 1) then return false end
    has_else = has_else or kind == "else"
    if kind == "then" or kind == "else" then part = at + 1 end
    at = source.after(file, at)
  end
  return has_else
end

-- True if the words from i to j, a block of a function, do not come to their end: a return stands last, or
-- an if with an else of which all parts return.  A loop with while or repeat may go on for ever, and counts.
function always_returns(file, i, j)
  local kinds = file.kinds
  local last                             -- the index where the last word or block begins
  local loop                             -- "for" or "while", if the last `do` is of one
  while i <= j do
    if kinds[i] == "return" then return true end
    if kinds[i] == "for" or kinds[i] == "while" then loop = kinds[i] end
    last, i = i, source.after(file, i)
    if kinds[last] == "do" and i <= j then loop = nil end
  end
  if kinds[last] == "if" then return if_returns(file, last) end
  if kinds[last] == "do" and not loop then return always_returns(file, last + 1, j - 1) end
  return loop == "while" or kinds[last] == "repeat"
end

-- The index of the function that a policy gives back, as `return function`, in braces as `line`, or by name.
local function line_function(file)
  local i, made_at = 1, {}                       -- made_at: of local functions, by name
  while i <= #file.kinds do
    if matches(file, i - 1, "local function") then made_at[file.words[i + 1]] = i end
    if file.kinds[i] == "return" then
      local field = file.kinds[i + 1] == "{" and plan.field_named(file, "line")
      local at = field and field + 2 or i + 1
      return file.kinds[at] == "function" and at or made_at[file.words[at]]
    end
    i = source.after(file, i)
  end
end

-- Warns of a function that may end without a line.
local function check_line_given(found)
  local file = found.file
  local i = line_function(file)
  local close = file.partners[i]
  if not close then return end
  local open = file.kinds[i + 1] == "(" and i + 1 or i + 2
  if always_returns(file, file.partners[open] + 1, close - 1) then return end
  local problem = report(found, close, "this function may end without a line, and then the plan breaks off; \z
    return a line before this 'end'")
  problem.grade = "warning"
end

-- An environment in which every word does nothing; only Lua's libraries work.
local function idle_words(words)
  return setmetatable({}, { __index = function(_, name)
    local w = common.contains(language.libraries, name) and words[name]
    return w or mistakes.nothing
  end, __newindex = function() end })
end

-- Mistakes that are certain in a policy whatever the rules are, as burning() == 0.
local function faults(file)
  local C = lint.context { tracks = {}, settings = {}, kinds = { setting = { entries = {} } },
    kind_order = {}, spaces = {}, charts = {}, questions = {} }
  comparisons.check_all(C, file)
  return common.map(C.list, function(one) return one.error end)
end

-- Checks a policy that Lua can read.  f: the compiled file; rules: the texts of all rulesets at hand.
local function check_compiled(found, f, words, rules)
  local file = found.file
  source.read_names(file)
  check_names(found, words)
  local ok, made = protected(f)
  if not ok then
    found.problems[#found.problems + 1] =
      { file = file.name, line = made.line or 1, text = tostring(made.text), grade = "error" }
  end
  if #found.problems > 0 then return end
  local text, at = plan.policy_fault(file, made)
  if text then return report(found, at, "%s", text) end
  check_verbs(found, rules)
  check_tracks(found, rules)
  check_questions(found, rules, type(made) == "table" and made.answers)
  check_line_given(found)
  common.append(found.problems, faults(file))
end

-- Checks a policy: request.name, request.text; request.rules: the texts of all rulesets at hand.  words: the
-- words of the language; complete(problem, file) completes a mistake for those who read it.  Returns
-- { problems }.
function policies.check(request, words, complete)
  local file = source.of(request.name, request.text)
  local found = { file = file, problems = {} }
  local f, sentence = sandbox.compile(request.text, request.name, idle_words(words))
  if f then check_compiled(found, f, words, request.rules)
  else
    local text, line = mistakes.explain_syntax(file, sentence)
    found.problems[1] = { file = file.name, line = line, text = text, grade = "error" }
  end
  for _, p in ipairs(found.problems) do complete(p, file) end
  return { problems = found.problems }
end

return policies
