-- questions.lua -- questions that the game master decides; here, several put as one, in parts.
-- An answer comes from outside, from a spec, or is the question's default; rules cannot tell which.
-- Every question has a default, so Enter alone always answers it.  (Dice that are asked for by hand are
-- another matter: campaign/table/dice_source.c.)
local answers = module "play/questions/answers"
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local names = module "play/names"
local recorder = module "play/recorder"
local asking = module "play/questions/asking"
local typed = module "play/questions/typed"
local values = module "play/questions/values"
local vocabulary = module "play/vocabulary"
local questions = {}

local PARTS_MAX <const> = 12                   -- of one question: its prompt is one line
local mistake = common.mistake

-- --- one question of several parts -----------------------------------------

local function label_of_part(p) return values.label_of(p.q) end

-- An answer as it reads in a row of answers: "18 m", "nobody surprised".
local function short_text(p, v)
  local q, text = p.q, values.answer_text(v)
  if q.short then return events.fill(q.short, text) end
  if q.type == "number" then return q.unit and text .. " " .. q.unit or label_of_part(p) .. " " .. text end
  if q.type == "yesno" then return (v and "" or "not ") .. label_of_part(p) end
  return text
end

-- The whole question as people and programs are asked it.
local function form_of_parts(whole)
  local parts, texts = {}, {}
  for i, p in ipairs(whole.list) do
    parts[i] = typed.asked_form(p)
    texts[i] = short_text(p, p.default)
    parts[i].short = texts[i]
  end
  return {
    id = whole.first.q.name, who = whole.who, text = whole.heading, type = "parts", parts = parts,
    default = table.concat(texts, "; "),
  }
end

-- Answers a part with a piece of text.  A part of several choices takes piece after piece, each a name; the
-- whole is read when all pieces are there (read_part_pieces).  taken: part -> the text that answers it so
-- far.  Returns true; or false and a sentence when the piece does not fit.
local function set_part(p, piece, taken)
  local text = p.q.type == "text" and answers.quoted(piece) or piece
  local is_name = p.q.type == "several" and values.find_choice(p.choices, piece)
  if taken[p] and p.q.type == "several" then text = taken[p] .. ", " .. piece end
  local v, sentence = values.read_answer(p.q, p.choices, text)
  if v == nil and not is_name then return false, sentence end
  taken[p] = text
  return true
end

-- Sets a part by its name: "distance 30 m", "surprised", "not surprised".  Returns true when it did; else
-- false, and a sentence when only the value does not fit.
local function set_named_part(list, piece, taken)
  local low = piece:lower()
  for _, p in ipairs(list) do
    local label = values.label_of(p.q):lower()
    if p.q.type == "yesno" and (low == label or low == "not " .. label) then
      return set_part(p, low == label and "yes" or "no", taken)
    end
    local word, rest = piece:match("^(%S+)%s+(.+)$")
    -- The whole name, or a beginning of it; fewer than three letters could begin an answer.
    if low:sub(1, #label + 1) == label .. " " then word, rest = label, piece:sub(#label + 2)
    elseif word and (#word < 3 or label:sub(1, #word) ~= word:lower()) then word = nil end
    if word then
      local ok, sentence = set_part(p, rest, taken)
      if ok or word == label then return ok, sentence end
    end
  end
  return false
end

-- The parts of a question that a piece of the answer fits by its value: of those that are not answered yet,
-- and of those that take several choices.  If the piece is the exact name of a choice, only the part that has
-- it.
local function parts_for(list, piece, taken)
  local found = {}
  for _, p in ipairs(list) do
    local is_one_more = p.q.type == "several" and values.find_choice(p.choices, piece)
    local fits = is_one_more or not taken[p] and values.read_answer(p.q, p.choices, piece) ~= nil
    if fits and p.q.type ~= "text" then
      if p.choices and common.contains(values.texts_of(p.choices), piece) then return { p } end
      found[#found + 1] = p
    end
  end
  -- A number is one, before it is the place of a choice in its list.
  local numbers = common.where(found, function(p) return p.q.type == "number" end)
  return #numbers == 1 and numbers or found
end

-- The texts of all choices of the parts.
local function choices_of(list)
  local all = {}
  for _, p in ipairs(list) do common.append(all, p.choices and values.texts_of(p.choices) or {}) end
  return all
end

-- The word of a piece that seems to say how somebody is, and not who: "grumpy" in "3 goblins grumpy", in
-- "grumpy 3 goblins", or alone behind a comma (follows); or nil.
local function describing_word(piece, follows)
  return piece:match "^%d+%s+%S+s%s+(%a+)$" or piece:match "^(%a+)%s+%d+%s+%S+s$"
    or follows and piece:match "^%a+$" or nil
end

-- The sentence for a word about somebody (who) that is no choice of any part, but seems meant for a part that
-- a chart rolls, such as a mood; nil if no such part is open.
local function unknown_description(list, word, who, taken)
  local p = common.first(list, function(p) return p.q.rolls and p.q.type == "choice" and not taken[p] end)
  local n, name = who:match "(%d+%s)%s*(%S+)"
  return p and ("'%s' is no %s: choose %s. Another word goes before the name: %s%s %s."):format(word,
    label_of_part(p), common.list(values.texts_of(p.choices), "or"), n or "", word, name or who)
end

-- The sentence for a piece that is near the name of a choice, or fits nothing; nil where the piece may be the
-- answer of text_part, a part that takes any text (nil: there is none).
local function misfit_of_part(list, piece, text_part, taken)
  local near = #piece > 2 and common.nearest(piece:lower(), choices_of(list))
  if near and near ~= piece:lower() then
    return ("There is no '%s'; did you mean '%s'?"):format(piece, near)
  end
  -- A find may be about anybody; those who come are nobody of the party.
  local member = text_part and list[2] and not answers.quoted(piece) and names.member_in(piece)
  if member then
    return ("'%s' is about %s, who is here already. To answer with it, put it in quotes."):format(piece,
      member)
  end
  if text_part then
    if answers.quoted(piece) then return nil end
    local last = piece:match "^%l+ (%a+)$"
    if last and common.contains(choices_of(list), last:lower()) then
      return ("'%s' could be a name or '%s'. Write %s alone, or the name in quotes."):format(piece, last,
        last)
    end
    local word = describing_word(piece, taken[text_part])
    return word and unknown_description(list, word, taken[text_part] or piece, taken)
  end
  return ("'%s' is none of these: %s."):format(piece, common.list(common.map(list, label_of_part)))
end

-- The part that takes any text: the first such part that has no answer yet, or else the first; or nil.
local function part_for_text(list, taken)
  local texts = common.where(list, function(p) return p.q.type == "text" end)
  return common.first(texts, function(p) return not taken[p] end) or texts[1]
end

-- The sentence for a piece that several parts could mean.
local function ambiguous_piece(piece, parts)
  local meant = common.map(parts, function(p)
    local v = p.choices and values.read_answer(p.q, p.choices, piece)
    return v and values.answer_text(v) or label_of_part(p) .. " " .. piece
  end)
  return ("'%s' could be %s. Write one of these."):format(piece, common.list(meant, "or"))
end

-- The part that a piece answers and that another piece has answered already; or nil.
local function part_answered_twice(list, piece, taken)
  return common.first(list, function(p)
    return taken[p] and p.q.type ~= "text" and values.read_answer(p.q, p.choices, piece) ~= nil
  end)
end

-- Sets the part that a piece means.  Returns a sentence when it means none, or several.
local function place_piece(list, piece, taken)
  local ok, sentence = set_named_part(list, piece, taken)
  if ok or sentence then return sentence end
  local meant = parts_for(list, piece, taken)
  if #meant > 1 then return ambiguous_piece(piece, meant) end
  if meant[1] then
    set_part(meant[1], piece, taken)
    return nil
  end
  local twice = part_answered_twice(list, piece, taken)
  if twice then
    return ("'%s' and '%s' both answer '%s'."):format(taken[twice], piece, label_of_part(twice))
  end
  local text_part = part_for_text(list, taken)
  sentence = misfit_of_part(list, piece, text_part, taken)
  if sentence then return sentence end
  local before = taken[text_part]
  set_part(text_part, before and before .. ", " .. piece or piece, taken)
end

-- The answer of a part that nobody answered, while other parts were answered: it follows these answers, or is
-- its default.  given: the answers so far, by name.
local function followed(p, given)
  if not p.q.follows or p.fixed then return p.default end
  return values.must_fit(p.q, p.choices, p.q.follows(given), "question \"" .. p.q.name .. "\", follows")
end

-- Reads pieces as answers to parts, each of which keeps its default, or follows the others, unless a piece
-- answers it.  Returns true and no pieces left; or nil, sentence.
local function read_part_pieces(whole, pieces)
  local taken = {}
  for _, piece in ipairs(answers.join(pieces, choices_of(whole.list))) do
    local sentence = place_piece(whole.list, piece, taken)
    if sentence then return nil, sentence end
  end
  local by_name = common.copy(whole.known or {})
  for _, p in ipairs(whole.list) do
    local sentence
    if taken[p] then
      p.answer, sentence = values.read_answer(p.q, p.choices, taken[p])
      if p.answer == nil then return nil, values.label_of(p.q) .. ": " .. sentence end
    elseif next(taken) then p.answer = followed(p, by_name)
    else p.answer = p.default end
    by_name[p.q.name] = p.answer
  end
  return true, {}
end

-- Reads "always wary" or "always reaction wary": settles the part that `rest`, the text behind `word`,
-- answers.  Returns true; or nil, sentence.
local function settle_part(whole, word, rest)
  local taken = {}
  if rest == "" then
    return nil, ("%s what? As in: always %s."):format(word == "never" and "Never" or "Always",
      short_text(whole.list[1], whole.list[1].default))
  end
  local sentence = place_piece(whole.list, rest, taken)
  local p, text = next(taken)
  if not p then return nil, sentence end
  local ok, why = read_part_pieces(whole, { rest })
  if not ok then return nil, why end
  p.answer, why = typed.settle(p, word, text)
  return p.answer ~= nil or nil, why
end

-- True if a letter is the beginning of a choice, and not only of a later word in one: "r" of "on the run".
local function begins_choice(list, letter)
  local low = letter:lower()
  return common.first(choices_of(list), function(text) return text:sub(1, 1):lower() == low end) ~= nil
end

-- True if a piece of an answer, from the second on, fits a part by its value.
local function has_answer_behind(whole, pieces)
  for i = 2, #pieces do
    if parts_for(whole.list, pieces[i], {})[1] then return true end
  end
  return false
end

-- Looks for a command in what was typed at a question of parts.  Returns its verb, if it plainly is one; and
-- the word of the first piece that is a verb, although the text may be meant for a part that takes any text.
-- Nothing for what answers a part.
local function command_at_parts(whole, text)
  -- `party` shows the sheet, and is no short form of "the party".
  if names.host_verbs[text] and not common.contains(choices_of(whole.list), text) then return text end
  local pieces = answers.pieces(text)
  local first = pieces[1] or text
  local fits = #parts_for(whole.list, first, {})
  if #text == 1 and not begins_choice(whole.list, text) and vocabulary.command(text) then fits = 2 end
  if fits == 1 or set_named_part(whole.list, first, {}) then return nil end
  if fits > 1 then return vocabulary.command(text) end -- what could be two answers is a verb, if it can be
  local begins = vocabulary.begins_with_verb(first) and first:match "^%S+" or nil
  local verb = vocabulary.command(text) or vocabulary.handles_thing(text)
  if not verb and not has_answer_behind(whole, pieces) then verb = vocabulary.takes_words(text) or nil end
  return verb or nil, begins
end

-- Reads a typed answer to a question of parts.  Returns true; or nil, sentence, and the verb of a command.
local function read_typed_parts(whole, text)
  local word, rest = answers.settling(text)
  if word then return settle_part(whole, word, rest) end
  local verb, begins = command_at_parts(whole, text)
  local host = begins and names.host_verbs[begins:lower()]
  -- The campaign side runs its own verbs, as `odds`, with anything behind them.
  if not verb and host and host.campaign then verb = begins end
  local takes_text = common.first(whole.list, function(p) return p.q.type == "text" end) ~= nil
  -- A line that begins with a verb can only be a command, unless some part takes any text.
  if not takes_text then verb = verb or begins end
  if verb or begins then
    return nil, typed.not_an_answer(text, takes_text), verb
  end
  local sheet = vocabulary.asks_for_sheet(text)
  if sheet and not parts_for(whole.list, text, {})[1] then return nil, sheet end
  return read_part_pieces(whole, answers.pieces(text))
end

-- Answers all parts that are open by one typed line.  Words typed behind a deed are for the questions of the
-- deed, and not for those of an encounter in its turn.  Returns false if each part gets its answer by itself:
-- from a spec, a journal, or its default.
local function answer_together(whole)
  local next_answer = typed.next_answer(function() return live.acts end)
  if next_answer and next_answer.id then return false end  -- of a journal, which has one for each part
  local is_unanswered = not next_answer and live.use_defaults
  if is_unanswered and not live.answer_rest then return false end
  local has_answer = common.first(whole.list, function(p) return typed.has_spec_answer(p.q, p.who) end)
  if has_answer then return false end
  if typed.answer_from_rest(whole, read_part_pieces, next_answer) then return true end
  if is_unanswered then return false end
  next_answer = next_answer
    or live.chooser and live.chooser { type = "parts", name = whole.first.q.name, parts = whole.list }
  if not next_answer then typed.stop_and_ask(whole) end
  return typed.take_typed(whole, next_answer.text, read_typed_parts)
end

-- The result of asking.read_fixed for a question: found once, and kept in q.fixed.
local function known_answer(q)
  if q.fixed == nil then q.fixed = asking.read_fixed(q) end
  return q.fixed
end

-- True if nobody answers now, not even a spec: in sim and odds.
local function is_unattended()
  return live.use_defaults and not live.spec_answers and not live.answers[live.answers_used + 1]
end

-- True if nobody answers, and these options do not change the answer (known_answer).
local function is_as_known(with)
  return is_unattended() and not recorder.makes_defaults and with.default == nil and not with.choices
    and not with.exactly and not with.upto and not with.text
end

-- A part whose answer is known without asking.  known: what known_answer returned.
local function known_part(q, known, about)
  local settled, value = asking.is_settled(q), known.value
  return { q = q, about = about, fixed = settled or nil, value = settled and value or nil, default = value,
    only = known.only and value or nil, taken = not settled, is_part = true }
end

-- The answer that a prepared part has where nobody gives another.
local function answer_so_far(p)
  if p.fixed then return p.value end
  return p.default
end

-- The parts of one question as a rule in `follows` reads them: the answers so far, or else the defaults of
-- the parts that were prepared.
local function met_so_far(result, parts)
  local met = {}
  for _, p in ipairs(parts) do met[p.q.name] = answer_so_far(p) end
  return setmetatable(met, { __index = result })
end

-- Prepares a part of a question.  with: see ask_parts.  met: see met_so_far; nil for what follows no part.
local function prepare_part(name, about, with, met)
  local q = live.R.questions[name] or live.thing("questions", name, "ask")
  local default, choices = with.default and with.default[name], with.choices and with.choices[name]
  local asks_more = default ~= nil or choices or with.said or recorder.makes_defaults
  local known = not asks_more and is_unattended() and known_answer(q)
  if known then return known_part(q, known, about) end
  local p = asking.prepare(q, about, { default = default, choices = choices, met = met })
  p.is_part = true
  -- A settled part is shown beside those that are asked, and may be answered otherwise this once.
  if p.fixed and q.always ~= nil and not live.use_defaults then
    p.default, p.text = p.value, recorder.text(asking.text_of, q, about)
  end
  return p
end

-- True if the default of a part that nobody answers is made only when a rule reads the answer.  In odds, the
-- dice of a default that nobody reads would split one way into many.  given: the default from where it is
-- asked, or nil.
local function is_late(q, given)
  if type(given or q.default) ~= "function" or recorder.makes_defaults then return false end
  return q.always == nil or q.always == true
end

local lists_of_late = {}                       -- names of parts as one text -> the list of them

-- Puts the late parts off: the default of each is made when a rule first reads it (recorder.defer).
local function put_off(late, result, about, with)
  local key = table.concat(late, " ")
  lists_of_late[key] = lists_of_late[key] or late
  live.asked = true
  for _, name in ipairs(late) do recorder.answered(live.R.questions[name], nil, true) end
  local function is_open(name) return rawget(result, name) == nil end
  -- Makes the default of one late part, or of all (nil).  Returns them by name; and true if others are open.
  local function make(name)
    local made, parts = {}, {}
    for _, other in ipairs(name and { name } or late) do
      if is_open(other) then
        local q = live.R.questions[other]
        local p = prepare_part(other, about, with, q.follows and met_so_far(result, parts))
        parts[#parts + 1] = p
        made[other] = answer_so_far(p)
      end
    end
    local left = common.first(late, function(other) return made[other] == nil and is_open(other) end)
    return made, left ~= nil or nil
  end
  recorder.defer(result, lists_of_late[key], make)
end

-- Keeps the answers of parts in the state, until the next such question is answered: `correct` may come lines
-- later, when the game master sees what was meant, and undo takes it back.
local function keep_parts(whole, parts)
  if not recorder.keeps_answers then return end
  local kept = {}
  for _, p in ipairs(parts) do
    if p.answer ~= nil then
      kept[#kept + 1] = { name = p.q.name, value = values.journal_form(p.answer),
        choices = p.choices and values.texts_of(p.choices) }
    end
  end
  if #kept > 0 then live.S.corrects = { text = whole.heading, about = whole.who, parts = kept } end
end

-- The parts of the question that was answered last, prepared again, with those answers as defaults.  One that
-- no longer fits, as rules have changed, is left out.  A text question has again the type that its default
-- gave it (asking.lua).
local function last_parts(kept)
  local list = {}
  for _, part in ipairs(kept and kept.parts or {}) do
    local q = live.R.questions[part.name]
    if q and values.fit(q, part.choices, part.value) ~= nil then
      if type(part.value) == "number" and q.type == "text" then q = asking.variant(q, { type = "number" }) end
      if type(part.value) == "boolean" and q.type == "text" then q = asking.variant(q, { type = "yesno" }) end
      -- fixed: it does not follow the others, since the rules have done what came of it.
      list[#list + 1] = { q = q, choices = part.choices, default = part.value, fixed = true }
    end
  end
  return list
end

-- Corrects answers to the last question that was one of parts or asked for a text.  Only the record changes;
-- the rules do not run again.  Returns all answers as sentences.
function questions.correct(text)
  local kept = live.S.corrects
  local list = last_parts(kept)
  if #list == 0 then
    events.refuse "Nothing was asked yet that 'correct' changes; u takes back the last line."
  end
  if text == "" then
    events.refuse("correct what? As in: correct %s.", short_text(list[1], list[1].default))
  end
  local ok, sentence = read_part_pieces({ list = list }, answers.pieces(text))
  if not ok then events.refuse("%s", sentence) end
  keep_parts({ heading = kept.text, who = kept.about }, list)
  local more = "."
  local texts = common.map(list, function(p)
    local now, was = short_text(p, p.answer), short_text(p, p.default)
    if now ~= was and p.q.follows then more = ". Only the record changes: no rule runs again." end
    return now == was and now or ("%s (was %s)"):format(now, was)
  end)
  return (kept.text and kept.text .. ": " or "") .. table.concat(texts, "; ") .. more
end

-- Answers the prepared parts in one line, or each for itself.  Returns the answers by name in result.
local function answer_parts(whole, parts, result)
  local together = whole.first and answer_together(whole)
  local given = false                            -- did somebody answer a part?
  for _, p in ipairs(parts) do
    local name, was_typed = p.q.name, together and p.answer ~= nil
    if p.fixed then                              -- told only where it was typed otherwise
      local differs = was_typed and not common.same(p.answer, p.value)
      if not differs then p.answer = p.value end
      result[name] = differs and asking.answered(p, p.answer, nil, true) or p.answer
    elseif p.taken then                          -- nobody answers (sim and odds)
      result[name] = p.default
      recorder.answered(p.q, p.default, true, asking.describe_answer, p.about, nil, p.only, true)
    else
      local defaulted
      if not was_typed then p.answer, defaulted = typed.answer(p) end
      if defaulted and given then p.answer = followed(p, result) end
      given = given or not defaulted
      result[name] = asking.answered(p, p.answer, defaulted, true)
    end
  end
  keep_parts(whole, parts)
end

-- The prepared parts that people see, and the first that is asked for (nil: nobody is asked).  A part is
-- asked for, unless it is settled, has one choice alone, or was answered already; one that is settled is
-- shown beside those.
local function parts_shown(parts)
  local shown, first = {}, nil
  for _, p in ipairs(parts) do
    local is_asked = not p.fixed and p.only == nil and (p.taken or typed.answer_for(p) == nil)
    if is_asked or p.fixed and p.default ~= nil then shown[#shown + 1] = p end
    if is_asked then first = first or p end
  end
  return shown, first
end

-- The answer that a part gets while nobody answers: the text given as its default, or what known_answer
-- knows. Returns also whether it is reported, and whether there is no other choice.  nil: a rule has to find
-- it, so the part has to be prepared.
local function plain_answer(q, given)
  if type(given) == "string" and q.type == "text" and q.always == nil and not q.again then
    return given, true, false
  end
  local known = given == nil and known_answer(q)
  if known then return known.value, not asking.is_settled(q), known.only end
end

-- Does what ask_parts does, for studies, in which nobody answers and nobody reads the question.  Returns nil,
-- having done nothing, if a part has to be prepared.
local function ask_nobody(list, about, with)
  local given, result, late, told, asks = with.default or {}, {}, {}, {}, false
  for i = 1, #list do
    local name = list[i]
    local q = live.R.questions[name] or live.thing("questions", name, "ask")
    if is_late(q, given[name]) then late[#late + 1] = name
    else
      local v, is_told, is_only = plain_answer(q, given[name])
      if v == nil then return nil end
      result[name] = v
      if is_told then told[#told + 1], asks = q, asks or not is_only end
    end
  end
  if asks then live.asked = true end
  for i = 1, #told do
    local q = told[i]
    recorder.answered(q, result[q.name], true, asking.describe_answer, about)
  end
  if late[1] then put_off(late, result, about, with) end
  return result
end

-- ask({ "creature", "distance" }, about, { text = "Encounter", default = { distance = 18 } }) -> a table of
-- the answers by name.  All are asked in one line, and what is typed changes some of the defaults.  Settled
-- parts stand there, too, unless all are settled.  A default may be a function (about); said: what was typed
-- already, a text; known: answers by name that are known already, so that those parts are not asked.
local function ask_parts(list, about, with)
  with = with or {}
  if #list == 0 or #list > PARTS_MAX then mistake("ask: a question has 1 to %d parts", PARTS_MAX) end
  if not recorder.reads and is_unattended() and not (with.said or with.known or with.choices) then
    local result = ask_nobody(list, about, with)
    if result then return result end
  end
  local known, given, result = with.known, with.default or {}, {}
  local parts, late = {}, {}                    -- late: names of parts that are asked afterwards
  for _, name in ipairs(list) do
    local q = live.R.questions[name] or live.thing("questions", name, "ask")
    if known and known[name] ~= nil then result[name] = known[name]
    elseif is_late(q, given[name]) and not typed.has_spec_answer(q, values.name_of(about)) then
      late[#late + 1] = name
    else parts[#parts + 1] = prepare_part(name, about, with, q.follows and met_so_far(result, parts)) end
  end
  local shown, first = parts_shown(parts)
  if first then live.asked = true end
  local next_answer = live.answers[live.answers_used + 1]
  if with.said and not (next_answer and next_answer.id) then live.answer_rest = answers.pieces(with.said) end
  local heading = with.text and recorder.text(events.fill, with.text, about) or nil
  local whole = { list = shown, first = first, who = values.name_of(about), heading = heading,
    said = with.said, known = known, form = form_of_parts }
  answer_parts(whole, parts, result)
  if #late > 0 then put_off(late, result, about, with) end
  return result
end

-- Puts one question.  A text that somebody typed can be corrected.
local function put(q, about, with)
  local v, p = asking.put(q, about, with)
  if p and p.q.type == "text" and recorder.keeps_answers then
    keep_parts({ heading = (p.text:gsub("[:?]$", "")), who = p.who }, { p })
  end
  return v
end

-- ask("relight", about, with) -> the answer.  Where nobody answers, as in sim and odds, there is a short way:
-- an answer that no rule has to find is found once.
function questions.ask(name, about, with)
  local q = live.R.questions[name]
  if not q and common.is_plain(name) then return ask_parts(name, about, with) end
  if not q then q = live.thing("questions", name, "ask") end
  if with and not is_as_known(with) then return put(q, about, with) end
  local known = known_answer(q)
  if known and asking.is_settled(q) and not typed.is_ahead(q) then return known.value end
  if not known or not is_unattended() then return put(q, about, with) end
  -- A single choice is no question, and ends no count such as x3.
  if not known.only then live.asked = true end
  recorder.answered(q, known.value, true, asking.describe_answer, about)
  return known.value
end

return questions
