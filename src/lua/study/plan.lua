-- plan.lua -- chooses the line of each turn in a study: the next line of a plan, or the line that a policy
-- (a Lua function) returns.  An error in a policy ends the study, as one in the rules does.  A line may hold
-- what a game master types, also light, gain and torches +1; the function itself may change nothing.
--
-- When a line is refused the next line of the plan is tried, and the plan goes on from there. When every line
-- is refused, and the line for --otherwise too, the play ends: no turn goes by without a line, so the state
-- would stay as it is, and what is refused in it. A policy gives its lines in the order in which they are to
-- be tried; a word that is no verb is an error in it (line.known), and no refusal. Refused lines and such
-- ends are counted, as events whose names no ruleset can have: "~line<tab>reason" and "!reason".  Questions
-- take the policy's answers, and else their defaults (counting.lua).
local common = module "common"
local events = module "play/events"
local line = module "play/line"
local live = module "play/live"
local mistakes = module "read/mistakes"
local recorder = module "play/recorder"
local seal = module "read/seal"
local source = module "read/source"
local tracked_fields = module "study/tracked_fields"
local turn_phase = module "study/turn_phase"
local plan = {}

local CHECKED_CALLS <const> = 20              -- calls of a policy checked for changes: a slip shows soon

-- --- reading a plan --------------------------------------------------------

-- The index of the `return` that ends the file; where there is none, of the last word.
local function last_return(file)
  local i = 1
  while i < #file.kinds and file.kinds[i] ~= "return" do i = source.after(file, i) end
  return math.max(1, math.min(i, #file.kinds))
end

-- The index of the last field of that name in a policy; nil when there is none.
function plan.field_named(file, key)
  for i = #file.kinds - 1, 2, -1 do
    local before = file.kinds[i - 1]
    local is_item = before == "{" or before == "," or before == ";"
    if is_item and file.words[i] == key and file.kinds[i + 1] == "=" then return i end
  end
end

-- Returns the mistake where a policy's value is neither a function nor a table of fields, and the index of
-- the word to blame; or nil. at: of its `return`.
local function fault_of_kind(file, made, at)
  if made == nil then
    return "a policy ends by giving its function back; write return line, or return { line = line }", at
  elseif type(made) ~= "table" or getmetatable(made) then
    local is_text = type(made) == "string" and file.kinds[at + 1] == "text"
    if type(made) == "string" and at > 1 then
      return ("a policy gives back the function that chooses each line: write return function() above line \z
        %d, and end below the last line"):format(file.lines[1]), 1
    end
    return "a policy gives back the function that chooses each line, and this is " .. common.show(made),
      is_text and at + 1 or at
  elseif type(made[1]) == "string" then
    local texts = common.where(made, function(v) return type(v) == "string" end)
    return ("a list of lines is a plan, --plan \"%s\"; a policy is a function, as %s"):format(
      table.concat(texts, "; "), ("return function() return \"%s\" end"):format(made[1])), at
  end
end

-- Returns the mistake in the fields that a policy returns, and the name of the field to blame; or nil.
local function fault_of_fields(made)
  for _, key in ipairs(common.keys(made)) do
    if key ~= "line" and key ~= "answers" then
      local near = common.nearest(tostring(key), { "line", "answers" })
      return ("a policy has line and answers, and no '%s'"):format(tostring(key))
        .. (near and "; did you mean '" .. near .. "'?" or ""), key
    end
  end
  if type(made.line) ~= "function" then
    return type(made.line) == "string"
      and "line is a function, which is called for each turn, and gives the line back"
      or "line is a function, which is called for each turn, and not what it gives; leave out its ( )",
      "line"
  end
  if made.answers ~= nil and (type(made.answers) ~= "table" or #made.answers > 0) then
    return "an answer stands under the name of its question, as answers = { relight = true }", "answers"
  end
end

-- Returns the mistake in the value that a policy returns, and the index of the word to blame; or nil.
function plan.policy_fault(file, made)
  local return_at = last_return(file)
  if type(made) == "function" then
    local is_given = source.matches(file, return_at, "return function ( NAME")
    local name = is_given and file.words[return_at + 3]
    if not name or name:find "^_" then return end
    return ("a policy's function is given nothing, so '%s' is nothing here; write function()"):format(name),
      return_at + 3
  end
  local sentence, word_at = fault_of_kind(file, made, return_at)
  if sentence then return sentence, word_at end
  local key
  sentence, key = fault_of_fields(made)
  if sentence then return sentence, plan.field_named(file, key) or return_at end
end

-- Raises an error if an answer of a policy is to no question; report(text, at): raises it at that word.
local function check_answers(answers, file, report)
  for _, name in ipairs(common.keys(answers)) do
    local question = name:match "^[^.]+"
    if not live.R.questions[question] and not live.R.charts[question] then
      local hint = common.hint(question, live.R.kinds.question:names())
      report(("answers: there is no question '%s'%s"):format(question, hint), plan.field_named(file, name))
    end
  end
end

-- Compiles a policy. Returns its function, which chooses the line; puts its answers into live.spec_answers.
local function read_policy(policy)
  local f, sentence = sandbox.compile(policy.text, policy.name, live.R.guarded)
  if not f then
    local text, line = mistakes.explain_syntax(policy, sentence)
    error({ text = text, file = policy.name, line = line }, 0)
  end
  turn_phase.add_text(policy.name, policy.text)
  local made, file = f(), source.of(policy.name, policy.text)
  local function report(text, at)
    error({ text = text, file = policy.name, line = at and file.lines[at] or 1 }, 0)
  end
  local fault, at = plan.policy_fault(file, made)
  if fault then report(fault, at) end
  if type(made) == "function" then made = { line = made } end
  local answers = made.answers or {}
  check_answers(answers, file, report)
  local functions = { made.line }
  for _, name in ipairs(common.keys(answers)) do
    if type(answers[name]) == "function" then functions[#functions + 1] = answers[name] end
  end
  seal.also(functions)
  if made.answers then
    live.spec_answers = common.copy(made.answers)
    live.spec_answers.used = {}
  end
  return made.line
end

-- Returns the plan of a request:
--   lines, otherwise   the lines, in order; the one for when none of them can be done, or nil
--   policy, name       a function that chooses the lines, and the name of its file; or nil
--   looked             how often the policy was called
--   known              set of the policy's lines that were checked
--   whole              set of lines that are not cut between steps
--   said               the line being played, for messages
function plan.read(request)
  local p = { lines = request.policy and {} or request.plan, otherwise = request.otherwise, known = {},
    whole = {}, said = nil, looked = 0 }
  for _, text in ipairs(p.lines) do line.known(text) end
  if p.otherwise then line.known(p.otherwise) end
  if request.policy then
    p.policy, p.name = read_policy(request.policy), request.policy.name
  end
  return p
end

-- Returns the place in the plan of the line that is due in a turn when no line was refused before.
function plan.due(p, turn) return p.policy and 1 or (turn - 1) % #p.lines + 1 end

-- --- a turn ----------------------------------------------------------------

-- Raises an error if the policy has chosen a line that no ruleset knows.
local function check_chosen(p, text)
  if type(text) ~= "string" then
    common.mistake("%s: a line is a text, as \"crawl\", and this is %s", p.name,
      common.show(events.plain(text)))
  end
  if p.known[text] then return end
  p.said = text
  line.known(text, true)
  p.known[text] = true
end

local no_change <const> =
  recorder.only_look "a policy only looks at the table: it rolls, asks and changes nothing"

-- Returns the lines that the policy chooses now, the first choice first.
local function ask_policy(p)
  local lines, has_changed, fine, err
  local function ask()
    fine, err = protected(recorder.without_new_rooms, function() lines = { p.policy() } end)
  end
  local before, happen = recorder.install(no_change), events.happen
  events.happen = no_change.event
  if p.looked < CHECKED_CALLS then has_changed = tracked_fields.changed_by(ask) else ask() end
  recorder.install(before)
  events.happen = happen
  if not fine then common.stop(err) end
  for _, text in ipairs(lines) do check_chosen(p, text) end
  p.looked = p.looked + 1
  if has_changed then common.mistake("%s: a policy only looks, and this one changed the state", p.name) end
  return lines
end

-- Returns every line to try now, in order, and by the same index the place in the plan after it.  Places
-- count from 1, round and round; `otherwise` stands in place of the line that is due, so the next comes then.
-- A policy has no places: it is always at 1.
local function lines_to_try(p, at)
  local list, after = {}, {}
  if p.policy then
    for i, text in ipairs(ask_policy(p)) do list[i], after[i] = text, 1 end
  else
    for i = 1, #p.lines do
      local place = (at + i - 2) % #p.lines + 1
      list[i], after[i] = p.lines[place], place % #p.lines + 1
    end
  end
  if p.otherwise then
    list[#list + 1] = p.otherwise
    after[#list] = p.policy and 1 or at % #p.lines + 1
  end
  return list, after
end

-- Returns the unplayed rest of a line that the recorder cut, { text, after: the place in the plan after it,
-- where: in it (line.where), within: see draw_cuts.lua }; and the draws until the cut.
local function left_of(text, after, err)
  local where = err.within and { step = err.step } or line.where(err.step, err.left)
  return { text = text, after = after, where = where, within = err.within }, err.draws
end

-- Plays on in a line that was cut. Returns the place in the plan after it; and when it was cut again, its
-- rest and its draws (left_of). A line that is refused in its middle is never cut again (p.whole).
function plan.resume(p, left)
  p.said = left.text
  local ok, err = protected(line.resume, left.text, left.where)
  if not ok and err.stop == "refused" then common.stop { stop = "whole", text = left.text } end
  if not ok and err.stop ~= "cut" then common.stop(err) end
  p.said = nil
  if ok then return left.after end
  return left.after, left_of(left.text, left.after, err)
end

-- Returns what is counted when every line was refused: "!" and the reasons.
local function name_of_end(p, reasons)
  local text
  if #reasons > 0 then
    table.sort(reasons)
    for i = 1, #reasons - 1 do reasons[i] = reasons[i]:gsub("[^.!?]$", "%0;") end
    text = table.concat(reasons, " ")
  elseif p.policy then text = p.name .. " gave no line; is a return missing?"
  else text = p.name .. " has nothing more to do." end
  return "!" .. text
end

-- Plays one turn from the place `at` in the plan; back() restores the state after a refused line. Returns the
-- place after the turn, or nil when every line was refused; the names to count; and when the line was cut its
-- rest, and its draws.
function plan.turn(p, at, back)
  local list, after = lines_to_try(p, at)
  local names, reasons = {}, {}
  for i, text in ipairs(list) do
    p.said = text
    -- A line that was once refused halfway is played without cuts from then on, as at the table.
    if p.whole[text] then recorder.install { step_begins = recorder.person.step_begins } end
    local ok, err = protected(line.run, text)
    if ok or err.stop == "cut" then
      p.said = nil
      if ok then return after[i], names end
      return after[i], names, left_of(text, after[i], err)
    end
    if err.stop ~= "refused" then common.stop(err) end
    if not common.contains(reasons, err.text) then reasons[#reasons + 1] = err.text end
    names[i] = "~" .. text .. "\t" .. err.text
    back()
  end
  p.said = nil
  return nil, { name_of_end(p, reasons) }
end

return plan
