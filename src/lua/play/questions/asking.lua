-- asking.lua -- puts one question: who is asked about, what is settled, and the default.
local common = module "common"
local events = module "play/events"
local live = module "play/live"
local records = module "play/records"
local recorder = module "play/recorder"
local typed = module "play/questions/typed"
local values = module "play/questions/values"
local asking = {}

local CHOICES_MAX <const> = 1000               -- more than anybody reads; as in play_reply.c
local mistake = common.mistake

-- --- asking ----------------------------------------------------------------

-- A question like q with some fields replaced.
function asking.variant(q, fields) return setmetatable(fields, { __index = q }) end

-- A text question whose default a rule returns may be of another type: a default that is true or false makes
-- it one of yes or no, a number one of a number.  Where `always` is a plain value, that value tells the type,
-- and no default is made, which might roll dice.  given: the default from where it is asked, or nil.  Returns
-- the question, and its default as far as it is known.
local function typed_by_default(q, about, given, met)
  if q.type ~= "text" or type(given) ~= "function" and type(q.default) ~= "function" then return q, given end
  local v = q.always
  if v == nil or v == true or type(v) == "function" then
    given = values.value_of(given, about)
    if given == nil then given = values.value_of(q.default, about, met) end
    v = given
  end
  if type(v) == "boolean" then return asking.variant(q, { type = "yesno" }), given end
  if type(v) == "number" then return asking.variant(q, { type = "number" }), given end
  return q, given
end

-- A question with the number of choices that an answer names, `exactly` or `upto`, which is at most all of
-- them.  The numbers of `with`, the options from where it is asked, come before the question's own; false in
-- the variant hides q's number.
local function with_counts(q, choices, with)
  local counts = with and (with.exactly or with.upto) and with or q
  if counts == q and q.type ~= "several" then return q end
  local function at_most_all(n) return n and math.min(n, #choices) or false end
  return asking.variant(q, { type = "several", exactly = at_most_all(counts.exactly),
    upto = at_most_all(counts.upto) })
end

-- The answer that a question always has: `always` is a value, a rule that returns one, or true for the
-- default.  changing: the choices differ from time to time, as the members who are here.  An answer that is
-- none of them is then no mistake: a warning, and nil, so that the question is asked.
local function fixed_answer(q, choices, about, given, changing, met)
  local is_default = q.always == true
  local always = values.value_of(q.always, about)
  -- A text question whose default is not a plain value may be one of yes or no (typed_by_default), so it may
  -- always have true or false.
  local may_be_yesno = q.type == "text" and (q.default == nil or type(q.default) == "function")
  if may_be_yesno and type(always) == "boolean" and not is_default then return always end
  if always == true and q.type ~= "yesno" then return (values.default_of(q, choices, about, given, met)) end
  local v, sentence = values.fit(q, choices, always)
  if v ~= nil then return v end
  if not changing then mistake("question \"%s\", always: %s", q.name, sentence) end
  local text = ("question.%s.always: %s now, so it is asked."):format(q.name, sentence)
  if not common.contains(live.warned, text) then live.warn(text) end
end

-- The only answer that there is, or nil if there are several.  Nobody is asked for an only answer:
-- typed.answer takes it, and the log shows it.
local function only_answer(q, choices)
  if not choices or #choices ~= 1 then return nil end
  if q.type == "choice" then return choices[1] end
  if q.type == "several" and q.exactly == 1 then return { choices[1] } end
end

-- The question's own text with its gaps filled.
function asking.text_of(q, about)
  local entry = live.R.kinds.question.entries[q.name]
  if not entry then return events.fill(q.text, about) end               -- a chart without rows asks
  return events.fill_at(entry.at.text or entry.made, q.text, about, "question \"%s\", text", q.name)
end

-- Text and fields of the event that a question was answered.  text: as it was asked; nil: the question's own.
-- is_part: the event is quiet, as what the rules tell next says all parts.
function asking.describe_answer(q, v, defaulted, about, text, only, is_part)
  return (text or asking.text_of(q, about)) .. " " .. values.answer_text(v),
    { who = values.name_of(about), answer = values.journal_form(v), defaulted = defaulted or nil,
      only = only or nil, secret = q.secret or nil, public = q.public or nil, quiet = is_part }
end

-- The answer that a question gets while nobody answers, { value, only }; false if a rule has to find it.
-- value: the answer that it always has, or else its default; only: true if there is no other choice.
function asking.read_fixed(q)
  local by_rule = type(q.default) == "function" or type(q.choices) == "function"
    or type(q.always) == "function"
  if by_rule or q.again or q.type == "several" then return false end
  local choices = q.choices and records.items(q.choices)
  if q.type == "choice" and #choices == 0 or choices and #choices > CHOICES_MAX then return false end
  if q.always ~= nil then return { value = fixed_answer(q, choices) } end
  return { value = values.default_of(q, choices), only = only_answer(q, choices) ~= nil }
end

-- Tells the answer to a prepared question, or to a part of one, and returns it.
function asking.answered(p, v, defaulted, is_part)
  local q = p.q
  if p.who then
    local asked = live.asked_about[q.name] or {}
    live.asked_about[q.name], asked[p.who] = asked,
      { turn = rawget(live.turn, "number"), times = typed.times_asked(p) + 1 }
  end
  recorder.answered(q, v, defaulted, asking.describe_answer, p.about, p.text, p.only ~= nil, is_part)
  if q.again and not defaulted then values.keep_last(q, p.who, values.journal_form(v)) end
  return v
end

-- True if the question is never asked.  An answer of a spec or policy goes before `always`.
function asking.is_settled(q)
  return q.always ~= nil and not (live.spec_answers and live.spec_answers[q.name] ~= nil)
end

-- The choices of a question as a list; nil where it has none.
local function choices_of(q, about, with)
  local choices = with and with.choices or values.value_of(q.choices, about)
  if not choices then return nil end
  choices = records.items(choices)
  if #choices > CHOICES_MAX then
    mistake("question \"%s\" has %d choices, and that is too many; %d at most", q.name, #choices,
      CHOICES_MAX)
  end
  return choices
end

-- Sets what is known of a prepared question without asking: fixed and value, where it is settled or has no
-- choices; else the text, the default, and the only answer.  See asking.prepare.
local function settle(p, with, given, is_ahead)
  local q, choices, about, met = p.q, p.choices, p.about, with and with.met
  if asking.is_settled(q) and not is_ahead then
    local changing = with and with.choices or type(q.choices) == "function"
    p.value = fixed_answer(q, choices, about, given, changing, met)
  end
  local has_no_choices = p.value == nil and (q.type == "choice" or q.type == "several") and #choices == 0
  if has_no_choices and q.type == "several" then p.value = {} end
  p.fixed = p.value ~= nil or has_no_choices or nil
  if p.fixed then return end
  local own = with and with.text
  p.text = own and recorder.text(events.fill, own, about) or recorder.text(asking.text_of, q, about)
  p.default = values.default_of(q, choices, about, given, met)
  p.only = only_answer(q, choices)
end

-- Makes a prepared question (typed.lua) of q, a record like those of R.questions.  What a default rolls is
-- not shown, since the question says it; what a settled answer rolls is shown, since nothing is asked.  with:
-- the options from where it is asked, or nil, with `met` for a part (values.value_of); is_ahead: a text that
-- was typed behind the deed answers it, even if it is settled (typed.is_ahead).
function asking.prepare(q, about, with, is_ahead)
  local was = live.quiet
  if q.always == nil then
    live.quiet = true
    door.by_default(true)
  end
  local given
  q, given = typed_by_default(q, about, with and with.default, with and with.met)
  local choices = choices_of(q, about, with)
  q = with_counts(q, choices, with)
  local p = { q = q, choices = choices, about = about, who = values.name_of(about) }
  settle(p, with, given, is_ahead)
  live.quiet = was
  door.by_default(was)
  return p
end

-- The names of all for whom the line asks the same question: those in the list that the rules give, or the
-- members who do the same step or deed one after the other.  Else, if the line asked it before, everybody.
local function others_of(p, among)
  if not p.who then return nil end
  local asked, list, others = live.asked_about[p.q.name] or {}, {}, {}
  if among then list = records.items(among)
  elseif common.contains(live.one_by_one or {}, p.about) then list = live.one_by_one
  elseif next(asked) then list = live.present() end
  for _, who in ipairs(list) do
    local name = values.name_of(who)
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

-- Puts a question, a record like those of R.questions.  Returns the answer; and the prepared question, if
-- somebody answered it.
local function put(q, about, with)
  local p = asking.prepare(q, about, with, typed.is_ahead(q))
  if p.fixed then return p.value end
  if p.only == nil then                         -- typed.answer may ask
    live.asked = true
    if not live.use_defaults then
      p.others = others_of(p, with and with.among)
      if p.others and with and with.among then p.together = text_for_all(p) end
    end
  end
  local defaulted
  p.answer, defaulted = typed.answer(p)
  return asking.answered(p, p.answer, defaulted), not defaulted and p or nil
end

-- Puts a question, as `put` does.  with.deed, a verb: a text typed behind that deed answers the question,
-- also in a step before the deed is done.
function asking.put(q, about, with)
  local verb = with and with.deed
  local of = verb and common.first(live.turn.doing, function(deed) return deed.verb == verb end)
  if not of then return put(q, about, with) end
  local was = live.acts
  live.acts = of
  local answer, p = put(q, about, with)
  live.acts = was
  return answer, p
end

return asking
