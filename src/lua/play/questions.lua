-- questions.lua -- questions that the game master decides: how they are put, and how answers are read.
-- An answer comes from outside, from a spec, or is the question's default; rules cannot tell which.
-- Every question has a default, so Enter alone always answers it.  (Dice that are asked for by hand are
-- another matter: campaign/table/dice_source.c.)
local answers = module "answers"
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local names = module "play/names"
local records = module "play/records"
local recorder = module "play/recorder"
local questions = {}

local CHOICES_MAX <const> = 1000
local PARTS_MAX <const> = 12                   -- of one question

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

-- A choice as it is shown and typed; a light with its holder.
local function shown(choice)
  local is_lamp = type(choice) == "table" and getmetatable(choice) == records.lamp
  if is_lamp then return records.lamp_name(choice) end
  return tostring(events.plain(choice))
end

-- The name of a question as it is shown, and of a part as it is typed.
local function label_of(q) return (q.name:gsub("_", " ")) end

local function texts_of(choices) return common.map(choices, shown) end

-- Returns the index of the choice that was typed, by name, unambiguous prefix or number; or nil and a
-- sentence.
local function find_choice(choices, text)
  local texts = texts_of(choices)
  local name, several = names.take({ text }, 1, texts)
  if type(several) ~= "table" then several = {} end
  if name then return common.contains(texts, name) end
  local n = math.tointeger(tonumber(text))
  if n and n >= 1 and n <= #choices then return n end
  if #several > 0 then
    return nil, "'" .. text .. "' could be " .. common.list(several, "or") .. "."
  end
  return nil, "Choose one: " .. common.list(texts, "or") .. "."
end

local yes_words = { y = true, yes = true, ["true"] = true, n = false, no = false, ["false"] = false }

-- The place of a choice of the same name as choices[i] that is not taken yet, from i on; or nil.
local function next_of_name(choices, taken, i)
  local name = shown(choices[i])
  while i <= #choices and (shown(choices[i]) ~= name or taken[i]) do i = i + 1 end
  return i <= #choices and i or nil
end

-- Why so many things cannot be chosen, or nil.
local function miscounted(q, n)
  if q.exactly and n ~= q.exactly then return "Choose " .. q.exactly .. ", with commas between." end
  if q.upto and n > q.upto then return "Choose at most " .. q.upto .. "." end
end

-- "Ann, Bob" as a list of choices; or nil, sentence.
local function read_several(q, choices, text)
  local picked, taken, low = {}, {}, text:lower()
  if low == "all" and not find_choice(choices, text) then picked, text = common.copy_list(choices), "" end
  if low == "none" and not find_choice(choices, text) then text = "" end
  for _, piece in ipairs(answers.join(answers.pieces(text), texts_of(choices))) do
    local i, sentence = find_choice(choices, piece)
    if not i then return nil, sentence end
    i = next_of_name(choices, taken, i)
    if not i then return nil, "'" .. piece .. "' is named twice." end
    taken[i] = true
    picked[#picked + 1] = choices[i]
  end
  local sentence = miscounted(q, #picked)
  if sentence then return nil, sentence end
  return picked
end

local function bounds_text(q)
  if q.min and q.max then return " from " .. q.min .. " to " .. q.max end
  return q.min and " of at least " .. q.min or q.max and " of at most " .. q.max or ""
end

-- "30 m", "30m" or "30 metres" without the unit, if it is the question's.
local function without_unit(q, text)
  local n, unit = text:match("^(.-%d)%s*(%a+)$")
  local own = q.unit and q.unit:lower()
  unit = own and unit and unit:lower()
  if unit and (own:sub(1, #unit) == unit or unit:sub(1, #own) == own) then return n end
  return text
end

-- A typed number, if it is within the bounds of the question; or nil, sentence.
local function read_number(q, text)
  local n = tonumber((without_unit(q, text)))
  n = n and (math.tointeger(n) or n)
  local fits = n and n > -1e15 and n < 1e15 and not (q.min and n < q.min or q.max and n > q.max)
  if not fits then return nil, "Type a number" .. bounds_text(q) .. "." end
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
    if v == nil then return nil, "Please answer yes or no." end
    return v
  end
  return text
end

-- Is a choice meant by a value from the journal, a spec or the rules?
local function is_meant(choice, v)
  return choice == v or shown(choice) == shown(v) or events.plain(choice) == v
end

-- A list of values from the journal, a spec or the rules as choices; or nil, sentence.
local function fit_several(q, choices, list)
  local picked, taken = {}, {}
  for _, v in ipairs(list) do
    local found
    for i, c in ipairs(choices) do
      if not found and not taken[i] and is_meant(c, v) then found = i end
    end
    if not found then return nil, "'" .. shown(v) .. "' is not one of its choices" end
    taken[found], picked[#picked + 1] = true, choices[found]
  end
  local sentence = miscounted(q, #picked)
  if sentence then return nil, sentence end
  return picked
end

-- A value from the journal, a spec or the rules as a value of the question; or nil, sentence.
local function fit(q, choices, v)
  if q.type == "choice" then
    for _, c in ipairs(choices) do
      if is_meant(c, v) then return c end
    end
    return nil, "'" .. shown(v) .. "' is not one of its choices"
  end
  if q.type == "yesno" and type(v) == "boolean" then return v end
  if q.type == "several" and (type(v) ~= "string" or common.contains(texts_of(choices), v)) then
    return fit_several(q, choices, type(v) == "table" and getmetatable(v) == nil and v or { v })
  end
  return read_answer(q, choices, tostring(v))
end

-- Returns v as a value of the question; raises if it does not fit.  label: the beginning of the sentence.
local function must_fit(q, choices, v, label)
  local fitted, sentence = fit(q, choices, v)
  if fitted == nil then mistake("%s: %s", label, sentence) end
  return fitted
end

-- --- defaults --------------------------------------------------------------

-- The names by which the state keeps the last answer to a question that says `again`: that about somebody,
-- and that about anybody.
local function names_of_last(q, who) return who and q.name .. " " .. who, q.name end

-- The last answer to a question that says `again`, if it still fits; else nil.
local function last_answer(q, choices, who)
  local last = q.again and live.S.answers
  if not last then return nil end
  local own, any = names_of_last(q, who)
  local v = own and last[own]
  if v == nil then v = last[any] end
  if v == nil then return nil end
  return (fit(q, choices, v))
end

local function keep_last(q, who, v)
  local own, any = names_of_last(q, who)
  local last = live.S.answers or {}
  live.S.answers, last[any] = last, common.copy(v)
  if own then last[own] = common.copy(v) end
end

-- Rolls the dice in a text, "{2d4} goblins".
local function roll_in_text(text, q)
  return (text:gsub("{(%d*d%d[%w+-]*)}", function(expr)
    local total, nth = recorder.roll(expr, label_of(q), nil, live.secret or q.secret)
    events.place_roll(nth)
    return tostring(total)
  end))
end

-- The default of a question: its last answer, the one given from where it is asked, the question's, or the
-- first that fits.
local function default_of(q, choices, about, given)
  local last = last_answer(q, choices, questions.name_of(about))
  if last ~= nil then return last end
  local v = value_of(given, about)
  if v == nil then v = value_of(q.default, about) end
  if q.type == "several" then
    local picked = type(v) == "table" and v or {}
    if v == nil then for i = 1, q.exactly or q.upto or 0 do picked[i] = choices[i] end end
    return picked
  end
  if v ~= nil then
    local fitted = must_fit(q, choices, v, "question \"" .. q.name .. "\", default")
    local has_dice = q.type == "text" and fitted:find("{%d*d%d")
    return has_dice and recorder.text(roll_in_text, fitted, q) or fitted
  end
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

-- --- stopping to ask -------------------------------------------------------
-- A prepared question p has q, choices, about, who (a name or nil), text, default, and
--   fixed, value    true where the answer is known and nothing is asked
--   only            the one answer there is: it is taken, and said
--   others          names for whom the line asks the same, as far as that is known; or nil
--   together        the text that asks about all of them; then Enter alone answers for all; or nil
--   list, heading   the prepared parts of one question, and its text

-- A question as people and programs are asked it.
local function asked_form(p)
  local q = p.q
  return {
    id = q.name, who = p.who, text = p.together or p.text, type = q.type,
    choices = p.choices and texts_of(p.choices),
    default = journal_form(p.default), exactly = q.exactly, upto = q.upto, min = q.min, max = q.max,
    unit = q.unit, others = p.others, together = p.together and true, secret = q.secret or nil,
  }
end

-- Ends the command with the question.  misfit: why the answer that was given does not fit, or nil; verb: the
-- verb that was typed instead of an answer, or nil.
local function stop_and_ask(p, misfit, verb)
  local ask = p.list and questions.form_of_parts(p) or asked_form(p)
  common.stop { stop = "asks", misfit = misfit, verb = verb, ask = ask }
end

-- The sentence for a command that was typed at a question.
local function not_an_answer(text, any_text)
  return ("'%s' is a command, and a question is open. %s"):format(text,
    any_text and "To answer with it, put it in quotes." or "Answer it first.")
end

-- --- answers that were given already ---------------------------------------

-- The answer of a spec or policy, by the question's name, or name and person.  Returns nil when it has none.
local function spec_answer(p)
  local given, q = live.spec_answers, p.q
  if not given then return nil end
  local v = p.who and given[q.name .. "." .. p.who]
  if v == nil then v = given[q.name] end
  if type(v) == "function" then v = v(p.about, p.choices and lists.copy(p.choices)) end
  if v == nil then return nil end
  given.used[q.name] = true
  return must_fit(q, p.choices, v, "answers, " .. q.name)
end

-- Warns of what was typed and answers nothing.
local function warn_left_over(list)
  if #list == 0 then return end
  live.warned[#live.warned + 1] = ("Left over: %s. No question took it."):format(table.concat(list, ", "))
end

-- Warns of answers of this line that no question took, when the line is done.
function questions.warn_left_over()
  local list = live.answer_rest or {}
  for _, name in ipairs(common.keys(live.answers_for)) do
    local reading = live.answers_for[name]
    for _, who in ipairs(common.keys(reading.by)) do
      if not reading.used[who] then list[#list + 1] = who .. " " .. reading.by[who] end
    end
  end
  warn_left_over(list)
end

-- Reads a text for a member: "" is the default.
local function read_or_default(p, text)
  if text == "" then return p.default end
  return (read_answer(p.q, p.choices, text))
end

-- The answer that was given for this member with that for another, or for good (always); or nil.
local function answer_for(p)
  local settled, reading = live.settled_as[p.q.name], live.answers_for[p.q.name]
  if settled ~= nil then
    if settled == true and p.q.type ~= "yesno" then return p.default end
    return (fit(p.q, p.choices, settled))
  end
  local text = reading and p.who and (reading.by[p.who] or reading.all)
  if not text then return nil end
  reading.used[p.who] = true
  return read_or_default(p, text)
end

-- Takes as many of the pieces as the question can be answered with, at least one.  Returns the answer and
-- the pieces left; or nil, sentence.
local function read_pieces(p, pieces)
  local q, sentence = p.q, nil
  if p.choices then pieces = answers.join(pieces, texts_of(p.choices)) end
  local most = q.type == "several" and (q.exactly or q.upto) or 1
  for n = math.max(1, math.min(most, #pieces)), 1, -1 do
    local v, why = read_answer(q, p.choices, table.concat(pieces, ", ", 1, n))
    if v ~= nil then return v, table.move(pieces, n + 1, #pieces, 1, {}) end
    sentence = why
  end
  return nil, sentence
end

-- Takes the answer from the rest of an earlier one: "goblins, 30, hostile" answers three questions. nil: the
-- rest does not answer this one.
local function answer_from_rest(p, read, next_answer)
  local pieces = live.answer_rest
  if not pieces or #pieces == 0 then return nil end
  local v, rest = read(p, pieces)
  if v ~= nil then
    live.answer_rest = rest
    return v
  end
  live.answer_rest = nil
  if not next_answer and not live.use_defaults then
    stop_and_ask(p, ("'%s' does not answer the next question, %s %s"):format(pieces[1],
      p.text or p.heading or "", rest))
  end
  warn_left_over(pieces)
end

-- --- reading what was typed ------------------------------------------------

local function name_at(list, i) return names.take(list, i, names.members()) end

local function nobody_called(word)
  local hint = common.hint(word, names.members())
  return "There is nobody called '" .. word .. "'" .. hint .. (hint:find "%?$" and "" or ".")
end

-- The answer that is not this one, where there are two: "yes" and "no"; or nil.
local function other_answer(p, text)
  local q, choices = p.q, p.choices
  local v = text and read_answer(q, choices, text)
  if v == nil then return nil end
  if q.type == "yesno" then return v and "no" or "yes" end
  if q.type == "choice" and #choices == 2 then return shown(choices[v == choices[1] and 2 or 1]) end
end

-- Completes a reading of an answer for several members (answers.lua).  Returns a sentence when a part of it
-- does not fit.
local function complete_reading(p, r)
  if p.q.type == "yesno" and r.all == "" then r.all = "yes" end
  for _, name in ipairs(r.but) do
    r.by[name] = other_answer(p, r.mine or r.all)
    if not r.by[name] then return ("What about %s? As in: 2 but %s 3."):format(name, name) end
  end
  local list = { r.mine or "", r.all or "" }
  for _, name in ipairs(common.keys(r.by)) do list[#list + 1] = r.by[name] end
  for _, text in ipairs(list) do
    local v, sentence = true, nil
    if text ~= "" then v, sentence = read_answer(p.q, p.choices, text) end
    if v == nil then return sentence end
  end
  if not (r.by[p.who] or r.mine or r.all) then
    return ("That says nothing about %s; begin with 'all', or with %s."):format(p.who, p.who)
  end
end

-- Reads "all 2, Pike 5": returns this member's answer, and keeps those of the others; or nil, and a sentence
-- when it was meant so and does not fit.
local function read_for_members(p, text)
  local q = p.q
  local r, sentence = answers.for_members(text, name_at,
    function(part) return read_answer(q, p.choices, part) ~= nil end, q.type == "text", nobody_called)
  if not r then return nil, sentence end
  sentence = complete_reading(p, r)
  if sentence then return nil, sentence end
  r.used = { [p.who] = true }
  live.answers_for[q.name] = r
  if #r.rest > 0 then live.answer_rest = r.rest end
  return read_or_default(p, r.by[p.who] or r.mine or r.all)
end

-- Reads "always", "never" or "always wary": returns the answer, which holds from now on; or nil, sentence.
local function settle(p, word, rest)
  local q = p.q
  if not live.R.questions[q.name] then
    return nil, "This answers a chart without rows, and only questions can be settled."
  end
  if word == "never" and (q.type ~= "yesno" or rest ~= "") then
    return nil, ("Write always and the answer, as: always %s."):format(questions.answer_text(p.default))
  end
  local v, sentence, kept
  if q.type == "yesno" and rest == "" then v = word == "always"
  elseif rest == "" then v, kept = p.default, true
  else v, sentence = read_answer(q, p.choices, answers.quoted(rest) or rest) end
  if v == nil then return nil, sentence end
  if kept == nil then kept = journal_form(v) end
  live.settled_as[q.name] = kept
  live.settled[#live.settled + 1] = { id = q.name, value = kept }
  return v
end

-- Reads an answer that is more than the answer to one question: it settles it, is for several members, or is
-- a command.  Returns nothing when it is none of these; else what read_typed returns.
local function read_beyond(p, text)
  local word, rest = answers.settling(text)
  if word then return settle(p, word, rest) end
  local is_command = not text:find "%s" and names.command(text)       -- `rest` is also a word for the others
  if p.who and not is_command then
    local v, why = read_for_members(p, text)
    if v ~= nil or why then return v, why end
  end
  local verb = names.command(text)
  if verb then return nil, not_an_answer(text, p.q.type == "text"), verb end
end

-- Reads a typed text where any text is an answer.
local function read_text(p, text)
  local v, why, verb = answers.quoted(text), nil, nil
  if text:lower() == tostring(p.default):lower() then v = p.default end
  if not v then v, why, verb = read_beyond(p, text) end
  if v ~= nil or why then return v, why, verb end
  if names.begins_with_verb(text) then
    live.warned[#live.warned + 1] = ("'%s' was taken as the answer; u takes it back."):format(text)
  end
  return text
end

-- Reads a typed answer in all its forms.  Returns value; or nil, sentence, and the verb if it is a command.
local function read_typed(p, text)
  if p.q.type == "text" then return read_text(p, text) end
  local v, sentence = read_answer(p.q, p.choices, text)
  if v ~= nil then return v end
  local why, verb
  v, why, verb = read_beyond(p, text)
  if v ~= nil or why then return v, why, verb end
  local pieces = answers.pieces(text)
  if #pieces < 2 then return nil, sentence end
  local rest
  v, rest = read_pieces(p, pieces)
  if v == nil then return nil, sentence end
  live.answer_rest = rest
  return v
end

-- Returns what read(p, text) makes of a typed answer, or asks again.
local function take_typed(p, text, read)
  live.answers_used = live.answers_used + 1
  local v, sentence, verb = read(p, text)
  if v == nil then stop_and_ask(p, sentence, verb) end
  return v
end

-- The answer to a prepared question.  Returns value, defaulted; or ends the command to ask.  The answers that
-- were given (live.answers, see core/wire.h) have the field text, as it was typed; or, when a journal is
-- played again, id, value and defaulted.
local function answer(p)
  local q = p.q
  local by_spec = spec_answer(p)
  if by_spec ~= nil then return by_spec, false end
  local next_answer = live.answers[live.answers_used + 1]
  if next_answer and next_answer.id then
    if next_answer.id ~= q.name then
      if p.only ~= nil then return p.only, false end
      mistake("the answer was for '%s', and the rules ask '%s'", next_answer.id, q.name)
    end
    live.answers_used = live.answers_used + 1
    return must_fit(q, p.choices, next_answer.value, "answers, " .. q.name), next_answer.defaulted
  end
  if p.only ~= nil then return p.only, live.use_defaults end
  local v = answer_for(p)
  if v == nil then v = answer_from_rest(p, read_pieces, next_answer) end
  if v ~= nil then return v, false end
  if not next_answer then
    if live.use_defaults then return p.default, true end       -- in sim and odds, see study/counting.lua
    next_answer = live.chooser and live.chooser(q, p.choices)
    if not next_answer then stop_and_ask(p) end
  end
  if next_answer.text == "" then                               -- Enter alone takes the default knowingly
    live.answers_used = live.answers_used + 1
    if p.together then live.answers_for[q.name] = { by = {}, all = "", used = {} } end
    return p.default, false
  end
  v = take_typed(p, next_answer.text, read_typed)
  if p.together and not live.answers_for[q.name] and not live.answer_rest and not live.settled_as[q.name] then
    live.answers_for[q.name] = { by = {}, all = next_answer.text, used = {} }
  end
  return v, false
end

-- --- asking ----------------------------------------------------------------

-- A question like q with some fields replaced.
local function variant(q, fields) return setmetatable(fields, { __index = q }) end

-- A text question whose default a rule returns: the default says what kind of question it is; or the answer
-- that it always has does, as a default may roll dice.  given: the default from where it is asked, or nil.
-- Returns the question, and its default as far as it is known.
local function typed_by_default(q, about, given)
  if q.type ~= "text" or type(given) ~= "function" and type(q.default) ~= "function" then return q, given end
  local v = q.always
  if v == nil or v == true or type(v) == "function" then
    given = value_of(given, about)
    if given == nil then given = value_of(q.default, about) end
    v = given
  end
  if type(v) == "boolean" then return variant(q, { type = "yesno" }), given end
  if type(v) == "number" then return variant(q, { type = "number" }), given end
  return q, given
end

-- A question of several choices: how many are to be named.
local function for_several(q, choices, with)
  if not (with and (with.exactly or with.upto) or q.type == "several") then return q end
  local n, upto = with and with.exactly or q.exactly, with and with.upto or q.upto
  q = variant(q, {
    type = "several", exactly = n and math.min(n, #choices), upto = upto and math.min(upto, #choices),
  })
  if q.upto and not (with and with.exactly) then q.exactly = nil end
  return q
end

-- The answer that a question always has: `always` is a value, a rule that returns one, or true for the
-- default.  changing: the choices may be others each time, as the members who are here; then nil, with a
-- warning, when the answer is none of them.
local function fixed_answer(q, choices, about, given, changing)
  local is_default = q.always == true
  local always = value_of(q.always, about)
  local any = q.default == nil or type(q.default) == "function"
  if q.type == "text" and any and type(always) == "boolean" and not is_default then
    return always
  end
  if always == true and q.type ~= "yesno" then return (default_of(q, choices, about, given)) end
  local v, sentence = fit(q, choices, always)
  if v ~= nil then return v end
  if not changing then mistake("question \"%s\", always: %s", q.name, sentence) end
  local text = ("question.%s.always: %s now, so it is asked."):format(q.name, sentence)
  if not common.contains(live.warned, text) then live.warned[#live.warned + 1] = text end
end

-- The answer where there is only one; else nil.
local function only_answer(q, choices)
  if not choices or #choices ~= 1 then return nil end
  if q.type == "choice" then return choices[1] end
  if q.type == "several" and q.exactly == 1 then return { choices[1] } end
end

-- Text and fields of the event that a question was answered.  text: as it was asked; nil: the question's own.
-- is_part: what the rules tell next says it.
local function describe_answer(q, v, defaulted, about, text, only, is_part)
  return (text or events.fill(q.text, about)) .. " " .. questions.answer_text(v),
    { who = questions.name_of(about), answer = journal_form(v), defaulted = defaulted or nil,
      only = only or nil, secret = q.secret or nil, public = q.public or nil, quiet = is_part }
end

-- The answer that a question of the rules always has, or else its default, when no rule returns it:
-- { value }; else false.
local function read_fixed(q)
  local by_rule = type(q.default) == "function" or type(q.choices) == "function"
    or type(q.always) == "function"
  if by_rule or q.again or q.type == "several" then return false end
  local choices = q.choices and records.items(q.choices)
  if q.type == "choice" and #choices == 0 or choices and #choices > CHOICES_MAX then return false end
  if q.always ~= nil then return { value = fixed_answer(q, choices) } end
  return { value = default_of(q, choices), only = only_answer(q, choices) ~= nil }
end

-- Tells the answer to a prepared question, or to a part of one, and returns it.
local function answered(p, v, defaulted, is_part)
  local q = p.q
  if p.who then
    local asked = live.asked_about[q.name] or {}
    live.asked_about[q.name], asked[p.who] = asked, true
  end
  recorder.answered(q, v, defaulted, describe_answer, p.about, p.text, p.only ~= nil, is_part)
  if q.again and not defaulted then keep_last(q, p.who, journal_form(v)) end
  return v
end

-- Is the question never asked?  An answer of a spec or policy goes before `always`.
local function is_settled(q)
  return q.always ~= nil and not (live.spec_answers and live.spec_answers[q.name] ~= nil)
end

-- Prepares a question, a record like those of R.questions; see "stopping to ask".  What a default rolls is
-- not shown, since the question says it.
local function prepare(q, about, with)
  local was = live.quiet
  if q.always == nil then
    live.quiet = true
    door.by_default(true)
  end
  local given
  q, given = typed_by_default(q, about, with and with.default)
  local choices = with and with.choices or value_of(q.choices, about)
  if choices then choices = records.items(choices) end
  if choices and #choices > CHOICES_MAX then
    mistake("question \"%s\" has %d choices, more than anybody reads; %d at most", q.name, #choices,
      CHOICES_MAX)
  end
  q = for_several(q, choices, with)
  local p = { q = q, choices = choices, about = about, who = questions.name_of(about) }
  if is_settled(q) then
    local changing = with and with.choices or type(q.choices) == "function"
    p.value = fixed_answer(q, choices, about, given, changing)
  end
  if p.value ~= nil then p.fixed = true
  elseif q.type == "choice" and #choices == 0 then p.fixed = true
  elseif q.type == "several" and #choices == 0 then p.fixed, p.value = true, {}
  else
    p.text = recorder.text(events.fill, with and with.text or q.text, about)
    p.default = default_of(q, choices, about, given)
    p.only = only_answer(q, choices)
  end
  live.quiet = was
  door.by_default(was)
  return p
end

-- The names of those for whom the line asks the same: of the list that the rules give, or the members who do
-- the same step or deed one after the other; else, once it was asked about two, everyone who is present.
local function others_of(p, among)
  if not p.who then return nil end
  local asked = live.asked_about[p.q.name] or {}
  local list = among and records.items(among) or common.contains(live.one_by_one or {}, p.about)
    and live.one_by_one or next(asked) ~= nil and live.present() or {}
  local others = {}
  for _, who in ipairs(list) do
    local name = questions.name_of(who)
    if name ~= p.who and not asked[name] then others[#others + 1] = name end
  end
  return #others > 0 and others or nil
end

-- The text of a question about this member and others: "Do Bram and Pike rest?"
local function text_for_all(p)
  local names = { p.who, table.unpack(p.others) }
  local everyone = #names == #live.present()
  return events.fill(p.q.text, { name = everyone and "everyone" or common.list(names, "and") })
end

-- Puts a question, a record like those of R.questions, and returns the answer.
function questions.put(q, about, with)
  local p = prepare(q, about, with)
  if p.fixed then return p.value end
  if p.only == nil then
    live.asked = true
    if not live.use_defaults then
      p.others = others_of(p, with and with.among)
      if p.others and with and with.among then p.together = text_for_all(p) end
    end
  end
  return answered(p, answer(p))
end

-- --- one question of several parts -----------------------------------------

local function label_of_part(p) return label_of(p.q) end

-- An answer as it reads in a row of answers: "18 m", "nobody surprised".
local function short_text(p, v)
  local q, text = p.q, questions.answer_text(v)
  if q.short then return events.fill(q.short, text) end
  if q.type == "number" then return q.unit and text .. " " .. q.unit or label_of(p.q) .. " " .. text end
  if q.type == "yesno" then return (v and "" or "not ") .. label_of(p.q) end
  return text
end

-- The whole question as people and programs are asked it.
function questions.form_of_parts(whole)
  local parts, texts = {}, {}
  for i, p in ipairs(whole.list) do
    parts[i] = asked_form(p)
    texts[i] = short_text(p, p.default)
    parts[i].short = texts[i]
  end
  return {
    id = whole.first.q.name, who = whole.who, text = whole.heading, type = "parts", parts = parts,
    default = table.concat(texts, "; "),
  }
end

-- Sets a part to a piece of text; more of it goes to a list or a text.  Returns false when it does not fit.
local function set_part(p, piece, taken)
  local text = p.q.type == "text" and answers.quoted(piece) or piece
  if taken[p] and p.q.type == "several" then text = taken[p].text .. ", " .. piece end
  local v, sentence = read_answer(p.q, p.choices, text)
  if v == nil and p.q.type == "several" and find_choice(p.choices, piece) then v = {} end
  if v == nil then return false, sentence end
  taken[p] = { text = text, value = v }
  return true
end

-- Sets a part by its name: "distance 30 m", "surprised", "not surprised".  Returns true when it did; else
-- false, and a sentence when only the value does not fit.
local function set_named_part(list, piece, taken)
  local low = piece:lower()
  for _, p in ipairs(list) do
    local label = label_of(p.q):lower()
    if p.q.type == "yesno" and (low == label or low == "not " .. label) then
      return set_part(p, low == label and "yes" or "no", taken)
    end
    local word, rest = piece:match("^(%S+)%s+(.+)$")
    if low:sub(1, #label + 1) == label .. " " then word, rest = label, piece:sub(#label + 2)
    elseif word and (#word < 3 or label:sub(1, #word) ~= word:lower()) then word = nil end
    if word then
      local ok, sentence = set_part(p, rest, taken)
      if ok or word == label then return ok, sentence end
    end
  end
  return false
end

-- The parts that a piece answers by its value; those not answered yet and exact names first.
local function parts_for(list, piece, taken)
  local found = {}
  for _, p in ipairs(list) do
    local several = p.q.type == "several" and find_choice(p.choices, piece)
    if p.q.type ~= "text" and (several or not taken[p] and read_answer(p.q, p.choices, piece) ~= nil) then
      if p.choices and common.contains(texts_of(p.choices), piece) then return { p } end
      found[#found + 1] = p
    end
  end
  return found
end

-- The texts of all choices of the parts.
local function choices_of(list)
  local all = {}
  for _, p in ipairs(list) do common.append(all, p.choices and texts_of(p.choices) or {}) end
  return all
end

-- The sentence for a piece that is near the name of a choice, or fits nothing; nil: it may be a text.
local function misfit_of_part(list, piece, text_part)
  local near = #piece > 2 and common.nearest(piece:lower(), choices_of(list))
  if near and near ~= piece:lower() then
    return ("There is no '%s'; did you mean '%s'?"):format(piece, near)
  end
  if text_part then return nil end
  return ("'%s' is none of these: %s."):format(piece, common.list(common.map(list, label_of_part)))
end

-- Sets the part that a piece means.  Returns a sentence when it means none, or several.
local function place_piece(list, piece, taken)
  local ok, sentence = set_named_part(list, piece, taken)
  if ok or sentence then return sentence end
  local found = parts_for(list, piece, taken)
  if #found > 1 then
    local labels = common.map(found, label_of_part)
    return ("'%s' could be %s. Write %s %s."):format(piece, common.list(labels, "or"), labels[1], piece)
  end
  if found[1] then
    set_part(found[1], piece, taken)
    return nil
  end
  for _, p in ipairs(list) do
    if taken[p] and p.q.type ~= "text" and read_answer(p.q, p.choices, piece) ~= nil then
      return ("'%s' and '%s' both answer '%s'."):format(taken[p].text, piece,
        label_of(p.q))
    end
  end
  local text_part
  for _, p in ipairs(list) do
    if p.q.type == "text" and not (text_part and (taken[p] or not taken[text_part])) then text_part = p end
  end
  sentence = misfit_of_part(list, piece, text_part)
  if sentence then return sentence end
  local before = taken[text_part]
  set_part(text_part, before and before.text .. ", " .. piece or piece, taken)
end

-- Reads pieces as answers to parts, each of which keeps its default unless a piece answers it.  Returns true
-- and no pieces left; or nil, sentence.
local function read_part_pieces(whole, pieces)
  local taken = {}
  for _, piece in ipairs(answers.join(pieces, choices_of(whole.list))) do
    local sentence = place_piece(whole.list, piece, taken)
    if sentence then return nil, sentence end
  end
  for _, p in ipairs(whole.list) do
    p.answer = p.default
    if taken[p] then
      local sentence
      p.answer, sentence = read_answer(p.q, p.choices, taken[p].text)
      if p.answer == nil then return nil, label_of(p.q) .. ": " .. sentence end
    end
  end
  return true, {}
end

-- Settles the one part that the text answers: "wary", "reaction wary".
local function settle_part(whole, word, rest)
  local taken = {}
  if rest == "" then
    return nil, ("%s what? As in: always %s."):format(word == "never" and "Never" or "Always",
      short_text(whole.list[1], whole.list[1].default))
  end
  local sentence = place_piece(whole.list, rest, taken)
  local p, set = next(taken)
  if not p then return nil, sentence end
  local ok, why = read_part_pieces(whole, { rest })
  if not ok then return nil, why end
  p.answer, why = settle(p, word, set.text)
  return p.answer ~= nil or nil, why
end

local function has_text_part(whole)
  for _, p in ipairs(whole.list) do
    if p.q.type == "text" then return true end
  end
end

-- The verb of a command that was typed at a question of parts; nil for what answers a part.  Where a part
-- takes any text, a verb in full is enough to tell.
local function command_at_parts(whole, text)
  local first = answers.pieces(text)[1] or text
  local answers_part = #parts_for(whole.list, first, {}) > 0 or set_named_part(whole.list, first, {})
  if answers_part then return nil end
  return names.command(text) or names.begins_with_verb(first) and first:match "^%S+" or nil
end

-- Reads a typed answer to a question of parts.  Returns true; or nil, sentence, and the verb of a command.
local function read_typed_parts(whole, text)
  local word, rest = answers.settling(text)
  if word then return settle_part(whole, word, rest) end
  local verb = command_at_parts(whole, text)
  if verb then return nil, not_an_answer(text, has_text_part(whole)), verb end
  return read_part_pieces(whole, answers.pieces(text))
end

-- Answers all parts that are open by one typed line.  Returns false when each answers for itself: by a spec,
-- a journal, or its default.
local function answer_together(whole)
  local next_answer = live.answers[live.answers_used + 1]
  if next_answer and next_answer.id then return false end
  if not next_answer and live.use_defaults and not live.answer_rest then return false end
  for _, p in ipairs(whole.list) do
    local given = live.spec_answers or {}
    if given[p.q.name] ~= nil or p.who and given[p.q.name .. "." .. p.who] ~= nil then return false end
  end
  if answer_from_rest(whole, read_part_pieces, next_answer) then return true end
  if not next_answer and live.use_defaults then return false end
  if not next_answer then
    next_answer = live.chooser and live.chooser({ type = "parts", name = whole.first.q.name,
      parts = whole.list })
    if not next_answer then stop_and_ask(whole) end
  end
  return take_typed(whole, next_answer.text, read_typed_parts)
end

-- Prepares a part of a question.  with: see ask_parts.
local function prepare_part(name, about, with)
  local q = live.R.questions[name] or live.thing("questions", name, "ask")
  local p = prepare(q, about, { default = with.default and with.default[name],
    choices = with.choices and with.choices[name] })
  if p.fixed and q.always ~= nil and not live.use_defaults then        -- settled, but this once it may differ
    p.default, p.text = p.value, recorder.text(events.fill, q.text, about)
  end
  return p
end

-- Is the default of a part made only when a rule reads the answer?  Simulations and odds need it then alone,
-- and its dice would make many ways of one.
local function is_late(q, about, with)
  local made = type(with.default and with.default[q.name] or q.default) == "function"
  if not made or recorder.makes_defaults or q.always ~= nil and q.always ~= true then return false end
  local given, who = live.spec_answers or {}, questions.name_of(about)
  return given[q.name] == nil and (not who or given[q.name .. "." .. who] == nil)
end

local lists_of_late = {}                       -- names of parts as one text -> the list of them

-- Puts the late parts off: their answers are the defaults that are made when they are first read.
local function put_off(late, result, about, with)
  local key = table.concat(late, " ")
  lists_of_late[key] = lists_of_late[key] or late
  live.asked = true
  for _, name in ipairs(late) do recorder.answered(live.R.questions[name], nil, true) end
  recorder.defer(result, lists_of_late[key], function(name)
    local made = {}
    for _, other in ipairs(name and { name } or late) do
      if rawget(result, other) == nil then
        local p = prepare_part(other, about, with)
        if p.fixed then made[other] = p.value else made[other] = p.default end
      end
    end
    for _, other in ipairs(late) do
      if made[other] == nil and rawget(result, other) == nil then return made, true end
    end
    return made
  end)
end

-- Keeps the answers of parts, so that they can be corrected.
local function keep_parts(whole, parts)
  local kept = {}
  for _, p in ipairs(parts) do
    if p.answer ~= nil then
      kept[#kept + 1] = { name = p.q.name, value = journal_form(p.answer),
        choices = p.choices and texts_of(p.choices) }
    end
  end
  if #kept > 0 then
    live.S.corrects = { text = whole.heading, about = whole.who, parts = kept }
  end
end

-- The parts of the question that was answered last, prepared again, with those answers as defaults.
local function last_parts(kept)
  local list = {}
  for _, part in ipairs(kept and kept.parts or {}) do
    local q = live.R.questions[part.name]
    local default = q and fit(q, part.choices, part.value)
    if default ~= nil then
      if type(part.value) == "number" and q.type == "text" then q = variant(q, { type = "number" }) end
      if type(part.value) == "boolean" and q.type == "text" then q = variant(q, { type = "yesno" }) end
      list[#list + 1] = { q = q, choices = part.choices, default = part.value }
    end
  end
  return list
end

-- Corrects some of the answers that were given to the last question of parts.  Returns all of them as a text;
-- refuses a text that answers none.
function questions.correct(text)
  local kept = live.S.corrects
  local list = last_parts(kept)
  if #list == 0 then
    events.refuse "No question of several parts was answered yet; u takes back the last line."
  end
  if text == "" then
    events.refuse("correct what? As in: correct %s.", short_text(list[1], list[1].default))
  end
  local ok, sentence = read_part_pieces({ list = list }, answers.pieces(text))
  if not ok then events.refuse("%s", sentence) end
  keep_parts({ heading = kept.text, who = kept.about }, list)
  local texts = common.map(list, function(p) return short_text(p, p.answer) end)
  return (kept.text and kept.text .. ": " or "") .. table.concat(texts, "; ")
end

-- Answers the prepared parts in one line, or each for itself.  Returns the answers by name in result.
local function answer_parts(whole, parts, result)
  local together = whole.first and answer_together(whole)
  for _, p in ipairs(parts) do
    local other = together and p.answer ~= nil and not common.same(p.answer, p.value)
    if p.fixed then
      if not other then p.answer = p.value end
      result[p.q.name] = other and answered(p, p.answer, nil, true) or p.answer
    else
      local defaulted
      if not (together and p.answer ~= nil) then p.answer, defaulted = answer(p) end
      result[p.q.name] = answered(p, p.answer, defaulted, true)
    end
  end
  if recorder.makes_defaults then keep_parts(whole, parts) end
end

-- ask({ "creature", "distance" }, about, { text = "Encounter", default = { distance = 18 } }) -> a table of
-- the answers by name.  All are asked in one line, and what is typed changes some of the defaults.  Settled
-- parts stand there, too, unless all are settled.  A default may be a function (about); said: what was typed
-- already, a text.
local function ask_parts(list, about, with)
  with = with or {}
  if #list == 0 or #list > PARTS_MAX then mistake("ask: a question has 1 to %d parts", PARTS_MAX) end
  local parts, late, result, shown, first = {}, {}, {}, {}, nil
  for _, name in ipairs(list) do
    local q = live.R.questions[name] or live.thing("questions", name, "ask")
    if is_late(q, about, with) then late[#late + 1] = name
    else
      local p = prepare_part(name, about, with)
      local asks = not p.fixed and p.only == nil and answer_for(p) == nil
      parts[#parts + 1] = p
      if asks or p.default ~= nil and p.fixed then shown[#shown + 1] = p end
      if asks then first = first or p end
    end
  end
  if first then live.asked = true end
  local next_answer = live.answers[live.answers_used + 1]
  if with.said and not (next_answer and next_answer.id) then live.answer_rest = answers.pieces(with.said) end
  local heading = with.text and recorder.text(events.fill, with.text, about) or nil
  local whole = { list = shown, first = first, who = questions.name_of(about), heading = heading }
  answer_parts(whole, parts, result)
  if #late > 0 then put_off(late, result, about, with) end
  return result
end

-- ask("relight", about, with) -> the answer.  A short way where nobody answers, as in sim and odds: what no
-- rule returns is found once.
function questions.ask(name, about, with)
  local q = live.R.questions[name]
  if not q and type(name) == "table" and not getmetatable(name) then return ask_parts(name, about, with) end
  if not q then q = live.thing("questions", name, "ask") end
  if with then return questions.put(q, about, with) end
  if q.fixed == nil then q.fixed = read_fixed(q) end
  local fixed = q.fixed
  if fixed and is_settled(q) then return fixed.value end
  if not fixed or not live.use_defaults or live.spec_answers or live.answers[live.answers_used + 1] then
    return questions.put(q, about)
  end
  if not fixed.only then live.asked = true end
  recorder.answered(q, fixed.value, true, describe_answer, about)
  return fixed.value
end

return questions
