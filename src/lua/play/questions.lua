-- questions.lua -- questions that the game master decides: how they are put, and how answers are read.
-- An answer comes from outside, from a spec, or is the question's default; rules cannot tell which.
-- Every question has a default, so Enter alone always answers it.  (Dice that are asked for by hand are
-- another matter: campaign/table/dice_source.c.)
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local names = module "play/names"
local records = module "play/records"
local recorder = module "play/recorder"
local questions = {}

local CHOICES_MAX <const> = 1000

local mistake = common.mistake

-- The name of something that a roll or question is about, or nil.
function questions.name_of(v)
  if type(v) == "table" then return rawget(v, "name") or rawget(v, "holder") or rawget(v, "kind") end
  return v ~= nil and tostring(v) or nil
end

-- A field of a question may be a function of what it is about.
local function value_of(v, about)
  if type(v) == "function" then return v(about) end
  return v
end

-- A choice as it is shown and typed.
local function shown(choice) return tostring(events.plain(choice)) end

local function texts_of(choices) return common.map(choices, shown) end

-- Returns the index of the choice that was typed, by name, unambiguous prefix or number; or nil and a
-- sentence.
local function find_choice(choices, text)
  local texts = texts_of(choices)
  local name, several = names.resolve(text, texts)
  if name then return common.contains(texts, name) end
  local n = math.tointeger(tonumber(text))
  if n and n >= 1 and n <= #choices then return n end
  if #several > 0 then return nil, "'" .. text .. "' could be several of " .. common.list(texts) end
  return nil, "one of these is wanted: " .. common.list(texts, "or")
end

local yes_words = { y = true, yes = true, ["true"] = true, n = false, no = false, ["false"] = false }

-- The place of a choice of the same name as choices[i] that is not taken yet, from i on; or nil.
local function next_of_name(choices, taken, i)
  local name = shown(choices[i])
  while i <= #choices and (shown(choices[i]) ~= name or taken[i]) do i = i + 1 end
  return i <= #choices and i or nil
end

-- "Ann, Bob" as a list of choices; or nil, sentence.
local function read_several(q, choices, text)
  local picked, taken = {}, {}
  for part in (text .. ","):gmatch("%s*(.-)%s*,") do
    if part ~= "" then
      local i, sentence = find_choice(choices, part)
      if not i then return nil, sentence end
      i = next_of_name(choices, taken, i)
      if not i then return nil, "'" .. part .. "' was named twice" end
      taken[i] = true
      picked[#picked + 1] = choices[i]
    end
  end
  if q.exactly and #picked ~= q.exactly then
    return nil, common.counted(q.exactly, "thing") .. " must be named, with commas between"
  end
  if q.upto and #picked > q.upto then
    return nil, "at most " .. common.counted(q.upto, "thing") .. " may be named"
  end
  return picked
end

local function bounds_text(q)
  if q.min and q.max then return "from " .. q.min .. " to " .. q.max end
  return q.min and "of at least " .. q.min or "of at most " .. q.max
end

-- A typed number, if it is within the bounds of the question; or nil, sentence.
local function read_number(q, text)
  local n = tonumber(text)
  n = n and (math.tointeger(n) or n)
  if not n or n ~= n or math.abs(n) > 1e15 then return nil, "a number is wanted" end
  if q.min and n < q.min or q.max and n > q.max then
    return nil, "a number " .. bounds_text(q) .. " is wanted"
  end
  return n
end

-- A typed text as a value of the question; or nil, sentence.
local function read_answer(q, choices, text)
  if q.type == "choice" then
    local i, sentence = find_choice(choices, text)
    if not i then return nil, sentence end
    return choices[i]
  elseif q.type == "several" then return read_several(q, choices, text)
  elseif q.type == "number" then return read_number(q, text)
  elseif q.type == "yesno" then
    local v = yes_words[text:lower()]
    if v == nil then return nil, "yes or no is wanted" end
    return v
  end
  return text
end

-- A value from the journal, a spec or the rules as a value of the question; or nil, sentence.
local function fit(q, choices, v)
  if q.type == "choice" then
    for _, c in ipairs(choices) do
      if c == v or shown(c) == shown(v) then return c end
    end
    return nil, "'" .. shown(v) .. "' is not one of its choices"
  end
  if q.type == "yesno" and type(v) == "boolean" then return v end
  if q.type == "several" then v = table.concat(texts_of(type(v) == "table" and v or { v }), ",") end
  return read_answer(q, choices, tostring(v))
end

-- Returns v as a value of the question; raises if it does not fit.  label: the beginning of the sentence.
local function must_fit(q, choices, v, label)
  local fitted, sentence = fit(q, choices, v)
  if fitted == nil then mistake("%s: %s", label, sentence) end
  return fitted
end

-- The default of a question: given from where it is asked, the question's, or the first that fits.
local function default_of(q, choices, about, given)
  local v = given
  if v == nil then v = value_of(q.default, about) end
  if q.type == "several" then
    local picked = type(v) == "table" and v or {}
    if v == nil then for i = 1, q.exactly or q.upto or 0 do picked[i] = choices[i] end end
    return picked
  end
  if v ~= nil then return must_fit(q, choices, v, "question \"" .. q.name .. "\", default") end
  if q.type == "choice" then return choices[1] end
  if q.type == "yesno" then return true end
  if q.type == "number" then return q.min or 0 end
  return ""
end

-- True if v is a list of things, and not one thing of the rules.
local function is_list(v)
  return type(v) == "table" and getmetatable(v) == nil and rawget(v, "name") == nil
end

-- A value as the journal keeps it: things by name.
local function journal_form(v)
  if is_list(v) then return texts_of(v) end
  if type(v) == "table" then return shown(v) end
  return v
end

-- A value as people read it.
function questions.answer_text(v)
  if type(v) == "boolean" then return v and "yes" or "no" end
  if not is_list(v) then return shown(v) end
  return #v > 0 and table.concat(texts_of(v), ", ") or "nothing"
end

-- Ends the command with the question.  misfit: why the answer that was given does not fit, or nil.
local function stop_and_ask(q, choices, default, who, text, misfit)
  common.stop {
    stop = "asks", misfit = misfit,
    ask = {
      id = q.name, who = who, text = text, type = q.type, choices = choices and texts_of(choices),
      default = journal_form(default), exactly = q.exactly, upto = q.upto, min = q.min, max = q.max,
      secret = q.secret or nil,
    },
  }
end

-- Warns when a verb was typed out of habit where any text is an answer.
local function warn_of_verb(q, text)
  local verb = text:match "^%S+"
  if q.type == "text" and verb and names.rule_verbs()[verb:lower()] then
    live.warned[#live.warned + 1] = ("'%s' was taken as the answer; u goes back."):format(text)
  end
end

-- The answer of a spec or policy, by the question's name, or name and person.  Returns nil when it has none.
local function spec_answer(q, choices, about, who)
  local given = live.spec_answers
  if not given then return nil end
  local v = who and given[q.name .. "." .. who]
  if v == nil then v = given[q.name] end
  if type(v) == "function" then v = v(about, choices and lists.copy(choices)) end
  if v == nil then return nil end
  given.used[q.name] = true
  return must_fit(q, choices, v, "answers, " .. q.name)
end

-- The answer to a question.  Returns value, defaulted; or ends the command to ask.  The answers that were
-- given (live.answers, see core/wire.h) have the field text, as it was typed; or, when a journal is played
-- again, id, value and defaulted.
local function answer(q, choices, about, default, who, text)
  local by_spec = spec_answer(q, choices, about, who)
  if by_spec ~= nil then return by_spec, false end
  local next_answer = live.answers[live.answers_used + 1]
  if not next_answer then
    if live.use_defaults then return default, true end         -- in sim and odds, see study/counting.lua
    next_answer = live.chooser and live.chooser(q, choices)
    if not next_answer then stop_and_ask(q, choices, default, who, text) end
  end
  live.answers_used = live.answers_used + 1
  if next_answer.text == "" then return default, false end      -- Enter alone takes the default knowingly
  if next_answer.text then
    local v, sentence = read_answer(q, choices, next_answer.text)
    if v == nil then stop_and_ask(q, choices, default, who, text, sentence) end
    warn_of_verb(q, next_answer.text)
    return v, false
  end
  if next_answer.id and next_answer.id ~= q.name then
    mistake("the answer was for '%s', and the rules ask '%s'", next_answer.id, q.name)
  end
  return must_fit(q, choices, next_answer.value, "answers, " .. q.name), next_answer.defaulted
end

-- --- asking ----------------------------------------------------------------

-- A question like q with some fields replaced.
local function variant(q, fields) return setmetatable(fields, { __index = q }) end

-- A text question whose default a rule returns: the default says what kind of question it is.  given: the
-- default from where it is asked, or nil.  Returns the question, and its default as far as it is known.
local function typed_by_default(q, about, given)
  if q.type ~= "text" or type(q.default) ~= "function" then return q, given end
  if given == nil then given = q.default(about) end
  if type(given) == "boolean" then return variant(q, { type = "yesno" }), given end
  if type(given) == "number" then return variant(q, { type = "number" }), given end
  return q, given
end

-- A question of several choices: how many are to be named.
local function for_several(q, choices, with)
  if not (with and (with.exactly or with.upto) or q.type == "several") then return q end
  local n = with and with.exactly or q.exactly
  q = variant(q, {
    type = "several", exactly = n and math.min(n, #choices), upto = with and with.upto or q.upto,
  })
  if q.upto and not (with and with.exactly) then q.exactly = nil end
  return q
end

-- The answer that a question always has: `always` is a value, a rule that returns one, or true for the
-- default.
local function fixed_answer(q, choices, about, given)
  local is_default = q.always == true
  local always = value_of(q.always, about)
  if q.type == "text" and q.default == nil and type(always) == "boolean" and not is_default then
    return always
  end
  if always == true and q.type ~= "yesno" then return (default_of(q, choices, about, given)) end
  return must_fit(q, choices, always, "question \"" .. q.name .. "\", always")
end

-- Text and fields of the event that a question was answered.
local function describe_answer(q, v, defaulted, about, text)
  return text .. " " .. questions.answer_text(v),
    { who = questions.name_of(about), answer = journal_form(v), defaulted = defaulted or nil,
      secret = q.secret or nil, public = q.public or nil }
end

-- The answer that a question of the rules always has, or else its default, when no rule returns it:
-- { value }; else false.
local function read_fixed(q)
  local by_rule = type(q.default) == "function" or type(q.choices) == "function"
    or type(q.always) == "function"
  if by_rule or q.type == "several" then return false end
  local choices = q.choices and records.items(q.choices)
  if q.type == "choice" and #choices == 0 or choices and #choices > CHOICES_MAX then return false end
  if q.always ~= nil then return { value = fixed_answer(q, choices) } end
  return { value = default_of(q, choices) }
end

-- Tells the answer to a question, and returns it.
local function answered(q, v, defaulted, about, text)
  recorder.answered(q, v, defaulted, describe_answer, about, text)
  return v
end

-- Puts a question, a record like those of R.questions, and returns the answer.
function questions.put(q, about, with)
  local given
  q, given = typed_by_default(q, about, with and with.default)
  local choices = with and with.choices or value_of(q.choices, about)
  if choices then choices = records.items(choices) end
  if choices and #choices > CHOICES_MAX then
    mistake("question \"%s\" has %d choices, more than anybody reads; %d at most", q.name, #choices,
      CHOICES_MAX)
  end
  q = for_several(q, choices, with)
  if q.always ~= nil then return fixed_answer(q, choices, about, given) end
  if q.type == "choice" and #choices == 0 then return nil end
  if q.type == "several" and #choices == 0 then return {} end
  local text = recorder.text(events.fill, with and with.text or q.text, about)
  live.asked = true
  local default = default_of(q, choices, about, given)
  local v, defaulted = answer(q, choices, about, default, questions.name_of(about), text)
  return answered(q, v, defaulted, about, text)
end

-- ask("relight", about, with) -> the answer.  A short way where nobody answers, as in sim and odds: what no
-- rule returns is found once.
function questions.ask(name, about, with)
  local q = live.R.questions[name] or live.thing("questions", name, "ask")
  if with then return questions.put(q, about, with) end
  if q.fixed == nil then q.fixed = read_fixed(q) end
  local fixed = q.fixed
  if fixed and q.always ~= nil then return fixed.value end
  if not fixed or not live.use_defaults or live.spec_answers or live.answers[live.answers_used + 1] then
    return questions.put(q, about)
  end
  live.asked = true
  return answered(q, fixed.value, true, about, recorder.text(events.fill, q.text, about))
end

return questions
