-- typed.lua -- the answer to a prepared question: a spec's, an earlier one of the same line, or the one typed
-- next; without any the command stops and asks.
local answers = module "play/questions/answers"
local common = module "common"
local live = module "play/live"
local names = module "play/names"
local events = module "play/events"
local values = module "play/questions/values"
local vocabulary = module "play/vocabulary"
local typed = {}

local mistake = common.mistake

-- --- stopping to ask -------------------------------------------------------
-- A prepared question p has q, choices, about, who (a name or nil), text, default, and
--   fixed           true where nothing is asked; value: the answer then
--   only            the one answer there is: it is taken, and said
--   is_part         true for a part of a question of several (questions.lua)
--   taken           true for such a part where the default is its answer, as nobody answers (sim and odds)
--   others          names for whom the line asks the same, as far as that is known; or nil
--   together        the text that asks about all of them; then Enter alone answers for all; or nil
--   list, heading   the prepared parts of one question, and its text
--   said            what was typed with the deed to answer them, or nil
--   form            function (p) -> a question of parts as people are asked it; else asked_form

-- A question as people and programs are asked it.
function typed.asked_form(p)
  local q = p.q
  return {
    id = q.name, who = p.who, text = p.together or p.text, type = q.type,
    choices = p.choices and values.texts_of(p.choices),
    default = values.journal_form(p.default), exactly = q.exactly or nil, upto = q.upto or nil, min = q.min,
    max = q.max, unit = q.unit, others = p.others, together = p.together and true, secret = q.secret or nil,
  }
end

-- A question with the answer that Enter means, as a sentence: "Pike: What do they notice? nothing."
local function with_default(ask)
  local text = ask.text and ask.text ~= "" and ask.text or ask.id
  local who = ask.who and not text:find(ask.who, 1, true) and ask.who .. ": " or ""
  return ("%s%s%s %s."):format(who, text, text:find "[?:.]$" and "" or ":", values.answer_text(ask.default))
end

-- Ends the command with the question.  misfit: why the answer that was given does not fit, or nil; verb: the
-- verb that was typed instead of an answer, or nil.  One that a deed asks, beside others of its turn, has
-- itself as a sentence (play.lua, add_next).
function typed.stop_and_ask(p, misfit, verb)
  local ask = p.form and p.form(p) or typed.asked_form(p)
  if live.acts and #live.turn.doing > 1 then ask.of_deed = with_default(ask) end
  common.stop { stop = "asks", misfit = misfit, verb = verb, ask = ask }
end

-- The sentence for a command that was typed at a question.
function typed.not_an_answer(text, any_text)
  return ("'%s' is a command, and a question is open. %s"):format(text,
    any_text and "To answer with it, put it in quotes." or "Answer it first.")
end

-- --- answers that were given already ---------------------------------------

-- True if a spec or policy answers the question, by its name, or name and person.
function typed.has_spec_answer(q, who)
  local given = live.spec_answers
  return given ~= nil and (given[q.name] ~= nil or who ~= nil and given[q.name .. "." .. who] ~= nil)
end

-- The answer of a spec or policy, by the question's name, or name and person.  Returns nil when it has none.
local function spec_answer(p)
  local given, q = live.spec_answers, p.q
  if not given then return nil end
  local v = p.who and given[q.name .. "." .. p.who]
  if v == nil then v = given[q.name] end
  if type(v) == "function" then v = v(p.about, p.choices and lists.copy(p.choices)) end
  if v == nil then return nil end
  given.used[q.name] = true
  return values.must_fit(q, p.choices, v, "answers, " .. q.name)
end

-- Warns of typed texts that answer nothing.
local function warn_of(list)
  if #list > 0 then live.warn("Left over: %s. No question took it.", table.concat(list, ", ")) end
end

-- Warns of answers of this line that no question took, when the line is done.
function typed.warn_left_over()
  local list = live.answer_rest or {}
  for _, name in ipairs(common.keys(live.answers_for)) do
    local reading = live.answers_for[name]
    for _, who in ipairs(common.keys(reading.by)) do
      if not reading.used[who] then list[#list + 1] = who .. " " .. reading.by[who] end
    end
  end
  warn_of(list)
end

-- Puts answers that were typed with a line before those that are given later.
function typed.answer_ahead(list)
  for i, given in ipairs(list) do table.insert(live.answers, live.answers_used + i, given) end
end

-- Takes away the answers typed with a line that no question took, marks them as unused, and warns of them.
function typed.end_ahead()
  local next_answer = live.answers[live.answers_used + 1]
  while next_answer and next_answer.ahead do
    local text = next_answer.text
    table.remove(live.answers, live.answers_used + 1).unused = true
    live.warn("No question took '%s'; 'found %s' or 'note %s' keeps it.", text, text, text)
    next_answer = live.answers[live.answers_used + 1]
  end
end

-- Reads a text for a member: "" is the default.
local function read_or_default(p, text)
  if text == "" then return p.default end
  return (values.read_answer(p.q, p.choices, text))
end

-- How often a question was asked about this member in this turn.  Only typed answers need that.  A study has
-- none, and must not see the number of the turn read, which would make each of its turns a new one: rawget.
function typed.times_asked(p)
  local asked = live.asked_about[p.q.name]
  local last = asked and p.who and asked[p.who]
  return last and last.turn == rawget(live.turn, "number") and last.times or 0
end

-- The name of a question among live.answers_for.  What is asked about a member again in one turn is another
-- question, with answers of its own.
local function reading_name(p)
  local times = typed.times_asked(p)
  return times == 0 and p.q.name or p.q.name .. " " .. times + 1
end

-- The answer that is there already: typed for this member with another's ("all 2, Pike 5"), or settled in
-- this command by `always`; or nil.
function typed.answer_for(p)
  local settled, reading = live.settled_as[p.q.name], live.answers_for[reading_name(p)]
  if settled ~= nil then
    if settled == true and p.q.type ~= "yesno" then return p.default end
    return (values.fit(p.q, p.choices, settled))
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
  if p.choices then pieces = answers.join(pieces, values.texts_of(p.choices)) end
  local most = q.type == "several" and (q.exactly or q.upto) or 1
  for n = math.max(1, math.min(most, #pieces)), 1, -1 do
    local v, why = values.read_answer(q, p.choices, table.concat(pieces, ", ", 1, n))
    if v ~= nil then return v, table.move(pieces, n + 1, #pieces, 1, {}) end
    sentence = why
  end
  return nil, sentence
end

-- Takes the answer from the rest of an earlier one: "goblins, 30, hostile" answers three questions.
-- read(p, pieces) -> the answer and the pieces left; or nil, sentence.  A rest that does not answer this
-- question is dropped.  If a further answer (next_answer) is there or nobody can be asked, warns of it and
-- returns nil; else the command stops and asks.
function typed.answer_from_rest(p, read, next_answer)
  local pieces = live.answer_rest
  if not pieces or #pieces == 0 then return nil end
  local v, rest = read(p, pieces)
  if v ~= nil then
    live.answer_rest = rest
    return v
  end
  live.answer_rest = nil
  if not next_answer and not live.use_defaults then
    typed.stop_and_ask(p, p.said and rest
      or ("'%s' does not answer the next question, %s %s"):format(pieces[1], p.text or p.heading or "", rest))
  end
  warn_of(pieces)
end

-- --- reading a typed answer ------------------------------------------------

local function name_at(list, i) return names.take(list, i, names.members()) end

local function nobody_called(word)
  local hint = common.hint(word, names.members())
  return "There is nobody called '" .. word .. "'" .. hint .. (hint:find "%?$" and "" or ".")
end

-- The answer that is not this one, where there are two: "yes" and "no"; or nil.
local function other_answer(p, text)
  local q, choices = p.q, p.choices
  local v = text and values.read_answer(q, choices, text)
  if v == nil then return nil end
  if q.type == "yesno" then return v and "no" or "yes" end
  if q.type == "choice" and #choices == 2 then return values.shown(choices[v == choices[1] and 2 or 1]) end
end

-- Completes a reading of an answer for several members (answers.lua).  Returns a sentence if one of
-- the answers in it is wrong, or nothing is said about the member who is asked about.
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
    if text ~= "" then v, sentence = values.read_answer(p.q, p.choices, text) end
    if v == nil then return sentence end
  end
  if not (r.by[p.who] or r.mine or r.all) then
    return ("That says nothing about %s; begin with 'all', or with %s."):format(p.who, p.who)
  end
end

-- A reading of an answer for several members, see answers.lua; nil, or nil and a sentence, for other texts.
local function split_for_members(p, text)
  local q = p.q
  return answers.for_members(text, name_at,
    function(part) return values.read_answer(q, p.choices, part) ~= nil end, q.type == "text", nobody_called)
end

-- Reads an answer for several members, "all 2, Pike 5".  Returns this member's answer, and keeps those of the
-- others; nil and a sentence when such an answer has a mistake; nil alone for any other text.
local function read_for_members(p, text)
  local r, sentence = split_for_members(p, text)
  if not r then return nil, sentence end
  sentence = complete_reading(p, r)
  if sentence then return nil, sentence end
  r.used = { [p.who] = true }
  live.answers_for[reading_name(p)] = r
  if #r.rest > 0 then live.answer_rest = r.rest end
  return read_or_default(p, r.by[p.who] or r.mine or r.all)
end

-- Reads "always", "never" or "always wary": returns the answer, which holds from now on; or nil, sentence.
function typed.settle(p, word, rest)
  local q = p.q
  if not live.R.questions[q.name] then
    return nil, "This answers a chart without rows, and only questions can be settled."
  end
  if word == "never" and (q.type ~= "yesno" or rest ~= "") then
    return nil, ("Write always and the answer, as: always %s."):format(values.answer_text(p.default))
  end
  local v, sentence, kept
  if q.type == "yesno" and rest == "" then v = word == "always"
  elseif rest == "" then v, kept = p.default, true
  else v, sentence = values.read_answer(q, p.choices, answers.quoted(rest) or rest) end
  if v == nil then return nil, sentence end
  if kept == nil then kept = values.journal_form(v) end
  live.settled_as[q.name] = kept
  live.settled[#live.settled + 1] = { id = q.name, value = kept }
  return v
end

-- True if the answer that is read was typed with its line, "listen: wind": it is no command, whatever it
-- says.
local function is_with_line()
  local given = live.answers[live.answers_used]
  return given ~= nil and given.ahead ~= nil
end

-- Reads text that is not a plain answer: it answers the question for good (`always`), answers for several
-- members, or is a command.  Returns as read_typed does; nothing when it is a plain answer.
local function read_special(p, text)
  local word, rest = answers.settling(text)
  if word then return typed.settle(p, word, rest) end
  local verb = not is_with_line() and vocabulary.command(text)
  -- A single word is a command first: `rest` is the deed, and not "the rest of them".
  local is_verb_alone = verb and not text:find "%s"
  if p.who and not is_verb_alone then
    local v, why = read_for_members(p, text)
    if v ~= nil or why then return v, why end
  end
  if verb then return nil, typed.not_an_answer(text, p.q.type == "text"), verb end
end

-- Reads a typed text where any text is an answer.  So a command is one first: else each would be an answer.
local function read_text(p, text)
  if p.default ~= nil and text:lower() == tostring(p.default):lower() then return p.default end
  local quoted = answers.quoted(text)
  if quoted then return quoted end
  local v, why, verb = read_special(p, text)
  if v ~= nil or why then return v, why, verb end
  if is_with_line() then return text end
  local handles = p.default ~= nil and not text:lower():find "nothing"  and vocabulary.handles_thing(text)
  if handles then return nil, typed.not_an_answer(text, true), handles end
  if vocabulary.begins_with_verb(text) then
    live.warn("'%s' was taken as the answer; u takes it back.", text)
  end
  return text
end

-- Returns what to tell of a typed text that does not fit as an answer: `sentence`; or, for a line that begins
-- with a verb, that it is a command, and also its verb or first word.
local function misfit(text, sentence)
  local verb = vocabulary.command(text) or vocabulary.handles_thing(text)
    or vocabulary.begins_with_verb(text) and text:match "^%S+"
  if not verb or sentence:find("did you mean", 1, true) then return sentence end
  return typed.not_an_answer(text), verb
end

-- Reads a typed answer in all its forms, in this order:
--   1. the answer itself: the beginning of a choice is that choice, also where a verb begins alike
--   2. always and never
--   3. one word that is a command
--   4. answers for several members
--   5. any other command
--   6. this answer and those to the questions that follow
-- Returns value; or nil, sentence, and the verb if it is a command.
local function read_typed(p, text)
  if p.q.type == "text" then return read_text(p, text) end
  local plain, sentence = values.read_answer(p.q, p.choices, text)
  if plain ~= nil then return plain end
  local special, why, verb = read_special(p, text)        -- 2 to 5
  if special ~= nil or verb then return special, why, verb end
  if why then return nil, misfit(text, why) end
  local pieces = answers.pieces(text)
  if #pieces < 2 then return nil, misfit(text, sentence) end
  local first, rest = read_pieces(p, pieces)
  if first == nil then return nil, misfit(text, sentence) end
  live.answer_rest = rest
  return first
end

-- Returns what read(p, text) makes of a typed answer, or asks again.
function typed.take_typed(p, text, read)
  live.answers_used = live.answers_used + 1
  local v, sentence, verb = read(p, text)
  if v ~= nil then return v end
  local given = live.answers[live.answers_used]        -- nil where `sconce check` answers
  if given and given.ahead then                        -- typed with the line, which is to be typed anew
    events.refuse("%s %s", p.text or p.heading .. ":", sentence)
  end
  typed.stop_and_ask(p, sentence, verb)
end

-- True if an answer was typed behind the deed under way.  given.ahead: the deed behind which it was typed,
-- { verb, who }; true if the line has no other deed; nil for an answer that was not typed with the line.
local function is_behind(given)
  local of, deed = given.ahead, live.acts
  if type(of) ~= "table" or type(deed) ~= "table" then return of end
  return of.verb == deed.verb and (not of.who or common.contains(deed.who, of.who[1]))
end

-- The next answer, or nil.  An answer that was typed with the line waits for a question of its deed that it
-- fits. fits(text): true if that text may answer the question that is asked now.
function typed.next_answer(fits)
  local at = live.answers_used + 1
  local given = live.answers[at]
  while given and given.ahead and not (is_behind(given) and fits(given.text)) do
    at = at + 1
    given = live.answers[at]
  end
  if given and at > live.answers_used + 1 then
    table.insert(live.answers, live.answers_used + 1, table.remove(live.answers, at))
  end
  return given
end

-- True if a text typed behind the deed under way answers this question, settled or not: "hall: a throne".
-- When a journal is played again, that text is its next answer.
function typed.is_ahead(q)
  if not live.acts or q.type ~= "text" then return false end
  local next_at = live.answers_used + 1
  local kept = live.answers[next_at]
  if kept and kept.id == q.name then return true end
  for at = next_at, #live.answers do
    if is_behind(live.answers[at]) then return true end
  end
  return false
end

-- True if a text answers this question: by itself, for good, for several members, or with others that follow.
-- An answer typed behind a deed is used for parts of a question only while that deed asks.
local function could_answer(p, text)
  if p.is_part then return live.acts end
  local first = answers.pieces(text)[1] or text
  return p.q.type == "text" or answers.settling(text) or values.read_answer(p.q, p.choices, first) ~= nil
    or p.who and split_for_members(p, text) ~= nil
end

-- The answer that the journal keeps, when its entries are played again.  Returns value, defaulted.  For a
-- question with only one answer the journal may keep none.
local function take_kept(p, kept)
  local q = p.q
  if kept.id ~= q.name then
    if p.only ~= nil then return p.only, false end
    mistake("the answer was for '%s', and the rules ask '%s'", kept.id, q.name)
  end
  live.answers_used = live.answers_used + 1
  return values.must_fit(q, p.choices, kept.value, "answers, " .. q.name), kept.defaulted
end

-- Lets the text answer for all members, if the question was put about several at once (p.together).
local function answer_for_all(p, text)
  if p.together then live.answers_for[reading_name(p)] = { by = {}, all = text, used = {} } end
end

-- Reads the text that was typed next; or asks again.
local function take_text(p, text)
  if text == "" then                                           -- Enter alone: the default, as chosen
    live.answers_used = live.answers_used + 1
    answer_for_all(p, text)
    return p.default
  end
  local v = typed.take_typed(p, text, read_typed)
  local says_more = live.answers_for[reading_name(p)] or live.answer_rest or live.settled_as[p.q.name]
  if not says_more then answer_for_all(p, text) end            -- one plain answer
  return v
end

-- The answer to a prepared question.  Returns value, defaulted; or ends the command to ask.  The answers that
-- were given (live.answers, see core/wire.h) have the field text, as it was typed; or, when a journal is
-- played again, id, value and defaulted.
function typed.answer(p)
  local v = spec_answer(p)
  if v ~= nil then return v, false end
  local given = typed.next_answer(function(text) return could_answer(p, text) end)
  if given and given.id then return take_kept(p, given) end
  if p.only ~= nil then return p.only, live.use_defaults end
  v = typed.answer_for(p)
  if v == nil then v = typed.answer_from_rest(p, read_pieces, given) end
  if v ~= nil then return v, false end
  if not given and live.use_defaults then return p.default, true end -- in sim and odds: study/counting.lua
  given = given or live.chooser and live.chooser(p.q, p.choices)
  if not given then typed.stop_and_ask(p) end
  return take_text(p, given.text), false
end

return typed
